import { isBackdated } from '#generators/backdated.ts';
import type { AlertKind } from '#schemas/api/alerts.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ChangeRow } from '#server/core/changes/queries.ts';
import type { Db } from '#server/db/database.ts';
import { dayField } from '#server/features/alerts/base/day-field.ts';
import { changeMembers, membersAmong, rowsWithin } from '#server/features/alerts/base/member-queries.ts';
import { trialStatement } from '#server/features/alerts/base/selection.ts';
import { Unfit } from '#server/features/alerts/base/trial.ts';
import { type Cause, CausesOf } from './causes.ts';
import { atItsTime, hitOf } from './met.ts';
import { type CurrentRecord, currentRecords, hasQuietBehind, type NewHit } from './queries.ts';
import type { Asked } from './trial-index.ts';

export interface KeptDeps {
  readonly catalog: Catalog;
  readonly now: () => Date;
  /** A user with the rights of this moment, read in a transaction; undefined where the account is closed or frozen. */
  readonly memberIn: (trx: Db, accountId: string) => Promise<Member | undefined>;
}

/** A page of the log, and what was asked when it was read. */
interface Page {
  readonly entries: readonly ChangeRow[];
  readonly isOlder: (asked: Asked, xid: string) => boolean;
}

interface KeptOutcome {
  readonly hits: readonly NewHit[];
  readonly unfit: readonly { readonly id: string; readonly reason: string }[];
}

/** Did a record meet a subscription before the page, and does it now? */
interface Place {
  readonly asked: Asked;
  readonly object: CatalogObject;
  readonly causes: readonly Cause[];
  readonly was: boolean;
  readonly is: boolean;
}

/**
 * What met conditions that only the database can try. Records that a page concerns are asked about as they are now, and
 * compared with those that met the condition before; what a page did in between is not seen. Bulk work is followed
 * without a word.
 */
export async function keptHits(
  trx: Db,
  deps: KeptDeps,
  kept: readonly Asked[],
  { entries, isOlder }: Page,
): Promise<KeptOutcome> {
  const hits: NewHit[] = [];
  const unfit: { id: string; reason: string }[] = [];
  const causesOf = new CausesOf(trx, deps.catalog, entries);
  // A view that was edited a moment ago is none of what its members are known of.
  const settled = kept.filter(({ subscription }) => subscription.kept === subscription.state);
  const alike = Map.groupBy(settled, ({ trial: { objectApiName, condition, keyword } }) =>
    JSON.stringify([objectApiName, condition, keyword]),
  );
  for (const some of alike.values()) {
    const [first] = some;
    const object = first && deps.catalog.find(first.trial.objectApiName);
    if (!object) continue;
    const causes = await causesOf.trial(first.trial, object);
    for (const asked of some) {
      const own = new Map<string, Cause[]>();
      for (const [id, all] of causes) {
        const later = all.filter(({ entry }) => !isOlder(asked, entry.xid));
        if (later.length > 0) own.set(id, later);
      }
      try {
        hits.push(...(await hitsOf(trx, deps, asked, object, own, entries)));
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        unfit.push({ id: asked.subscription.id, reason: error.message });
      }
    }
  }
  return { hits, unfit };
}

async function hitsOf(
  trx: Db,
  deps: KeptDeps,
  asked: Asked,
  object: CatalogObject,
  causes: ReadonlyMap<string, readonly Cause[]>,
  entries: readonly ChangeRow[],
): Promise<NewHit[]> {
  const { subscription, trial } = asked;
  const ids = [...causes.keys()];
  const member = ids.length > 0 ? await deps.memberIn(trx, subscription.account_id) : undefined;
  if (!member) return [];
  const found = await rowsWithin(trx, await trialStatement(trx, deps, { trial, member, ids }));
  const now = new Set(found.map(([id]) => String(id)));
  const before = await membersAmong(trx, subscription.id, object.apiName, ids);
  await changeMembers(trx, subscription.id, object.apiName, {
    added: ids.filter((id) => now.has(id) && !before.has(id)),
    gone: ids.filter((id) => !now.has(id) && before.has(id)),
  });
  const places = ids.map((id) => {
    const place = { asked, object, causes: causes.get(id) ?? [], was: before.has(id), is: now.has(id) };
    return { id, place, kind: kindOf(place) };
  });
  const told = places.filter(({ kind }) => kind !== undefined && trial.kinds.has(kind));
  if (told.length === 0) return [];
  const day = dayField(object.definition);
  const wanted = told.map(({ id }) => id);
  const current = await currentRecords(trx, object.table, day && object.field(day.apiName) ? [day] : [], wanted);
  const records = new Map(current.map((record) => [record.id, record]));
  const last = entries.at(-1);
  const concerned = [...new Set(entries.map(({ objectApiName }) => objectApiName))];
  const isBulkAhead = last !== undefined && (await hasQuietBehind(trx, [object.apiName, ...concerned], last));
  return told.flatMap(({ id, place, kind }) => {
    const record = records.get(id);
    return (record && kind && placeHit(place, kind, record, isBulkAhead, deps.now())) ?? [];
  });
}

/** What is no news: bulk work, and what was away and came back. */
const isNews = ({ entry: { quiet, kind } }: Cause): boolean => !quiet && kind !== 'restored';

/** What happened to a record, where something that is news made it happen. */
function kindOf({ causes, was, is }: Place): AlertKind | undefined {
  const news = causes.filter(isNews);
  if (was && is) return news.some(({ isOwn }) => isOwn) ? 'changed' : undefined;
  if (was === is || !news.some(({ decides }) => decides)) return undefined;
  return is ? 'entered' : 'left';
}

function placeHit(
  { asked, object, causes }: Place,
  kind: AlertKind,
  record: CurrentRecord,
  isBulkAhead: boolean,
  now: Date,
): NewHit | undefined {
  const news = causes.filter((cause) => isNews(cause) && (kind === 'changed' ? cause.isOwn : cause.decides));
  const xid = news.reduce((latest, { entry }) => (BigInt(entry.xid) > BigInt(latest) ? entry.xid : latest), '0');
  const own = news.filter(({ isOwn }) => isOwn);
  const fields = new Set(own.flatMap(({ entry }) => entry.fields));
  const isDerived = own.every(({ entry }) => entry.derived);
  const change = { record, xid, before: undefined, after: record.values, fields, isDerived };
  const hit = hitOf({ object, kind, asked, change, now });
  if (!hit || kind !== 'entered') return hit;
  // What entered by a record of another object is as old as what that record is about.
  const through = news.filter(({ isOwn }) => !isOwn).map(({ entry }) => entry.eventOn);
  const isOld = (event: string | null) => isBackdated(event, now.toISOString());
  const isFresh = (own.length > 0 && !hit.late) || through.some((event) => !isOld(event));
  // Which of bulk work and a single change brought it in is not known then.
  const late = !isFresh || isBulkAhead || causes.some(({ entry }) => entry.quiet);
  const event = own.length > 0 ? hit.event : (through.at(-1) ?? hit.event);
  return atItsTime({ ...hit, event, late }, asked, now);
}
