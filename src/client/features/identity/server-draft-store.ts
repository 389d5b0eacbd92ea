import { makeAutoObservable, runInAction } from 'mobx';
import type { IdentityKind } from '#schemas/api/identity.ts';
import { IDENTITY_OBJECTS, readDraft, saveDraft } from '#schemas/generated/api/identity.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** A half-filled form that the server keeps, so that it can be gone on with on another device. */
export class ServerDraftStore {
  /** Undefined until read; empty when there is none. */
  values: RecordValues | undefined;
  /** When it was kept last, ISO 8601. */
  savedAt: string | null = null;
  readonly saving = new Mutation();
  readonly #api: Api;
  readonly #objectApiName: (typeof IDENTITY_OBJECTS)[IdentityKind];

  constructor(api: Api, kind: IdentityKind) {
    this.#api = api;
    this.#objectApiName = IDENTITY_OBJECTS[kind];
    makeAutoObservable(this);
  }

  /** Reads it; a draft that cannot be read is none: the form must open. */
  load = async (): Promise<void> => {
    const query = { objectApiName: this.#objectApiName };
    const draft = await this.#api.call(readDraft, { query }).catch(() => ({ values: null, savedAt: null }));
    runInAction(() => {
      this.values = (draft.values ?? {}) as RecordValues;
      this.savedAt = draft.savedAt;
    });
  };

  keep = async (values: RecordValues): Promise<void> => {
    const body = { objectApiName: this.#objectApiName, values: { ...values } };
    await this.saving.run(
      () => this.#api.call(saveDraft, { body }),
      ({ savedAt }) => (this.savedAt = savedAt),
    );
  };
}
