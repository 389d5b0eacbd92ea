import type { RecordValues } from '#schemas/metadata/value.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import { noteWritten } from '#server/db/committed.ts';
import type { Db } from '#server/db/database.ts';
import type { LogInsert } from '#server/core/changes/queries.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { type DerivedGroup, edgeLinks, isLed, type LedGroup, stepsOf, turnKey, turnOf } from './plan.ts';
import { sameKept } from './same-kept.ts';
import { insertMarks, type Mark, markReferrers } from './queries.ts';
import { type Edge, edgeLinksOf, removeEdges } from './finding/edge-queries.ts';

/** The part of a catalog object that says what is worked out of its records, and for them. */
export interface DerivedObject {
  readonly apiName: string;
  readonly table: string;
  /** Groups of any object that read the records of this one. */
  readonly readBy: readonly DerivedGroup[];
  /** Groups of any object that find what they read by way of the records of this one. */
  readonly ledBy: readonly LedGroup[];
  /** Groups whose values belong to the records of this one. */
  readonly groups: readonly DerivedGroup[];
}

/** A record before and after a write; `old` is absent for a new one, `next` for one that is removed. */
export interface ChangedRecord {
  readonly id: string;
  readonly old?: RecordValues | undefined;
  readonly next?: RecordValues | undefined;
}

/** Does a write change something that the answer of a group follows from? */
function concerns({ reads, source }: DerivedGroup, { old, next }: ChangedRecord): boolean {
  // When a record changed last is in no values.
  if (!old || !next || reads.has('updatedAt')) return true;
  return source.fields.some(
    (field) => reads.has(field.apiName) && !sameKept(field, old[field.apiName], next[field.apiName]),
  );
}

/** Does a write change which homes a record in between leads to, or what to? */
const movesWay = ({ way }: LedGroup, { old, next }: ChangedRecord): boolean =>
  !old || !next || [...way.from, ...way.to].some((link) => !sameKept(link, old[link.apiName], next[link.apiName]));

/** The homes that a record is worked out for, before the write and after it. */
const homesOf = (links: readonly { readonly apiName: string }[], { old, next }: ChangedRecord): string[] =>
  [old, next].flatMap((values) => links.flatMap(({ apiName }) => linkIds(values?.[apiName])));

/** The records whose roll-ups follow from what changed in these ones without a step in between, as `object id`. */
export const parentsOf = ({ readBy }: DerivedObject, records: readonly ChangedRecord[]): Set<string> =>
  new Set(
    readBy.flatMap((group) =>
      group.kind === 'rollup' && !isLed(group)
        ? records
            .filter((record) => concerns(group, record))
            .flatMap((record) => homesOf(group.links, record).map((id) => `${group.home.apiName} ${id}`))
        : [],
    ),
  );

/** Marks that were appended in a transaction, for the process that wrote them to work off after the commit. */
const APPENDED = new WeakMap<Db, Mark[]>();

/** Takes note of the marks of a transaction. */
function remember(trx: Db, marks: readonly Mark[]): void {
  const known = APPENDED.get(trx);
  if (known) known.push(...marks);
  else APPENDED.set(trx, [...marks]);
}

/** The marks that were appended in a transaction. */
export const marksOf = (trx: Db): readonly Mark[] => APPENDED.get(trx) ?? [];

/**
 * Marks every record whose values follow from these ones, in the transaction that writes them and after it has written
 * them, and writes down what happened to them. Nothing is locked but what is written anyway, and nothing is worked out.
 * True where something was marked.
 */
export async function noteChanges(
  trx: Db,
  object: DerivedObject,
  records: readonly ChangedRecord[],
  logs: readonly LogInsert[],
): Promise<boolean> {
  if (records.length === 0) return false;
  const created = idsOf(records.filter(({ old }) => !old));
  await noteWritten(trx, { objectApiName: object.apiName, ids: idsOf(records), created });
  const edges = await keepEdges(trx, object, records);
  const cause = records.length === 1 ? `${object.apiName}#${records[0]?.id ?? ''}` : object.apiName;
  const marks = new Map<string, Mark>();
  let hasMarked = false;
  const add = (mark: Mark) => marks.set(`${mark.groupKey} ${mark.recordId}`, mark);
  for (const group of object.readBy) {
    const changed = records.filter((record) => concerns(group, record));
    if (changed.length === 0) continue;
    const about = { objectApiName: group.home.apiName, groupKey: group.key };
    if (isLed(group)) {
      const turn = { objectApiName: turnOf(group).apiName, groupKey: turnKey(group) };
      const ids = group.way.to.length > 0 ? idsOf(changed) : changed.flatMap((record) => homesOf(group.links, record));
      for (const recordId of ids) add({ ...turn, recordId });
    } else if (group.kind === 'rollup')
      for (const recordId of changed.flatMap((record) => homesOf(group.links, record))) add({ ...about, recordId });
    else {
      await markReferrers(trx, { ...about, link: group.link.apiName }, idsOf(changed), cause);
      hasMarked = true;
    }
  }
  for (const group of object.ledBy)
    for (const record of records.filter((one) => movesWay(group, one)))
      for (const recordId of homesOf(group.way.from, record))
        add({ objectApiName: group.home.apiName, groupKey: group.key, recordId });
  for (const group of object.groups)
    for (const record of records.filter((one) => isOwn(group, one)))
      add({ objectApiName: object.apiName, groupKey: group.key, recordId: record.id });
  const list = [...marks.values()];
  await insertMarks(trx, { marks: list, cause, edges, logs });
  remember(trx, list);
  return list.length > 0 || hasMarked;
}

