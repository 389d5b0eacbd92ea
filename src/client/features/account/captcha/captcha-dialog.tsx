import Refresh from '@mui/icons-material/Refresh';
import { observer } from 'mobx-react-lite';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { CaptchaStore } from './captcha-store.ts';
import { SlidePuzzle } from './slide-puzzle.tsx';
import './captcha.css';

/** The captcha over the page, in whatever state it is. */
export const CaptchaDialog = observer(function CaptchaDialog({ store }: { readonly store: CaptchaStore }) {
  const { state, challenge, message } = store;
  return (
    <DialogFrame
      title="安全验证"
      onClose={store.cancel}
      tools={
        <PlainButton
          look="icon"
          tone="quiet"
          icon={<Refresh />}
          aria-label="换一张"
          disabled={state === 'loading' || state === 'checking'}
          onClick={() => void store.refresh()}
        />
      }
    >
      <div className="captcha" aria-busy={state === 'loading' || state === 'checking'}>
        <div className="captcha-stage">
          {challenge && (
            <SlidePuzzle
              key={challenge.challenge}
              challenge={challenge}
              isEnabled={state === 'ready'}
              onDrop={(left, trail) => void store.check(left, trail)}
            />
          )}
          {!challenge && state === 'loading' && <span className="captcha-skeleton" />}
          {(state === 'expired' || state === 'failed') && (
            <div className="captcha-cover">
              <strong>{state === 'expired' ? '验证已过期' : (message ?? '加载失败')}</strong>
              <PlainButton look="filled" onClick={() => void store.refresh()}>
                {state === 'expired' ? '刷新' : '重试'}
              </PlainButton>
            </div>
          )}
        </div>
        <p className="captcha-words" role="status" data-wrong={message !== undefined || undefined}>
          {state === 'checking' ? '正在验证…' : state === 'loading' && message === undefined ? '正在加载…' : message}
        </p>
      </div>
    </DialogFrame>
  );
});
