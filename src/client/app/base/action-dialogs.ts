import type { ComponentType } from 'react';
import type { ActionDialogName } from '#schemas/api/action-routes.ts';
import type { ActionDialogProps } from '#client/features/records/actions/action-store.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { AppStores } from './stores.ts';

/** The dialogs that actions of system objects name, for what a form of fields cannot ask. Each is loaded when it opens. */
export const ACTION_DIALOGS: Readonly<
  Record<ActionDialogName, ComponentType<ActionDialogProps & { readonly stores: AppStores }>>
> = {
  findUserByPhone: lazyPart(async () => (await import('./staff-dialogs.tsx')).FindUser),
  reportEvidence: lazyPart(async () => (await import('./staff-dialogs.tsx')).Evidence),
};
