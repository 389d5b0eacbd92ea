import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { ToastStore } from './toast-store.ts';

const Toast = lazy(async () => ({ default: (await import('./toast.tsx')).Toast }));

/** The place where words of success are read out; what they look like is loaded with the first of them. */
export const ToastGate = observer(function ToastGate({ store }: { readonly store: ToastStore }) {
  return (
    <div role="status">
      {store.text !== undefined && (
        <Suspense fallback={null}>
          <Toast text={store.text} onEnd={store.clear} />
        </Suspense>
      )}
    </div>
  );
});
