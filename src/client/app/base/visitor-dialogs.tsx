import { useEffect } from 'react';
import type { ActionDialogProps } from '#client/features/records/actions/action-store.ts';
import type { AppStores } from './stores.ts';

type Props = ActionDialogProps & { readonly stores: Pick<AppStores, 'chatLauncher'> };

/** Opens the conversation with a visitor; the room beside the page is the dialog. */
export function WriteToVisitor({ stores, row, onClose }: Props) {
  const uid = row?.['uid'];
  useEffect(() => {
    if (typeof uid === 'string') stores.chatLauncher.openWith({ uid });
    onClose();
  }, [stores, uid, onClose]);
  return null;
}
