import { observer } from 'mobx-react-lite';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { BulkStore } from './bulk-store.ts';

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

/** The dialog of a bulk edit while one is asked for; it brings the form library along. */
export const BulkTool = observer(function BulkTool({ store }: { readonly store: BulkStore }) {
  return store.asked && <BulkDialog store={store} />;
});
