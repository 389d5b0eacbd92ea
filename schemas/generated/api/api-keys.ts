// Written by `npm run schemas` from schemas/api/api-keys.ts: change it there.
import type * as source from '#schemas/api/api-keys.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const KEY_DAYS: typeof source.KEY_DAYS = [ 30, 90, 365 ];
export const MAX_KEYS: typeof source.MAX_KEYS = 10;
export const MAX_KEY_ADDRESSES: typeof source.MAX_KEY_ADDRESSES = 20;
export const createKey: CallOf<typeof source.createKey> = { method: "POST", path: "/api/rong/developer/keys" };
export const listKeys: CallOf<typeof source.listKeys> = { method: "GET", path: "/api/rong/developer/keys" };
export const readUsage: CallOf<typeof source.readUsage> = { method: "GET", path: "/api/rong/developer/usage" };
export const revokeKey: CallOf<typeof source.revokeKey> = { method: "POST", path: "/api/rong/developer/keys/revoke" };
export const rotateKey: CallOf<typeof source.rotateKey> = { method: "POST", path: "/api/rong/developer/keys/rotate" };
