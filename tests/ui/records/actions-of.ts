import { ActionStore } from '#client/features/records/actions/action-store.ts';
import type { Api } from '#client/lib/api.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';

const nothing = () => undefined;

/** Actions whose messages are not shown. */
export const actionsOf = (api: Api, onDone = nothing): ActionStore =>
  new ActionStore({
    api,
    today: '2026-11-20',
    lookups: new LookupStore(api),
    say: nothing,
    goTo: nothing,
    dialog: nothing,
    onDone,
  });
