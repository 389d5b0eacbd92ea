import { observer } from 'mobx-react-lite';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { CaptchaStore } from './captcha-store.ts';

const CaptchaDialog = lazyPart(async () => (await import('./captcha-dialog.tsx')).CaptchaDialog);

/** Loads the captcha with the first call that needs one. */
export const CaptchaGate = observer(function CaptchaGate({ store }: { readonly store: CaptchaStore }) {
  return store.isOpen ? <CaptchaDialog store={store} /> : null;
});
