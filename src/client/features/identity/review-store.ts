import { makeAutoObservable, observableRef } from 'mobx';
import type { CaseState, IdentityKind } from '#schemas/api/identity.ts';
import type { DeskCase, DeskDossier, DeskPage } from '#schemas/api/identity-desk.ts';
import { approveCase, deskQueue, readDossier, rejectCase, revokeCase } from '#schemas/generated/api/identity-desk.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { PagedList } from '#client/lib/paged-list.ts';

export interface ReviewFilter {
  readonly state: CaseState | undefined;
  readonly kind: IdentityKind | undefined;
}

/** What a new company is, or the institution and the record of an investor; absent for none. */
export type ChosenRecords = Partial<Readonly<Record<'linkTo' | 'institution' | 'investor', string>>>;

/** The desk where staff decide: a queue, and the submission that is open. */
export class ReviewStore {
  filter: ReviewFilter = { state: 'PENDING', kind: undefined };
  readonly pages: PagedList<DeskCase, DeskPage>;
  /** The submission that is open. */
  readonly opened: Loadable<DeskDossier, [id: string]>;
  readonly decision = new Mutation();
  /** What was written of a decision about what is open; it stays when that is read again. */
  reason = '';
  /** Number of cases that were decided since the queue was read and are no longer of its state. */
  gone = 0;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.pages = new PagedList((after) => {
      const { state, kind } = this.filter;
      const query = { ...(state && { state }), ...(kind && { kind }), ...(after !== undefined && { after }) };
      return api.call(deskQueue, { query });
    });
    this.opened = new Loadable((_signal, id) => api.call(readDossier, { params: { id } }));
    makeAutoObservable(this, { filter: observableRef, pages: false, opened: false, decision: false });
  }

  get list(): readonly DeskCase[] {
    return this.pages.list ?? [];
  }

  /** Cases that the filter finds; undefined until read. */
  get total(): number | undefined {
    return this.pages.page && this.pages.page.total - this.gone;
  }

  get dossier(): DeskDossier | undefined {
    return this.opened.value;
  }

  /** Shows another part of the queue; the list shown before goes when it is another. */
  show = async (filter: ReviewFilter): Promise<void> => {
    if (filter.state !== this.filter.state || filter.kind !== this.filter.kind) this.pages.clear();
    this.filter = filter;
    await this.load();
  };

  load = async (): Promise<void> => {
    this.gone = 0;
    await this.pages.load();
  };

  /** Opens a submission; the one before stays until the answer comes. */
  open = async (id: string | null): Promise<void> => {
    this.decision.clear();
    if (id === null || this.dossier?.case.id !== id) {
      this.opened.clear();
      this.reason = '';
    }
    if (id !== null) await this.opened.load(id);
  };

  write = (reason: string): void => {
    this.reason = reason;
  };

  /** Approves what is open, exactly as it was read, with the records that staff chose for it. */
  approve = (chosen: ChosenRecords = {}): Promise<void> =>
    this.#decide(({ case: { id, version }, record }) =>
      this.#api.call(approveCase, {
        params: { id },
        body: { version, recordVersion: record.record.version ?? 1, ...chosen },
      }),
    );

  reject = (reason: string): Promise<void> =>
    this.#decide(({ case: { id, version } }) =>
      this.#api.call(rejectCase, { params: { id }, body: { version, reason } }),
    );

  revoke = (reason: string): Promise<void> =>
    this.#decide(({ case: { id, version } }) =>
      this.#api.call(revokeCase, { params: { id }, body: { version, reason } }),
    );

  /** The submission before or behind the one that is open; undefined at either end. */
  neighbour(step: 1 | -1, openId: string | null): string | undefined {
    const at = this.list.findIndex(({ id }) => id === openId);
    return at < 0 ? this.list[0]?.id : this.list[at + step]?.id;
  }

  /** Rejects with the failure where it is refused. */
  async #decide(work: (dossier: DeskDossier) => Promise<DeskDossier>): Promise<void> {
    const { dossier } = this;
    if (!dossier) return;
    await this.decision.run(
      () => work(dossier),
      (decided) => {
        if (this.dossier?.case.id === decided.case.id) this.opened.set(decided);
        this.#receive(decided.case);
        this.reason = '';
      },
    );
    if (this.decision.failure) throw this.decision.failure;
  }

  /** It stays in its place, in its new state: what was just decided can still be read and the way down is not lost. */
  #receive(decided: DeskCase): void {
    this.pages.put(({ id }) => id === decided.id, decided);
    const { state } = this.filter;
    if (state !== undefined && decided.state !== state) this.gone += 1;
  }
}
