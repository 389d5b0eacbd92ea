import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CaseState, IdentityKind } from '#schemas/api/identity.ts';
import type { DeskCase, DeskDossier, DeskPage } from '#schemas/api/identity-desk.ts';
import { approveCase, deskQueue, readDossier, rejectCase, revokeCase } from '#schemas/generated/api/identity-desk.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

export interface DeskFilter {
  readonly state: CaseState | undefined;
  readonly kind: IdentityKind | undefined;
}

/** The desk where staff decide: a queue, and the submission that is open. */
export class DeskStore {
  filter: DeskFilter = { state: 'PENDING', kind: undefined };
  page: DeskPage | undefined;
  failure: ApiFailure | undefined;
  isLoadingMore = false;
  /** The submission that is open, and why it does not. */
  dossier: DeskDossier | undefined;
  dossierFailure: ApiFailure | undefined;
  /** The last decision was refused: the submission may have changed since it was read. */
  isRefused = false;
  isBusy = false;
  readonly #api: Api;
  #turn = 0;
  #opening = 0;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { filter: observableRef, page: observableRef, dossier: observableRef });
  }

  get list(): readonly DeskCase[] {
    return this.page?.list ?? [];
  }

  /** Shows another part of the queue; the list shown before goes when it is another. */
  show = async (filter: DeskFilter): Promise<void> => {
    if (filter.state !== this.filter.state || filter.kind !== this.filter.kind) this.page = undefined;
    this.filter = filter;
    await this.load();
  };

  load = async (): Promise<void> => {
    const turn = (this.#turn += 1);
    try {
      const page = await this.#ask(undefined);
      if (turn !== this.#turn) return;
      runInAction(() => {
        this.page = page;
        this.failure = undefined;
      });
    } catch (thrown) {
      if (turn === this.#turn) runInAction(() => (this.failure = asFailure(thrown)));
    }
  };

  loadMore = async (): Promise<void> => {
    const { page } = this;
    if (!page || page.after === null || this.isLoadingMore) return;
    const turn = this.#turn;
    this.isLoadingMore = true;
    try {
      const next = await this.#ask(page.after);
      if (turn !== this.#turn) return;
      runInAction(() => (this.page = { ...next, list: [...page.list, ...next.list] }));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isLoadingMore = false));
    }
  };

  /** Opens a submission; the one before stays until the answer comes. */
  open = async (id: string | null): Promise<void> => {
    const opening = (this.#opening += 1);
    this.isRefused = false;
    this.dossierFailure = undefined;
    if (id === null || this.dossier?.case.id !== id) this.dossier = undefined;
    if (id === null) return;
    try {
      const dossier = await this.#api.call(readDossier, { params: { id } });
      if (opening === this.#opening) runInAction(() => (this.dossier = dossier));
    } catch (thrown) {
      if (opening === this.#opening) runInAction(() => (this.dossierFailure = asFailure(thrown)));
    }
  };

  /** Approves what is open, exactly as it was read; `linkTo` names the known company that a new one is. */
  approve = (linkTo?: string): Promise<void> =>
    this.#decide(({ case: { id, version }, record }) =>
      this.#api.call(approveCase, {
        params: { id },
        body: { version, recordVersion: record.record.version ?? 1, ...(linkTo !== undefined && { linkTo }) },
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
    if (!dossier || this.isBusy) return;
    this.isBusy = true;
    this.isRefused = false;
    try {
      const decided = await work(dossier);
      runInAction(() => {
        if (this.dossier?.case.id === decided.case.id) this.dossier = decided;
        this.#receive(decided.case);
      });
    } catch (thrown) {
      runInAction(() => (this.isRefused = true));
      throw thrown;
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }

  /** It stays in its place, in its new state: what was just decided can still be read and the way down is not lost. */
  #receive(decided: DeskCase): void {
    if (!this.page) return;
    const list = this.page.list.map((each) => (each.id === decided.id ? decided : each));
    const { state } = this.filter;
    const hasLeft = state !== undefined && decided.state !== state;
    this.page = { ...this.page, list, total: this.page.total - (hasLeft ? 1 : 0) };
  }

  #ask(after: string | undefined): Promise<DeskPage> {
    const { state, kind } = this.filter;
    return this.#api.call(deskQueue, {
      query: { ...(state && { state }), ...(kind && { kind }), ...(after !== undefined && { after }) },
    });
  }
}
