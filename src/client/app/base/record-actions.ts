import { ActionStore } from '#client/features/records/actions/action-store.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { AppStores } from './stores.ts';

/** Actions on the rows of a list or on the record on screen; `onDone` reads again what they changed. */
export const actionsOf = ({ api, toast }: AppStores, onDone: () => void): ActionStore =>
  new ActionStore({ api, today: shanghaiDay(new Date()), say: toast.say, onDone });
