import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import { type DraftPlace, draftOf, dropDraft, keepDraft, lockDrafts, NO_COMPANY } from './queries.ts';

/** Characters of a half-filled form at most, as JSON. */
const MAX_DRAFT = 64 * 1024;
/** Characters of what a list calls it. */
const MAX_TITLE = 60;

/** Where a half-filled form is sealed. */
export const draftPlace = ({ accountId, objectApiName }: DraftPlace): string =>
  `identity_draft.sealed:${accountId}:${objectApiName}`;

interface Draft {
  /** As they were typed: they are validated when they are handed in. Null when nothing is kept. */
  readonly values: Record<string, unknown> | null;
  /** ISO 8601. */
  readonly savedAt: string | null;
}

/** A draft as a form keeps it. */
interface KeptForm {
  readonly values: Record<string, unknown>;
  readonly title?: string;
  /** The company that the form is about now, where it was about another when it was kept before. */
  readonly movesTo?: string;
  /** When it was kept last as the form knows it, null for never; absent to take the place of whatever is there. */
  readonly seen?: string | null | undefined;
}

/** Half-filled forms: one for each account, form and company, sealed because they hold numbers and addresses. */
export class Drafts {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  async read(accountId: string, objectApiName: string, companyId = NO_COMPANY): Promise<Draft> {
    const { db, vault } = this.#database;
    const place = { accountId, objectApiName, companyId };
    const row = await draftOf(db, place);
    if (!row) return { values: null, savedAt: null };
    const text = vault.open(row.sealed, draftPlace(place));
    return { values: JSON.parse(text) as Record<string, unknown>, savedAt: shown(row.saved_at) };
  }

  /**
   * Keeps a form as it is, in the caller's transaction where one is given.
   * @throws Failure TOO_LARGE; CONFLICT where it was kept elsewhere meanwhile, or the other company has a draft already.
   */
  async keep(place: DraftPlace, form: KeptForm, within?: Db): Promise<{ savedAt: string }> {
    const { db, vault } = this.#database;
    const text = JSON.stringify(form.values);
    if (text.length > MAX_DRAFT) throw new Failure('TOO_LARGE', '草稿过长，无法保存');
    const at = this.#now();
    const next = { ...place, companyId: form.movesTo ?? place.companyId };
    const isMoved = next.companyId !== place.companyId;
    const title = Array.from((form.title ?? '').trim())
      .slice(0, MAX_TITLE)
      .join('');
    const sealed = vault.seal(text, draftPlace(next));
    const work = async (trx: Db) => {
      await lockDrafts(trx, place.accountId);
      if (form.seen !== undefined) {
        await refuseOther(trx, place, form.seen, '这份草稿已在其他设备或窗口中更新');
        if (isMoved) await refuseOther(trx, next, null, '您已有一份该企业的草稿');
      }
      if (isMoved) await dropDraft(trx, place);
      await keepDraft(trx, next, { sealed, title }, at);
    };
    await (within ? work(within) : db.transaction().execute(work));
    return { savedAt: at.toISOString() };
  }

  async forget(place: DraftPlace): Promise<void> {
    await dropDraft(this.#database.db, place);
  }
}

const shown = (instant: string | Date): string => new Date(instant).toISOString();

async function refuseOther(trx: Db, place: DraftPlace, seen: string | null, message: string): Promise<void> {
  const row = await draftOf(trx, place);
  const savedAt = row ? shown(row.saved_at) : null;
  if (savedAt !== seen) throw new Failure('CONFLICT', message, [], { savedAt, company: place.companyId });
}
