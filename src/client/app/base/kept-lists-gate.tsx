import { observer } from 'mobx-react-lite';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { KeptListsStore } from '#client/features/kept-lists/kept-lists-store.ts';

const KeepDialog = lazyPart(async () => (await import('#client/features/kept-lists/keep-dialog.tsx')).KeepDialog);

/** Asks on which list records are to be put, whatever page they are on. */
export const KeptListsGate = observer(function KeptListsGate({ store }: { readonly store: KeptListsStore }) {
  const { keeping } = store;
  return keeping && <KeepDialog store={store} keeping={keeping} />;
});
