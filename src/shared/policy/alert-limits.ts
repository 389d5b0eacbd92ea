import { type Actor, isStaff, isSvip } from './actor.ts';

const MEMBERS = 50;
const SVIPS = 200;

/** Subscriptions that an account may have. */
export const subscriptionLimit = (actor: Actor): number => (isSvip(actor) || isStaff(actor) ? SVIPS : MEMBERS);
