import type { ListedNote, Note, NotePerson, NoteScope, NoteSharing } from '#schemas/api/notes.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { fold } from '#shared/text/fold.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Db } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { mentionedInNote } from '#server/platform/notifications/messages-notes.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { type NotePlace, NotePlaces, type PlaceDeps, placeKey } from './places.ts';
import {
  changeNote,
  colleaguesOf,
  countNotes,
  findNotes,
  insertNote,
  institutionOf,
  noteByKey,
  type NoteRow,
  type NoteText,
  notesOn,
  ownNote,
  purgeNotes,
  putMentions,
  setNoteRemoved,
  versionsOf,
} from './queries.ts';

export interface NoteDeps extends PlaceDeps {
  readonly db: Db;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

/** What a user says in a note, and to whom. */
interface Written {
  readonly body: string;
  readonly sharing: NoteSharing;
  readonly mentions?: readonly string[];
}

/** Notes of one account, with those that are removed and can be restored. */
const MAX_NOTES = 5000;
/** Notes that the page of a record shows. */
const ON_RECORD = 200;
const PAGE = 20;
const COLLEAGUES = 20;
/** What a note was before is kept so many times. */
const KEPT_VERSIONS = 50;
const RESTORABLE_MS = 30 * DAY_MS;

const unknown = () => new Failure('UNKNOWN_RECORD', '笔记不存在或已删除');

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}

/** Notes of users on records: each is its author's, and colleagues read what is shared with their institution. */
export class Notes {
  readonly #deps: NoteDeps;
  readonly #places: NotePlaces;

  constructor(deps: NoteDeps) {
    this.#deps = deps;
    this.#places = new NotePlaces(deps);
  }

  /** @throws Failure where the user may not open the record */
  async list(place: NotePlace, actor: Member): Promise<{ list: Note[]; canShare: boolean }> {
    const { db } = this.#deps;
    const { objectApiName, recordId } = await this.#places.open(place, actor);
    const rows = await notesOn(db, objectApiName, recordId, actor.id, ON_RECORD);
    return { list: rows.map((row) => shown(row, actor)), canShare: (await institutionOf(db, actor.id)) !== null };
  }

