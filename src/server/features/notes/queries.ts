import { type RawBuilder, sql } from 'kysely';
import type { NotePerson, NoteScope, NoteSharing } from '#schemas/api/notes.ts';
import type { Db } from '#server/db/database.ts';
import { openPageOf } from '#server/platform/parties/page-queries.ts';

/** A note as an account reads it. */
export interface NoteRow {
  readonly id: string;
  readonly object_api_name: string;
  readonly record_id: string;
  readonly author_id: string;
  readonly author: string;
  readonly author_page: string | null;
  readonly body: string;
  /** What it is today: a note of an author who left the institution is private. */
  readonly sharing: NoteSharing;
  readonly mentions: NotePerson[];
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly removed_at: string | null;
  readonly version: number;
}

/** What a user writes. */
export interface NoteText {
  readonly body: string;
  readonly folded: string;
  /** The institution that it is shared with; null for a private one. */
  readonly institutionId: string | null;
}

const isShared = sql`
  exists (select from investor_link l where l.account_id = n.author_id and l.institution_id = n.institution_id)`;

const ROWS = sql`
  select n.id::text, n.object_api_name, n.record_id::text, n.author_id::text, a.name as author,
    ${openPageOf(sql`a.id`)} as author_page, n.body,
    case when ${isShared} then 'institution' else 'private' end as sharing,
    coalesce((
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', p.id::text, 'name', p.name,
        'page', ${openPageOf(sql`p.id`)})) order by p.id)
      from record_note_mention m join account p on p.id = m.account_id where m.note_id = n.id), '[]') as mentions,
    n.created_at, n.edited_at, n.removed_at, n.version
  from record_note n join account a on a.id = n.author_id`;

/** What colleagues share with an account: both are of the institution that it was shared with. */
const sharedWith = (accountId: string): RawBuilder<unknown> => sql`
  n.author_id <> ${accountId}::bigint and n.removed_at is null and ${isShared}
  and n.institution_id = (select institution_id from investor_link where account_id = ${accountId}::bigint)`;

/** Notes of one of the scopes that users choose, or all that an account reads. */
export type ReadScope = NoteScope | 'read';

const SCOPES: Readonly<Record<ReadScope, (accountId: string) => RawBuilder<unknown>>> = {
  own: (accountId) => sql`n.author_id = ${accountId}::bigint and n.removed_at is null`,
  shared: sharedWith,
  read: (accountId) => sql`
    ((n.author_id = ${accountId}::bigint and n.removed_at is null) or (${sharedWith(accountId)}))`,
  removed: (accountId) => sql`n.author_id = ${accountId}::bigint and n.removed_at is not null`,
};

/** Notes on a record that an account reads, the newest first. */
export async function notesOn(
  db: Db,
  objectApiName: string,
  recordId: string,
  accountId: string,
  limit: number,
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    ${ROWS} where n.object_api_name = ${objectApiName} and n.record_id = ${recordId}::bigint
      and ((${SCOPES.own(accountId)}) or (${sharedWith(accountId)}))
    order by n.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface NoteSearch {
  readonly scope: ReadScope;
  /** Parts that the text has, folded. */
  readonly words: readonly string[];
  /** Those that are older than this one. */
  readonly after: string | undefined;
  /** What was removed before this is gone. */
  readonly since: Date;
  readonly limit: number;
}

/** Notes on records of every kind that an account reads, the newest first. */
export async function findNotes(db: Db, accountId: string, search: NoteSearch): Promise<NoteRow[]> {
  const { scope, words, after = null, since, limit } = search;
  const { rows } = await sql<NoteRow>`
    ${ROWS} where ${SCOPES[scope](accountId)}
      and (n.removed_at is null or n.removed_at >= ${since.toISOString()}::timestamptz)
      and (${after}::bigint is null or n.id < ${after}::bigint)
      and not exists (select from unnest(${[...words]}::text[]) word where position(word in n.folded) = 0)
    order by n.id desc limit ${limit}`.execute(db);
  return rows;
}

/** An own note, removed or not. */
export async function ownNote(db: Db, accountId: string, id: string): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`
    ${ROWS} where n.id = ${id}::bigint and n.author_id = ${accountId}::bigint`.execute(db);
  return rows[0];
}

export async function noteByKey(db: Db, accountId: string, clientKey: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text from record_note where author_id = ${accountId}::bigint and client_key = ${clientKey}`.execute(db);
  return rows[0]?.id;
}

/** Own notes that are there, and those that are removed and not yet gone. */
export async function countNotes(db: Db, accountId: string): Promise<{ kept: number; all: number }> {
  const { rows } = await sql<{ kept: number; all: number }>`
    select count(*) filter (where removed_at is null)::integer as kept, count(*)::integer as all
    from record_note where author_id = ${accountId}::bigint`.execute(db);
  return rows[0] ?? { kept: 0, all: 0 };
}

export async function insertNote(
  trx: Db,
  note: NoteText & {
    readonly objectApiName: string;
    readonly recordId: string;
    readonly authorId: string;
    readonly clientKey: string;
  },
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into record_note (object_api_name, record_id, author_id, client_key, institution_id, body, folded, created_at)
    values (${note.objectApiName}, ${note.recordId}::bigint, ${note.authorId}::bigint, ${note.clientKey},
      ${note.institutionId}::bigint, ${note.body}, ${note.folded}, ${at.toISOString()}::timestamptz)
    returning id::text`.execute(trx);
  return rows[0]?.id ?? '';
}

