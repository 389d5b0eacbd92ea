import { Failure } from '#shared/errors.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Database } from '#server/db/database.ts';
import { draftOf, dropDraft, keepDraft } from './draft-queries.ts';

/** Characters of a half-filled form at most, as JSON. */
const MAX_DRAFT = 64 * 1024;

const place = (accountId: string, objectApiName: string): string =>
  `identity_draft.sealed:${accountId}:${objectApiName}`;

/** A form whose `action` can be SAVE, and is, is to be kept and not handed in. */
export function asksToBeKept(definition: ObjectDefinition, values: Readonly<Record<string, unknown>>): boolean {
  const action = definition.fields.find(({ apiName }) => apiName === 'action');
  return values['action'] === 'SAVE' && action?.selectOptions?.some(({ value }) => value === 'SAVE') === true;
}

export interface Draft {
  /** As they were typed: they are judged when they are handed in. Null when nothing is kept. */
  readonly values: Record<string, unknown> | null;
  /** ISO 8601. */
  readonly savedAt: string | null;
}

/** Half-filled certification forms: one for each person and form, sealed because they hold numbers and addresses. */
export class Drafts {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  async read(accountId: string, objectApiName: string): Promise<Draft> {
    const { db, vault } = this.#database;
    const row = await draftOf(db, accountId, objectApiName);
    if (!row) return { values: null, savedAt: null };
    const text = vault.open(row.sealed, place(accountId, objectApiName));
    return { values: JSON.parse(text) as Record<string, unknown>, savedAt: String(row.saved_at) };
  }

  /** Keeps a form as it is; null forgets it. @throws Failure TOO_LARGE. */
  async keep(accountId: string, objectApiName: string, values: Record<string, unknown> | null) {
    const { db, vault } = this.#database;
    if (values === null) {
      await dropDraft(db, accountId, objectApiName);
      return { savedAt: null };
    }
    const text = JSON.stringify(values);
    if (text.length > MAX_DRAFT) throw new Failure('TOO_LARGE', '草稿过长，无法保存');
    const at = this.#now();
    const sealed = vault.seal(text, place(accountId, objectApiName));
    await keepDraft(db, { accountId, objectApiName, sealed }, at);
    return { savedAt: at.toISOString() };
  }
}
