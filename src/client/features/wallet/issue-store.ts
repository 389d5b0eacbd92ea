import type { BodyOf } from '#schemas/api/route.ts';
import type { issueCodes as Route, IssuedCodes } from '#schemas/api/orders.ts';
import { issueCodes, readOffers } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** An issue of redemption codes: for which products there may be one, and what was issued. */
export class IssueStore {
  readonly offers;
  readonly issue: (body: BodyOf<typeof Route>) => Promise<IssuedCodes>;

  constructor(api: Api) {
    this.offers = new Loadable(() => api.call(readOffers));
    this.issue = (body) => api.call(issueCodes, { body });
  }
}
