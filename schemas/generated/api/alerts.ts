// Written by `npm run schemas` from schemas/api/alerts.ts: change it there.
import type * as source from '#schemas/api/alerts.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const ALERT_FREQUENCIES: typeof source.ALERT_FREQUENCIES = [ "now", "daily", "weekly", "site" ];
export const ALERT_KINDS: typeof source.ALERT_KINDS = [ "entered", "changed", "left" ];
export const MAX_ALERT_MATCHES: typeof source.MAX_ALERT_MATCHES = 10000;
export const createSubscription: CallOf<typeof source.createSubscription> = { method: "POST", path: "/api/alerts/subscription" };
export const decideOnView: CallOf<typeof source.decideOnView> = { method: "POST", path: "/api/alerts/subscription/{id}/view" };
export const listAlertLines: CallOf<typeof source.listAlertLines> = { method: "GET", path: "/api/alerts/subscription/{id}/line" };
export const listSubscriptions: CallOf<typeof source.listSubscriptions> = { method: "GET", path: "/api/alerts/subscription" };
export const markSubscriptionSeen: CallOf<typeof source.markSubscriptionSeen> = { method: "POST", path: "/api/alerts/subscription/{id}/seen" };
export const readAlertTarget: CallOf<typeof source.readAlertTarget> = { method: "GET", path: "/api/alerts/target" };
export const readUnsubscription: CallOf<typeof source.readUnsubscription> = { method: "GET", path: "/api/alerts/unsubscribe" };
export const removeSubscription: CallOf<typeof source.removeSubscription> = { method: "POST", path: "/api/alerts/subscription/{id}/remove" };
export const unsubscribe: CallOf<typeof source.unsubscribe> = { method: "POST", path: "/api/alerts/unsubscribe" };
export const updateAlertSettings: CallOf<typeof source.updateAlertSettings> = { method: "POST", path: "/api/alerts/settings" };
export const updateSubscription: CallOf<typeof source.updateSubscription> = { method: "POST", path: "/api/alerts/subscription/{id}" };
