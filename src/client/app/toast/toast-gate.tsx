import { observer } from 'mobx-react-lite';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ToastStore } from '#client/app/base/toast-store.ts';

const Toast = lazyPart(async () => (await import('#client/ui/toast.tsx')).Toast);

/** The place where words on what was done are read out; what they look like is loaded with the first of them. */
export const ToastGate = observer(function ToastGate({ store }: { readonly store: ToastStore }) {
  const { word } = store;
  return (
    <div role="status">
      {word && (
        <Toast
          key={word.text}
          tone={word.isFailure ? 'failed' : 'done'}
          isWithinStatus
          onUndo={word.onUndo}
          onEnd={store.clear}
        >
          {word.text}
        </Toast>
      )}
    </div>
  );
});
