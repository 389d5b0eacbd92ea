import { observer } from 'mobx-react-lite';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ToastStore } from '#client/app/base/toast-store.ts';

const Toast = lazyPart(async () => (await import('#client/ui/toast.tsx')).Toast);

/** The place where words of success are read out; what they look like is loaded with the first of them. */
export const ToastGate = observer(function ToastGate({ store }: { readonly store: ToastStore }) {
  return (
    <div role="status">
      {store.text !== undefined && (
        <Toast key={store.text} isWithinStatus onEnd={store.clear}>
          {store.text}
        </Toast>
      )}
    </div>
  );
});
