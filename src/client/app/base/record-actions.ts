import { createElement } from 'react';
import type { ActionDialogName } from '#schemas/api/action-routes.ts';
import { ActionStore } from '#client/features/records/actions/action-store.ts';
import { BulkStore } from '#client/features/records/bulk/bulk-store.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { ACTION_DIALOGS } from './action-dialogs.ts';
import { formLookups } from './form-lookups.ts';
import type { AppStores } from './stores.ts';

/** Changes of many records of an object at once; `onDone` reads again what they changed. */
export const bulkOf = (stores: AppStores, objectApiName: string, onDone: () => void): BulkStore =>
  new BulkStore({
    api: stores.api,
    objectApiName,
    definition: () => stores.catalog.load(objectApiName),
    lookups: formLookups(stores),
    today: shanghaiDay(new Date()),
    onDone,
  });

/** Actions on the rows of a list or on the record on screen; `onDone` reads again what they changed. */
export const actionsOf = (stores: AppStores, onDone: () => void): ActionStore =>
  new ActionStore({
    api: stores.api,
    today: shanghaiDay(new Date()),
    me: stores.session.profile?.uid,
    retires: stores.session.may('record.retire'),
    lookups: formLookups(stores),
    say: stores.toast.say,
    onDone: () => {
      onDone();
      // Members of companies may do what others may not.
      void stores.session.refresh();
    },
    goTo: (path) => window.location.assign(hashAddress(path)),
    dialog: (name, props) => createElement(ACTION_DIALOGS[name as ActionDialogName], { stores, ...props }),
  });
