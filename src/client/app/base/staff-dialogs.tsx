import { useState } from 'react';
import { evidenceOf } from '#client/features/staff/evidence-store.ts';
import { EvidenceDialog } from '#client/features/staff/evidence-dialog.tsx';
import { FindUserDialog } from '#client/features/staff/find-user-dialog.tsx';
import { userByPhone } from '#client/features/staff/user-by-phone.ts';
import type { ActionDialogProps } from '#client/features/records/actions/action-store.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import type { AppStores } from './stores.ts';

// Dialogs that actions of staff lists name.

type Props = ActionDialogProps & { readonly stores: Pick<AppStores, 'api'> };

/** The messages that a report is about. */
export function Evidence({ stores, row, onClose }: Props) {
  const [evidence] = useState(() => evidenceOf(stores.api, row?.id ?? ''));
  return <EvidenceDialog evidence={evidence} onClose={onClose} />;
}

/** Finds a user by the phone number and opens their page. */
export function FindUser({ stores, onClose }: Props) {
  const find = async (phone: string) => {
    const uid = await userByPhone(stores.api, phone);
    if (uid !== undefined) window.location.assign(hashAddress(detailPath('User', uid)));
    return uid !== undefined;
  };
  return <FindUserDialog onFind={find} onClose={onClose} />;
}
