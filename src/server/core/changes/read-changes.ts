import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import {
  type ChangeKind,
  type ChangeRow,
  logState,
  objectRowsBehind,
  type Place,
  rowsBehind,
  visibleBehind,
} from './queries.ts';

/** What happened to one record within a page. */
export interface RecordChange extends Omit<ChangeRow, 'xid'> {
  readonly fields: readonly string[];
}

/** Changes in the order in which they became final, the latest of each record. */
export interface ChangePage {
  readonly changes: readonly RecordChange[];
  /** Where the next page begins; a page without changes has one too. */
  readonly cursor: string;
  /** More is there already. */
  readonly more: boolean;
}

const NUMBER = /^(?:0|[1-9][0-9]{0,19})$/;

const write = (epoch: string, { xid, seq }: Place): string => `${epoch}.${xid}.${seq}`;

function read(cursor: string): { readonly epoch: string; readonly place: Place } {
  const [epoch = '', xid = '', seq = '', more] = cursor.split('.');
  if (!NUMBER.test(xid) || !NUMBER.test(seq) || more !== undefined) {
    const message = '变更位置无法识别';
    throw new Failure('INVALID_QUERY', message, [{ field: 'cursor', message }]);
  }
  return { epoch, place: { xid, seq } };
}

const isBefore = (one: Place, other: Place): boolean =>
  BigInt(one.xid) < BigInt(other.xid) || (one.xid === other.xid && BigInt(one.seq) < BigInt(other.seq));

/** What a later change of a record is together with an earlier one that the reader has not seen either. */
function kindOf(earlier: ChangeKind, later: ChangeKind): ChangeKind {
  return earlier !== 'updated' && later === 'updated' ? earlier : later;
}

function joined(earlier: RecordChange, later: RecordChange): RecordChange {
  return {
    ...later,
    kind: kindOf(earlier.kind, later.kind),
    fields: [...new Set([...earlier.fields, ...later.fields])],
    quiet: earlier.quiet && later.quiet,
    derived: earlier.derived && later.derived,
  };
}

/** The latest change of each record, at its place. */
function compacted(rows: readonly ChangeRow[]): RecordChange[] {
  const byRecord = new Map<string, RecordChange>();
  for (const { xid: _xid, ...row } of rows) {
    const key = `${row.objectApiName} ${row.id}`;
    const earlier = byRecord.get(key);
    byRecord.delete(key);
    byRecord.set(key, earlier ? joined(earlier, row) : row);
  }
  return [...byRecord.values()];
}

/** Where a reader begins who takes all records as they are from now on. */
export async function newestCursor(db: Db): Promise<string> {
  const { epoch, now } = await logState(db);
  return write(epoch, now);
}

/**
 * The changes behind a cursor, of `limit` entries of the log. Each change is given at least once and none is missed, however
 * long its transaction took; a record may have changed again since, so that what it holds is read from itself.
 * @throws Failure CHANGES_EXPIRED where changes behind the cursor are no longer kept, or the database is another one than
 * that of the cursor: all records are to be read again. INVALID_QUERY for a text that is no cursor.
 */
export async function readChanges(db: Db, cursor: string, limit: number): Promise<ChangePage> {
  const { epoch, place } = read(cursor);
  const rows = await rowsBehind(db, place, limit);
  // Asked last: had anything been removed before the rows were read, this says so.
  const state = await logState(db);
  if (state.epoch !== epoch || isBefore(place, state.cut)) throw new Failure('CHANGES_EXPIRED');
  return { changes: compacted(rows), cursor: write(epoch, rows.at(-1) ?? place), more: rows.length === limit };
}

/** Entries of the log one by one, each with the transaction that wrote it. */
export interface EntryPage {
  readonly entries: readonly ChangeRow[];
  readonly cursor: string;
  readonly more: boolean;
}

/** As `readChanges`, with nothing joined: for who has to know what each transaction did. @throws Failure CHANGES_EXPIRED */
export async function readEntries(db: Db, cursor: string, limit: number): Promise<EntryPage> {
  const { epoch, place } = read(cursor);
  const entries = await rowsBehind(db, place, limit);
  const state = await logState(db);
  if (state.epoch !== epoch || isBefore(place, state.cut)) throw new Failure('CHANGES_EXPIRED');
  return { entries, cursor: write(epoch, entries.at(-1) ?? place), more: entries.length === limit };
}

/** A record of one object that changed, and by which fields; of one that was made or removed they are not known. */
export interface ChangedRecord {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly fields: ReadonlySet<string>;
}

/** Changes of one object, each record once, and where the next page begins. */
export interface ObjectChangePage {
  readonly records: readonly ChangedRecord[];
  readonly cursor: string;
  readonly more: boolean;
}

/**
 * As `readChanges`, of one object. The cursor goes on with the log where the object does not change, so that it stays good
 * for as long as its reader comes back in time. @throws Failure CHANGES_EXPIRED
 */
export async function readObjectChanges(
  db: Db,
  cursor: string,
  objectApiName: string,
  wanted: { readonly limit: number; readonly derived: boolean },
): Promise<ObjectChangePage> {
  const { epoch, place } = read(cursor);
  const { rows, horizon } = await objectRowsBehind(db, objectApiName, place, wanted);
  const state = await logState(db);
  if (state.epoch !== epoch || isBefore(place, state.cut)) throw new Failure('CHANGES_EXPIRED');
  const records = new Map<string, ChangedRecord>();
  for (const { id, kind, fields } of rows) {
    const earlier = records.get(id);
    records.delete(id);
    const all = new Set([...(earlier?.fields ?? []), ...fields]);
    records.set(id, { id, kind: earlier ? kindOf(earlier.kind, kind) : kind, fields: all });
  }
  const more = rows.length === wanted.limit;
  const last = more ? rows.at(-1) : undefined;
  const next = last ?? (isBefore(place, horizon) ? horizon : place);
  return { records: [...records.values()], cursor: write(epoch, next), more };
}

/** Records that were written behind a cursor, as far as they can be seen now. */
export interface VisibleChanges {
  readonly records: readonly { readonly objectApiName: string; readonly id: string }[];
  /** Where a reader goes on who wants the rest at once. */
  readonly cursor: string;
  /** Where a later reading begins, so that nothing is missed; undefined where that is still the cursor that was given. */
  readonly final: string | undefined;
  readonly more: boolean;
}

/**
 * As `readChanges`, with what is not final yet: on PostgreSQL any transaction that is still open keeps back what was committed
 * after it began. Who reads so may be given a record again, and begins the next time where all is final.
 * @throws Failure CHANGES_EXPIRED
 */
export async function readVisible(db: Db, cursor: string, limit: number): Promise<VisibleChanges> {
  const { epoch, place } = read(cursor);
  const rows = await visibleBehind(db, place, limit);
  const state = await logState(db);
  if (state.epoch !== epoch || isBefore(place, state.cut)) throw new Failure('CHANGES_EXPIRED');
  const final = rows.findLast(({ isFinal }) => isFinal);
  return {
    records: rows,
    cursor: write(epoch, rows.at(-1) ?? place),
    final: final && write(epoch, final),
    more: rows.length === limit,
  };
}
