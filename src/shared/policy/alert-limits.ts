import { type Actor, isStaff, isSvip } from './actor.ts';

/** Of an account that is neither SVIP nor staff. */
export const LEAST_SUBSCRIPTIONS = 50;
const SVIPS = 200;

/** Subscriptions that an account may have. */
export const subscriptionLimit = (actor: Actor): number =>
  isSvip(actor) || isStaff(actor) ? SVIPS : LEAST_SUBSCRIPTIONS;
