import type { PlanRequest, PlanRequestSide } from '#schemas/api/plans.ts';
import { decidePlanRequest, planRequests } from '#schemas/generated/api/plans.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** Requests for business plans on each side, and the founder's decisions. */
export class PlanRequestsStore {
  readonly received: PagedList<PlanRequest>;
  readonly sent: PagedList<PlanRequest>;
  readonly delivered: PagedList<PlanRequest>;
  /** Decisions, by the id of the request. */
  readonly decision = new Mutation();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    const pages = (side: PlanRequestSide) =>
      new PagedList<PlanRequest>((after) =>
        api.call(planRequests, { query: { side, ...(after !== undefined && { after }) } }),
      );
    this.received = pages('received');
    this.sent = pages('sent');
    this.delivered = pages('delivered');
  }

  decide = async (id: string, accept: boolean): Promise<void> => {
    await this.decision.run(
      () => this.#api.call(decidePlanRequest, { params: { id }, body: { accept } }),
      (decided) => this.received.put((entry) => entry.id === id, decided),
      id,
    );
  };
}