/** Changes an own note at a version and keeps what it was, the last `kept` times; false where it is at another version. */
export async function changeNote(
  trx: Db,
  id: string,
  version: number,
  { body, folded, institutionId }: NoteText,
  at: Date,
  kept: number,
): Promise<boolean> {
  const when = sql`${at.toISOString()}::timestamptz`;
  await sql`select 1 from record_note where id = ${id}::bigint for update`.execute(trx);
  const { rows } = await sql`
    insert into record_note_version (note_id, version, body, is_shared, until)
    select id, version, body, institution_id is not null, ${when} from record_note
    where id = ${id}::bigint and version = ${version} and removed_at is null returning version`.execute(trx);
  if (rows.length === 0) return false;
  await sql`
    update record_note set body = ${body}, folded = ${folded}, institution_id = ${institutionId}::bigint,
      edited_at = ${when}, version = version + 1
    where id = ${id}::bigint`.execute(trx);
  await sql`
    delete from record_note_version where note_id = ${id}::bigint and version <= ${version - kept}`.execute(trx);
  return true;
}

/** Says whom a note mentions. Gives those whom it did not mention before. */
export async function putMentions(trx: Db, id: string, accountIds: readonly string[]): Promise<string[]> {
  const named = sql`${[...accountIds]}::bigint[]`;
  await sql`
    delete from record_note_mention where note_id = ${id}::bigint and account_id <> all(${named})`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    insert into record_note_mention (note_id, account_id) select ${id}::bigint, unnest(${named})
    on conflict do nothing returning account_id::text as id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Removes an own note, or takes that back with a null. */
export async function setNoteRemoved(trx: Db, accountId: string, id: string, at: Date | null): Promise<void> {
  await sql`
    update record_note set removed_at = ${at?.toISOString() ?? null}::timestamptz
    where id = ${id}::bigint and author_id = ${accountId}::bigint
      and (removed_at is null) = (${at?.toISOString() ?? null}::timestamptz is not null)`.execute(trx);
}

/** Notes that were removed before this are gone. */
export async function purgeNotes(trx: Db, before: Date): Promise<void> {
  await sql`delete from record_note where removed_at < ${before.toISOString()}::timestamptz`.execute(trx);
}

export async function versionsOf(db: Db, id: string) {
  const { rows } = await sql<{ version: number; body: string; is_shared: boolean; until: string }>`
    select version, body, is_shared, until from record_note_version where note_id = ${id}::bigint
    order by version desc`.execute(db);
  return rows;
}

/** The institution that staff linked an account to. */
export async function institutionOf(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select institution_id::text as id from investor_link where account_id = ${accountId}::bigint`.execute(db);
  return rows[0]?.id ?? null;
}

/** Others who are linked to the institution of an account, by a part of their name. */
export async function colleaguesOf(
  db: Db,
  accountId: string,
  { text = '', ids, limit }: { readonly text?: string; readonly ids?: readonly string[]; readonly limit: number },
): Promise<NotePerson[]> {
  const { rows } = await sql<NotePerson>`
    select a.id::text, a.name from investor_link mine
      join investor_link l on l.institution_id = mine.institution_id join account a on a.id = l.account_id
    where mine.account_id = ${accountId}::bigint and a.id <> ${accountId}::bigint
      and a.closed_at is null and a.frozen_at is null and position(lower(${text}) in lower(a.name)) > 0
      and (${ids === undefined} or a.id = any(${[...(ids ?? [])]}::bigint[]))
    order by a.name, a.id limit ${limit}`.execute(db);
  return rows;
}

/** Takes away what an account wrote, and that others mention it. */
export async function deleteNotes(trx: Db, accountId: string): Promise<void> {
  await sql`delete from record_note where author_id = ${accountId}::bigint`.execute(trx);
  await sql`delete from record_note_mention where account_id = ${accountId}::bigint`.execute(trx);
}

/** What an account wrote, with what it was before. */
export async function copiedNotes(db: Db, accountId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select n.object_api_name as "objectApiName", n.record_id::text as "recordId", n.body,
      n.institution_id is not null as "isShared", n.created_at as "createdAt", n.edited_at as "editedAt",
      n.removed_at as "removedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('body', v.body, 'until', v.until) order by v.version)
        from record_note_version v where v.note_id = n.id), '[]') as before
    from record_note n where n.author_id = ${accountId}::bigint order by n.id`.execute(db);
  return rows;
}
