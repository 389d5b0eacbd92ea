import Close from '@mui/icons-material/Close';
import Refresh from '@mui/icons-material/Refresh';
import Dialog from '@mui/material/Dialog';
import { observer } from 'mobx-react-lite';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { CaptchaStore } from './captcha-store.ts';
import { SlidePuzzle } from './slide-puzzle.tsx';
import './captcha.css';

/** The captcha over the page, in whatever state it is. */
export const CaptchaDialog = observer(function CaptchaDialog({ store }: { readonly store: CaptchaStore }) {
  const { state, challenge, message } = store;
  return (
    <Dialog
      open
      onClose={store.cancel}
      aria-labelledby="captcha-title"
      slotProps={{ paper: { sx: { width: 376, maxWidth: 'calc(100vw - 24px)', m: 1.5 } } }}
    >
      <div className="captcha" aria-busy={state === 'loading' || state === 'checking'}>
        <header>
          <h2 id="captcha-title">安全验证</h2>
          <PlainButton
            look="icon"
            tone="quiet"
            icon={<Refresh />}
            aria-label="换一张"
            disabled={state === 'loading' || state === 'checking'}
            onClick={() => void store.refresh()}
          />
          <PlainButton look="icon" tone="quiet" icon={<Close />} aria-label="关闭验证" onClick={store.cancel} />
        </header>
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
    </Dialog>
  );
});
