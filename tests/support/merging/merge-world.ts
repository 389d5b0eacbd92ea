import type { MergePreview, MergeProgress } from '#schemas/api/merging.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import type { Answer, TestApp, Who } from '#tests/support/app/test-app.ts';

const MERGE = '/api/staff/merge';
let keys = 0;

/** Asks for merges and undoes them, as staff unless another is named. */
export class Merges {
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
  }

  ask(objectApiName: string, survivorId: string, loserId: string, choices?: object, who: Who = 'staff') {
    const body = { objectApiName, survivorId, loserId, ...(choices && { choices }) };
    return this.#app.post<MergePreview>(who, `${MERGE}/preview`, body);
  }

  /** Merges at the versions that the records have now. */
  async run(objectApiName: string, survivorId: string, loserId: string, more: object = {}, who: Who = 'staff') {
    keys += 1;
    return this.#app.post<MergeProgress>(who, MERGE, {
      objectApiName,
      survivorId,
      loserId,
      survivorVersion: await this.#version(objectApiName, survivorId),
      loserVersion: await this.#version(objectApiName, loserId),
      choices: {},
      reason: '同一家企业',
      clientKey: `merge-key-${keys}`,
      ...more,
    });
  }

  /** A merge all of whose links have moved. */
  async done(objectApiName: string, survivorId: string, loserId: string, more: object = {}): Promise<string> {
    return this.ended(made(await this.run(objectApiName, survivorId, loserId, more)).id);
  }

  /** Waits until the links of a merge, or of its undo, have all moved. */
  async ended(id: string): Promise<string> {
    for (;;) {
      const { state } = made(await this.progress(id));
      if (state === 'done' || state === 'undone') break;
    }
    await this.#app.services.derived.drain();
    return id;
  }

  progress(id: string): Promise<Answer<MergeProgress>> {
    return this.#app.get<MergeProgress>('staff', `${MERGE}/${id}`);
  }

  undo(id: string, who: Who = 'staff'): Promise<Answer<MergeProgress>> {
    return this.#app.post<MergeProgress>(who, `${MERGE}/${id}/undo`, { reason: '两家不同的企业' });
  }

  async #version(objectApiName: string, id: string): Promise<number> {
    const { data } = await this.#app.get<RecordReply>('staff', `/api/metadata/data/${objectApiName}/${id}`);
    return data?.record?.version ?? 1;
  }
}
