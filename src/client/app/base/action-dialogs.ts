import type { ComponentType } from 'react';
import type { ActionDialogName } from '#schemas/api/action-routes.ts';
import type { ActionDialogProps } from '#client/features/records/actions/action-store.ts';
import { lazyPopup } from '#client/ui/lazy-part.tsx';
import type { AppStores } from './stores.ts';

const wallet = () => import('./wallet-dialogs.tsx');

/** The dialogs that actions of system objects name, for what a form of fields cannot ask. Each is loaded when it opens. */
export const ACTION_DIALOGS: Readonly<
  Record<ActionDialogName, ComponentType<ActionDialogProps & { readonly stores: AppStores }>>
> = {
  findUserByPhone: lazyPopup(async () => (await import('./staff-dialogs.tsx')).FindUser),
  issueCodes: lazyPopup(async () => (await wallet()).IssueCodes),
  payOrder: lazyPopup(async () => (await wallet()).PayOrder),
  redeemCode: lazyPopup(async () => (await wallet()).RedeemCode),
  reportEvidence: lazyPopup(async () => (await import('./staff-dialogs.tsx')).Evidence),
  sendNotice: lazyPopup(async () => (await import('./staff-dialogs.tsx')).SendNotice),
  verifyLog: lazyPopup(async () => (await import('./staff-dialogs.tsx')).VerifyLog),
  writeToVisitor: lazyPopup(async () => (await import('./visitor-dialogs.tsx')).WriteToVisitor),
};
