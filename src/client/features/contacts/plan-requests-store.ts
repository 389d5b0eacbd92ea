import { makeAutoObservable, observableShallow, runInAction } from 'mobx';
import { decidePlanRequest, type PlanRequest, planRequests } from '#schemas/api/plans.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** Requests to one's own companies, or those that one made. */
export type RequestSide = 'received' | 'sent';

/** Requests for business plans on either side, and the founder's decisions. */
export class PlanRequestsStore {
  readonly received: PagedList<PlanRequest>;
  readonly sent: PagedList<PlanRequest>;
  /** Requests on their way to the server, and why the last decision on one did not come about. */
  readonly busy = new Set<string>();
  readonly refusals = new Map<string, string>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    const pages = (side: RequestSide) =>
      new PagedList<PlanRequest>((after) =>
        api.call(planRequests, { query: { side, ...(after !== undefined && { after }) } }),
      );
    this.received = pages('received');
    this.sent = pages('sent');
    makeAutoObservable(this, {
      received: false,
      sent: false,
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
