import { ActionStore } from '#client/features/records/actions/action-store.ts';
import type { Api } from '#client/lib/api.ts';

/** Actions whose messages are not shown. */
export const actionsOf = (api: Api, onDone = () => undefined): ActionStore =>
  new ActionStore({ api, today: '2026-11-20', say: () => undefined, onDone });
