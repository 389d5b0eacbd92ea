import { useState } from 'react';
import { SendDialog } from '#client/features/notices/send-dialog.tsx';
import { SendStore } from '#client/features/notices/send-store.ts';
import { evidenceOf } from '#client/features/staff/evidence-store.ts';
import { EvidenceDialog } from '#client/features/staff/evidence-dialog.tsx';
import { FindUserDialog } from '#client/features/staff/find-user-dialog.tsx';
import { LogVerifier } from '#client/features/staff/log-verifier.ts';
import { VerifyDialog } from '#client/features/staff/verify-dialog.tsx';
import { userByPhone } from '#client/features/staff/user-by-phone.ts';
import type { ActionDialogProps } from '#client/features/records/actions/action-store.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { AppStores } from './stores.ts';

// Dialogs that actions of staff lists name.

type Props = ActionDialogProps & { readonly stores: Pick<AppStores, 'api' | 'lookups'> };

/** The messages that a report is about. */
export function Evidence({ stores, row, onClose }: Props) {
  const [evidence] = useState(() => evidenceOf(stores.api, row?.id ?? ''));
  return <EvidenceDialog evidence={evidence} onClose={onClose} />;
}

/** Checks the chain of the audit log. */
export function VerifyLog({ stores, onClose }: Props) {
  const [verifier] = useState(() => new LogVerifier(stores.api));
  return <VerifyDialog verifier={verifier} onClose={onClose} />;
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

/** Where staff write a notice. */
export function SendNotice({ stores, onDone, onClose }: Props) {
  const [store] = useState(() => new SendStore(stores.api, shanghaiDay(new Date())));
  return <SendDialog store={store} lookups={stores.lookups} onDone={onDone} onClose={onClose} />;
}
