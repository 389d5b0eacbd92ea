// Written by `npm run schemas` from schemas/api/webhooks.ts: change it there.
import type * as source from '#schemas/api/webhooks.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_WEBHOOKS: typeof source.MAX_WEBHOOKS = 10;
export const WEBHOOK_EVENTS: typeof source.WEBHOOK_EVENTS = [ "record.changed", "alert.hit", "list.changed", "automation.ran" ];
export const createWebhook: CallOf<typeof source.createWebhook> = { method: "POST", path: "/api/rong/developer/webhooks" };
export const listWebhookDeliveries: CallOf<typeof source.listWebhookDeliveries> = { method: "GET", path: "/api/rong/developer/webhooks/deliveries" };
export const listWebhooks: CallOf<typeof source.listWebhooks> = { method: "GET", path: "/api/rong/developer/webhooks" };
export const removeWebhook: CallOf<typeof source.removeWebhook> = { method: "POST", path: "/api/rong/developer/webhooks/remove" };
export const resendWebhookDelivery: CallOf<typeof source.resendWebhookDelivery> = { method: "POST", path: "/api/rong/developer/webhooks/resend" };
export const rotateWebhook: CallOf<typeof source.rotateWebhook> = { method: "POST", path: "/api/rong/developer/webhooks/rotate" };
export const switchWebhook: CallOf<typeof source.switchWebhook> = { method: "POST", path: "/api/rong/developer/webhooks/switch" };
export const testWebhook: CallOf<typeof source.testWebhook> = { method: "POST", path: "/api/rong/developer/webhooks/test" };
