import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { CaptchaStore } from './captcha-store.ts';

const CaptchaDialog = lazy(async () => ({ default: (await import('./captcha-dialog.tsx')).CaptchaDialog }));

/** Loads the captcha with the first call that it stands before. */
export const CaptchaGate = observer(function CaptchaGate({ store }: { readonly store: CaptchaStore }) {
  return store.isOpen ? (
    <Suspense fallback={null}>
      <CaptchaDialog store={store} />
    </Suspense>
  ) : null;
});
