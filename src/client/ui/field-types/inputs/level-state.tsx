import { PlainButton } from '#client/ui/plain-button.tsx';
import { CHOOSER_WORDS } from './choices.ts';

interface LevelStateProps {
  readonly state: 'loading' | 'failed';
  /** Absent where the next key asks again. */
  readonly onRetry?: (() => void) | undefined;
}

/** In place of options: that they are on their way, or could not be had. */
export function LevelState({ state, onRetry }: LevelStateProps) {
  return (
    <p role="status">
      {state === 'loading' ? CHOOSER_WORDS.loadingText : '选项加载失败'}
      {state === 'failed' && onRetry && <PlainButton onClick={onRetry}>重试</PlainButton>}
    </p>
  );
}
