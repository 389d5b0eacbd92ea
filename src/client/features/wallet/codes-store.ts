import { makeAutoObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { CodeState, IssuedCode, IssuedCodes, Offer } from '#schemas/api/orders.ts';
import { issueCodes, listCodes, readOffers, revokeCode } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { PagedList } from '#client/lib/paged-list.ts';

export interface NewIssue {
  readonly productId: string;
  readonly count: number;
  readonly reason: string;
  /** YYYY-MM-DD in Asia/Shanghai. */
  readonly expiresOn: string;
}

/** Redemption codes as staff issue, follow and revoke them. */
export class CodesStore {
  state: CodeState | undefined;
  readonly pages: PagedList<IssuedCode>;
  products: readonly Offer[] = [];
  /** Codes just issued: whole, until the person leaves them. */
  issued: IssuedCodes | undefined;
  isIssuing = false;
  refusal: ApiFailure | undefined;
  readonly refusals = new Map<string, ApiFailure>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.pages = new PagedList((after) =>
      api.call(listCodes, {
        query: { ...(this.state && { state: this.state }), ...(after !== undefined && { after }) },
      }),
    );
    makeAutoObservable(
      this,
      {
        pages: false,
        products: observableRef,
        issued: observableRef,
        refusal: observableRef,
        refusals: observableShallow,
      },
      { autoBind: true },
    );
  }

  show(state: CodeState | undefined): void {
    this.state = state;
    this.pages.clear();
    void this.load();
  }

  async load(): Promise<void> {
    await Promise.all([this.pages.load(), this.#readProducts()]);
  }

  async issue(issue: NewIssue): Promise<void> {
    if (this.isIssuing) return;
    this.isIssuing = true;
    this.refusal = undefined;
    try {
      const issued = await this.#api.call(issueCodes, { body: issue });
      runInAction(() => (this.issued = issued));
      await this.load();
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isIssuing = false));
    }
  }

  /** The whole codes are given up: they can never be read again. */
  leaveIssued(): void {
    this.issued = undefined;
    this.refusal = undefined;
  }

  async revoke(id: string, reason: string): Promise<boolean> {
    this.refusals.delete(id);
    try {
      const revoked = await this.#api.call(revokeCode, { params: { id }, body: { reason } });
      this.pages.put((code) => code.id === id, revoked);
      return true;
    } catch (thrown) {
      runInAction(() => this.refusals.set(id, asFailure(thrown)));
      return false;
    }
  }

  /** Without products nothing can be issued; the list of codes is shown all the same. */
  async #readProducts(): Promise<void> {
    try {
      const offers = await this.#api.call(readOffers);
      runInAction(() => (this.products = offers.list));
    } catch {
      runInAction(() => (this.products = []));
    }
  }
}
