import type { AlertLineKind } from '#schemas/api/alerts.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { Db } from '#server/db/database.ts';
import { askerOf } from '#server/features/alerts/base/askers.ts';
import { subscriptionsOf } from '#server/features/alerts/base/queries.ts';
import { SOURCES } from '#server/features/alerts/base/sources.ts';
import { targetsOf } from '#server/features/alerts/base/targets.ts';
import { Unfit } from '#server/features/alerts/base/trial.ts';
import type { DueHit } from './queries.ts';
import { correctionIn, goneLine } from './corrections.ts';
import type { Line } from './line.ts';
import { lineFields, recordWords, saidOf } from './record-words.ts';
import { isVisitor, visitedAt, visitorFields, visitorWords } from './visitor-line.ts';

export interface LineDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly now: () => Date;
}

/** Hits in words as the user may read them now. */
export interface Lines {
  readonly lines: readonly Line[];
  /** Records that are there and that the user may no longer list. */
  readonly hidden: number;
  /** Subscriptions whose condition the user may no longer ask. */
  readonly unfit: readonly { readonly id: string; readonly reason: string }[];
}

/** Records of one page of a list. */
const AT_ONCE = 100;
const ORDER: readonly AlertLineKind[] = ['entered', 'changed', 'corrected', 'left'];

interface Open {
  readonly hits: readonly DueHit[];
  readonly unfit: { id: string; reason: string }[];
  readonly names: ReadonlyMap<string, string>;
}

/** Puts hits into words by the rights that a user has at this moment: one line for each record. */
export async function linesOf(deps: LineDeps, hits: readonly DueHit[], actor: Member): Promise<Lines> {
  const { hits: open, unfit, names } = await openHits(deps, hits, actor);
  const lines: Line[] = [];
  let hidden = 0;
  for (const [apiName, some] of Map.groupBy(open, (hit) => hit.object_api_name)) {
    const object = deps.catalog.find(apiName);
    const told = object && (await objectLines(deps, object, some, actor, names));
    if (told) lines.push(...told);
    else hidden += new Set(some.map((hit) => hit.record_id)).size;
  }
  const place = ({ isLate, kind }: Line) => (isLate ? ORDER.length : 0) + ORDER.indexOf(kind);
  const later = (one: Line, other: Line) => (BigInt(one.id) > BigInt(other.id) ? -1 : 1);
  lines.sort((one, other) => place(one) - place(other) || later(one, other));
  return { lines, hidden, unfit };
}

/** Hits of subscriptions that the user may still have. */
async function openHits({ db, catalog, now }: LineDeps, hits: readonly DueHit[], actor: Member): Promise<Open> {
  const wanted = new Set(hits.map((hit) => hit.subscription_id));
  const rows = (await subscriptionsOf(db, actor.id)).filter(({ id }) => wanted.has(id));
  const unfit: { id: string; reason: string }[] = [];
  const asker = askerOf(actor, catalog);
  for (const row of rows) {
    try {
      SOURCES[row.source].trials(row, catalog, asker);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      unfit.push({ id: row.id, reason: error.message });
    }
  }
  const targets = await targetsOf(db, catalog, rows, actor.id, { rowsOf: rowsFor(actor), today: shanghaiDay(now()) });
  const names = new Map(rows.map(({ id }) => [id, targets.get(id)?.name ?? '']));
  for (const { id, source } of rows)
    if (SOURCES[source].of && !targets.has(id)) unfit.push({ id, reason: '订阅的内容已删除，或不再对您开放' });
  const closed = new Set(unfit.map(({ id }) => id));
  return {
    hits: hits.filter((hit) => names.has(hit.subscription_id) && !closed.has(hit.subscription_id)),
    unfit,
    names,
  };
}

/** The lines of the records of one object; undefined where its list is closed to the user. */
async function objectLines(
  { catalog, reader, now }: LineDeps,
  object: CatalogObject,
  hits: readonly DueHit[],
  actor: Member,
  names: ReadonlyMap<string, string>,
): Promise<Line[] | undefined> {
  let access;
  try {
    access = listAccess(object, actor, now(), catalog);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
  const open = new Map(listableFields(object, actor).map((field) => [field.apiName, field.label]));
  const byRecord = Map.groupBy(hits, (hit) => hit.record_id);
  const ids = [...byRecord.keys()];
  const rows: RecordRow[] = [];
  const readable = new Set(open.keys());
  const fields = isVisitor(object) ? visitorFields(readable) : lineFields(object, readable);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const query = { ids: ids.slice(from, from + AT_ONCE), owner: access.owner, fields, pageSize: AT_ONCE };
    rows.push(...(await reader.list(object, query, access.scope)).list);
  }
  const there = new Set(rows.map(({ id }) => id));
  const gone = [...byRecord].flatMap(([id, own]) => (there.has(id) ? [] : goneLine(object, own, open, names)));
  return [...rows.flatMap((row) => lineOf(object, row, byRecord.get(row.id) ?? [], open, names)), ...gone];
}

function lineOf(
  object: CatalogObject,
  row: RecordRow,
  hits: readonly DueHit[],
  open: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): Line[] {
  const reported = hits.filter(({ kind }) => kind !== 'corrected').flatMap(({ fields }) => fields);
  const changed = [...new Set(reported)].flatMap((name) => open.get(name) ?? []);
  // Of visitors nothing is kept beside their visits, which they may delete.
  const said = isVisitor(object) ? {} : saidOf(object, row);
  const correction = correctionIn(object, row, hits, open);
  // A change of nothing but fields that are closed to the user is none to them.
  const shown = hits.filter((hit) =>
    hit.kind === 'corrected' ? correction !== '' : hit.kind !== 'changed' || changed.length > 0,
  );
  const [latest] = shown;
  if (!latest) return [];
  // What was said of it before is corrected, not said as new by another subscription.
  const isCorrected = shown.some((hit) => hit.kind === 'corrected');
  const kind = isCorrected ? 'corrected' : (ORDER.find((one) => shown.some((hit) => hit.kind === one)) ?? latest.kind);
  const what = { entered: '', changed: `更新 ${changed.join('、')}`, corrected: correction, left: '不再符合' }[kind];
  const subscriptions = new Set(shown.map((hit) => hit.subscription_id));
  const met = [...new Set([...subscriptions].flatMap((id) => names.get(id) || []))];
  return [
    {
      id: latest.id,
      kind,
      record: { object: object.apiName, id: row.id },
      text: isVisitor(object) ? visitorWords(object, row, kind) : recordWords(object, said, what, latest.first_seen_at),
      names: met,
      link: `/insight/${object.apiName}/${row.id}`,
      isLate: shown.every(({ is_late: isLate }) => isLate),
      subscriptions,
      at: isVisitor(object) ? visitedAt(row, latest.at) : latest.at,
      hits: hits.map(({ id }) => id),
      said,
    },
  ];
}
