import { createNote, type Note } from '#schemas/api/notes.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';

export type Colleague = SignedIn & { readonly id: string };

/** Records, and investors of institutions who write notes on them. */
export class NoteWorld {
  readonly #test: TestApp;
  #keys = 0;

  constructor(test: TestApp) {
    this.#test = test;
  }

  async record(objectApiName: string, values: object): Promise<string> {
    const body = { clientKey: `noted-record-${(this.#keys += 1)}`, values };
    return made(await this.#test.post<RecordReply>('staff', `/api/metadata/data/${objectApiName}`, body)).record.id;
  }

  /** An investor whom staff linked to an institution; to none without one. */
  async investor(username: string, name: string, institutionId?: string): Promise<Colleague> {
    const id = await newAccount(this.#test, { username, name, roles: ['ORG_INVESTOR'] });
    if (institutionId !== undefined) await this.link(id, institutionId);
    return { ...(await signInBy(this.#test, username)), id };
  }

  async link(accountId: string, institutionId: string): Promise<void> {
    const row = { institution_id: institutionId, linked_at: TEST_NOW };
    await this.#test.services.database.db
      .insertInto('investor_link')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute();
  }

  /** What came of writing a note on a company; a private one unless `more` says another. */
  write(who: SignedIn, recordId: string, body: string, more: object = {}) {
    const place = { objectApiName: 'InsightCompany', recordId, clientKey: `note-key-0-${(this.#keys += 1)}` };
    return who.send<Note>('POST', createNote.path, { ...place, body, sharing: 'private', ...more });
  }
}
