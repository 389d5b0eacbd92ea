import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { VersionSummary } from '#schemas/api/metadata-editing.ts';
import { listObjectVersions, readObjectVersion } from '#schemas/generated/api/metadata-editing.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

export type ObjectVersion = ReplyOf<typeof readObjectVersion>;

/** The versions of one object, newest first, and the one being looked at. */
export class VersionListStore {
  versions: readonly VersionSummary[] | undefined;
  failure: ApiFailure | undefined;
  opened: ObjectVersion | undefined;
  before: number | null = null;
  readonly #api: Api;
  readonly #objectApiName: string;

  constructor(api: Api, objectApiName: string) {
    this.#api = api;
    this.#objectApiName = objectApiName;
    const refs = { versions: observableRef, failure: observableRef, opened: observableRef };
    makeAutoObservable(this, refs, { autoBind: true });
  }

  /** Reads the newest, or with `more` what is older than those shown. */
  async load(more = false): Promise<void> {
    const before = more ? this.before : null;
    try {
      const page = await this.#api.call(listObjectVersions, {
        params: { objectApiName: this.#objectApiName },
        query: before === null ? {} : { before },
      });
      runInAction(() => {
        this.versions = more ? [...(this.versions ?? []), ...page.list] : page.list;
        this.before = page.before;
        this.failure = undefined;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  async open(version: number): Promise<void> {
    try {
      const params = { objectApiName: this.#objectApiName, version };
      const opened = await this.#api.call(readObjectVersion, { params });
      runInAction(() => (this.opened = opened));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  shut(): void {
    this.opened = undefined;
  }
}
