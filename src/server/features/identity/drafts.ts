import type { IdentityKind } from '#schemas/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { draftOf, dropDraft, keepDraft } from './draft-queries.ts';

/** Characters of a half-filled form at most, as JSON. */
const MAX_DRAFT = 64 * 1024;

const place = (accountId: string, objectApiName: string): string =>
  `identity_draft.sealed:${accountId}:${objectApiName}`;

const [SAVE] = BINDINGS.investorForm.fields.action.options;

/** Only the form of investors has an action: it may ask that the values are kept as a draft and not handed in. */
export const asksToBeKept = (kind: IdentityKind, values: Readonly<Record<string, unknown>>): boolean =>
  kind === 'investor' && boundValues(BINDINGS.investorForm, values).action === SAVE;

export interface Draft {
  /** As they were typed: they are validated when they are handed in. Null when nothing is kept. */
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
