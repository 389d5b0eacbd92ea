import type { BubbleProps } from './bubble-props.ts';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { FraudHint } from './exchange-values-view.tsx';

/** Type 5: a contact that the assistant of the platform sent. */
export function AssistantContactBubble({ shown }: BubbleProps) {
  return (
    <div className="bubble bubble-card">
      <p className="bubble-title">助手发来的联系方式</p>
      <p className="bubble-value">
        <span>{shown.content}</span>
        <CopyButton value={shown.content} label="联系方式" />
      </p>
      <FraudHint />
    </div>
  );
}
