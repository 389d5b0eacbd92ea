import type { readUsage as ReadUsage } from '#schemas/api/api-keys.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { readUsage } from '#schemas/generated/api/api-keys.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** What one's keys were used for. */
export class UsageStore {
  readonly usage: Loadable<ReplyOf<typeof ReadUsage>>;

  constructor(api: Api) {
    this.usage = new Loadable(() => api.call(readUsage));
  }
}