  /** Own notes stay readable; what colleagues share is left out where the user may not open its record. */
  async search(
    { scope, keyword = '', after }: { scope: NoteScope; keyword?: string; after?: string },
    actor: Member,
  ): Promise<{ list: ListedNote[]; after: string | null; total: number; limit: number }> {
    const { db } = this.#deps;
    const words = wordsOf(keyword);
    const found = await findNotes(db, actor.id, { scope, words, after, since: this.#gone(), limit: PAGE + 1 });
    const list = await this.#listed(found.slice(0, PAGE), actor);
    const { kept: total } = await countNotes(db, actor.id);
    return { list, after: found.length > PAGE ? (found[PAGE - 1]?.id ?? null) : null, total, limit: MAX_NOTES };
  }

  /** The newest notes that a user reads and that hold a word, own ones and those of colleagues, for the search over all. */
  async found(word: string, most: number, actor: Member): Promise<{ list: ListedNote[]; hasMore: boolean }> {
    const words = wordsOf(word);
    if (words.length === 0) return { list: [], hasMore: false };
    const rows = await findNotes(this.#deps.db, actor.id, {
      scope: 'read',
      words,
      after: undefined,
      since: this.#gone(),
      limit: most + 1,
    });
    return { list: await this.#listed(rows.slice(0, most), actor), hasMore: rows.length > most };
  }

  /** Notes with their records; those of colleagues are left out where the user may not open the record. */
  async #listed(rows: readonly NoteRow[], actor: Member): Promise<ListedNote[]> {
    const { catalog } = this.#deps;
    const names = await this.#places.names(rows, actor);
    return rows
      .map((row): ListedNote => ({
        ...shown(row, actor),
        objectLabel: catalog.find(row.object_api_name)?.definition.label ?? row.object_api_name,
        recordName: names.get(placeKey(row)) ?? null,
      }))
      .filter(({ isOwn, recordName }) => isOwn || recordName !== null);
  }

  /** Whom a note on a record may mention. @throws Failure where the user may not open the record */
  async colleagues(place: NotePlace, text: string | undefined, actor: Member): Promise<NotePerson[]> {
    const opened = await this.#places.open(place, actor);
    const found = await colleaguesOf(this.#deps.db, actor.id, { text: text?.trim() ?? '', limit: COLLEAGUES });
    const open = await Promise.all(found.map(({ id }) => this.#places.mayOpen(opened, id)));
    return found.filter((_, at) => open[at]);
  }

  /** @throws Failure where the record is closed to the user, they have too many notes, or cannot share or mention so */
  async create(place: NotePlace, clientKey: string, written: Written, actor: Member): Promise<Note> {
    const { db, now } = this.#deps;
    const opened = await this.#places.open(place, actor);
    const text = await this.#text(written, actor);
    const mentions = await this.#mentions(opened, written, actor);
    const name = await this.#places.nameOf(opened, actor);
    const { id, notified } = await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      const known = await noteByKey(trx, actor.id, clientKey);
      if (known !== undefined) return { id: known, notified: [] };
      await purgeNotes(trx, this.#gone());
      if ((await countNotes(trx, actor.id)).all >= MAX_NOTES)
        throw new Failure('CONFLICT', `最多保留 ${MAX_NOTES} 条笔记（含 30 天内删除的），请先删除不再需要的笔记`);
      const id = await insertNote(trx, { ...opened, ...text, authorId: actor.id, clientKey }, now());
      return { id, notified: await this.#mention(trx, { ...opened, id }, mentions, name) };
    });
    this.#announce(notified);
    return this.#own(id, actor);
  }

  /** @throws Failure CONFLICT at another version, UNKNOWN_RECORD for one that is not the user's */
  async update(id: string, version: number, written: Written, actor: Member): Promise<Note> {
    const { db, now } = this.#deps;
    const row = await ownNote(db, actor.id, id);
    if (!row || row.removed_at !== null) throw unknown();
    const place = { objectApiName: row.object_api_name, recordId: row.record_id };
    const text = await this.#text(written, actor);
    const mentions = await this.#mentions(place, written, actor);
    const name = mentions.length > 0 ? await this.#places.nameOf(await this.#places.open(place, actor), actor) : '';
    const notified = await db.transaction().execute(async (trx) => {
      if (!(await changeNote(trx, id, version, text, now(), KEPT_VERSIONS)))
        throw new Failure('CONFLICT', '笔记已在别处修改，请刷新后再试');
      return this.#mention(trx, { ...place, id }, mentions, name);
    });
    this.#announce(notified);
    return this.#own(id, actor);
  }

  /** Again has no effect. @throws Failure UNKNOWN_RECORD for one that is not the user's */
  async remove(id: string, actor: Member): Promise<void> {
    const { db, now } = this.#deps;
    await this.#own(id, actor);
    await setNoteRemoved(db, actor.id, id, now());
    await purgeNotes(db, this.#gone());
  }

  /** A note that is there is given as it is. @throws Failure UNKNOWN_RECORD for one that was removed long ago */
  async restore(id: string, actor: Member): Promise<Note> {
    await this.#own(id, actor);
    await setNoteRemoved(this.#deps.db, actor.id, id, null);
    return this.#own(id, actor);
  }

  /** @throws Failure UNKNOWN_RECORD for one that is not the user's */
  async history(id: string, actor: Member) {
    await this.#own(id, actor);
    return (await versionsOf(this.#deps.db, id)).map(({ version, body, is_shared: isShared, until }) => ({
      version,
      body,
      sharing: isShared ? ('institution' as const) : ('private' as const),
      until: new Date(until).toISOString(),
    }));
  }

  /** What was removed before this is gone. */
  #gone(): Date {
    return new Date(this.#deps.now().getTime() - RESTORABLE_MS);
  }

  async #text({ body, sharing }: Written, actor: Member): Promise<NoteText> {
    const text = body.replace(/\r\n?/g, '\n').trim();
    if (text === '') refuse('body', '请填写笔记内容');
    const institutionId = sharing === 'private' ? null : await institutionOf(this.#deps.db, actor.id);
    if (sharing === 'institution' && institutionId === null)
      refuse('sharing', '您的账号尚未关联机构，只能写仅自己可见的笔记');
    return { body: text, folded: fold(text), institutionId };
  }

  /** @throws Failure INVALID_BODY for one who could not read the note */
  async #mentions(place: NotePlace, { sharing, mentions = [] }: Written, actor: Member): Promise<readonly string[]> {
    if (mentions.length === 0) return [];
    if (sharing === 'private') refuse('mentions', '仅自己可见的笔记不能提及他人');
    const found = await colleaguesOf(this.#deps.db, actor.id, { ids: mentions, limit: mentions.length });
    const open = await Promise.all(found.map(({ id }) => this.#places.mayOpen(place, id)));
    if (found.length < mentions.length || open.includes(false))
      refuse('mentions', '只能提及同机构且能打开这条记录的同事');
    return mentions;
  }

  /** Gives those who were notified. */
  async #mention(
    trx: Db,
    note: NotePlace & { readonly id: string },
    mentions: readonly string[],
    name: string,
  ): Promise<string[]> {
    const fresh = await putMentions(trx, note.id, mentions);
    for (const accountId of fresh) await notifyUser(trx, mentionedInNote(accountId, note, name), this.#deps.now());
    return fresh;
  }

  #announce(accountIds: readonly string[]): void {
    for (const accountId of accountIds) this.#deps.hints.announceNotice(accountId);
  }

  async #own(id: string, actor: Member): Promise<Note> {
    const row = await ownNote(this.#deps.db, actor.id, id);
    if (!row || (row.removed_at !== null && new Date(row.removed_at) < this.#gone())) throw unknown();
    return shown(row, actor);
  }
}

const wordsOf = (text: string): string[] => fold(text).split(' ').filter(Boolean);
const instant = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

const shown = (row: NoteRow, actor: Member): Note => ({
  id: row.id,
  objectApiName: row.object_api_name,
  recordId: row.record_id,
  body: row.body,
  sharing: row.sharing,
  isOwn: row.author_id === actor.id,
  author: row.author,
  ...(row.author_page !== null && row.author_id !== actor.id && { authorPage: row.author_page }),
  mentions: row.mentions,
  createdAt: new Date(row.created_at).toISOString(),
  editedAt: instant(row.edited_at),
  removedAt: instant(row.removed_at),
  version: row.version,
});