/** Marks records because something was stated of their values, in the transaction that keeps it. */
export async function markFields(
  trx: Db,
  object: DerivedObject,
  values: readonly { readonly recordId: string; readonly field: string; readonly source: string }[],
): Promise<void> {
  const marks = values.flatMap(({ recordId, field }) =>
    object.groups
      .filter(({ fields }) => fields.some(({ apiName }) => apiName === field))
      .map(({ key }): Mark => ({ objectApiName: object.apiName, groupKey: key, recordId })),
  );
  const list = [...new Map(marks.map((mark) => [`${mark.groupKey} ${mark.recordId}`, mark])).values()];
  const sources = new Set(values.map(({ source }) => source));
  await insertMarks(trx, { marks: list, cause: sources.size === 1 ? `stated:${[...sources][0] ?? ''}` : 'stated' });
  remember(trx, list);
}

/** Marks all that is worked out of others for some records, where what follows from no write has changed. */
export async function markGroups(trx: Db, object: DerivedObject, ids: readonly string[], cause: string): Promise<void> {
  const marks = object.groups.flatMap(({ key }) =>
    ids.map((recordId) => ({ objectApiName: object.apiName, groupKey: key, recordId })),
  );
  await insertMarks(trx, { marks, cause });
  remember(trx, marks);
}

const idsOf = (records: readonly ChangedRecord[]): string[] => records.map(({ id }) => id);

/** Does a write change what a record's own look-ups follow from? Its roll-ups follow from others alone. */
function isOwn(group: DerivedGroup, { old, next }: ChangedRecord): boolean {
  if (!next || group.kind !== 'lookup') return false;
  return !sameValue(old?.[group.link.apiName], next[group.link.apiName]);
}

const edgeLinksHere = ({ apiName, readBy, ledBy }: DerivedObject) => edgeLinks(apiName, [...readBy, ...ledBy]);

/** Ids of the links whose edges are kept; they stay as long as the database does. */
const LINK_IDS = new WeakMap<DerivedObject, ReadonlyMap<string, number>>();

/** The links of an object whose edges are kept, by field; a link that another process has just begun is not among them. */
async function linkIdsOf(db: Db, object: DerivedObject): Promise<ReadonlyMap<string, number>> {
  const wanted = edgeLinksHere(object);
  const kept = LINK_IDS.get(object);
  if (kept && wanted.every(({ apiName }) => kept.has(apiName))) return kept;
  const ids = new Map((await edgeLinksOf(db, object.apiName)).map(({ field, id }) => [field, id]));
  LINK_IDS.set(object, ids);
  return ids;
}

/** The links that a group finds its records by and whose edges are kept, as `object.field`. */
export async function edgesOf(
  db: Db,
  catalog: { object: (apiName: string) => DerivedObject },
  group: DerivedGroup,
): Promise<ReadonlyMap<string, number>> {
  const edges = new Map<string, number>();
  for (const { apiName } of new Set(stepsOf(group).map(({ object }) => object)))
    for (const [field, id] of await linkIdsOf(db, catalog.object(apiName))) edges.set(`${apiName}.${field}`, id);
  return edges;
}

/** Removes the edges that lists of references have lost, and gives those that they have gained. */
async function keepEdges(trx: Db, object: DerivedObject, records: readonly ChangedRecord[]): Promise<Edge[]> {
  const links = edgeLinksHere(object);
  if (links.length === 0) return [];
  const known = await linkIdsOf(trx, object);
  const [gone, come]: [Edge[], Edge[]] = [[], []];
  for (const { apiName } of links) {
    const linkId = known.get(apiName);
    if (linkId === undefined) continue;
    for (const { id: child, old, next } of records) {
      const [before, after] = [linkIds(old?.[apiName]), linkIds(next?.[apiName])];
      gone.push(...before.filter((parent) => !after.includes(parent)).map((parent) => ({ linkId, parent, child })));
      come.push(...after.filter((parent) => !before.includes(parent)).map((parent) => ({ linkId, parent, child })));
    }
  }
  await removeEdges(trx, gone);
  return come;
}
