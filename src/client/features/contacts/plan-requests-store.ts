import { makeAutoObservable, observableShallow, runInAction } from 'mobx';
import type { PlanRequest, PlanRequestSide } from '#schemas/api/plans.ts';
import { decidePlanRequest, planRequests } from '#schemas/generated/api/plans.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** Requests for business plans on each side, and the founder's decisions. */
export class PlanRequestsStore {
  readonly received: PagedList<PlanRequest>;
  readonly sent: PagedList<PlanRequest>;
  readonly delivered: PagedList<PlanRequest>;
  /** Requests on their way to the server, and why the last decision on one did not come about. */
  readonly busy = new Set<string>();
  readonly refusals = new Map<string, string>();
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
    makeAutoObservable(this, {
      received: false,
      sent: false,
      delivered: false,
      busy: observableShallow,
      refusals: observableShallow,
    });
  }

  decide = async (id: string, accept: boolean): Promise<void> => {
    if (this.busy.has(id)) return;
    this.busy.add(id);
    this.refusals.delete(id);
    try {
      const decided = await this.#api.call(decidePlanRequest, { params: { id }, body: { accept } });
      runInAction(() => this.received.put((entry) => entry.id === id, decided));
    } catch (thrown) {
      runInAction(() => this.refusals.set(id, asFailure(thrown).message));
    } finally {
      runInAction(() => this.busy.delete(id));
    }
  };
}
