import { setImmediate } from 'node:timers/promises';
import type { ImpactSlice } from '#schemas/api/metadata-impact.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { resolveOptions } from '#generators/options.ts';
import { liveFields } from '#generators/object.ts';
import { tableOf } from '#generators/storage.ts';
import { type Tightening, tightenings } from '#shared/metadata/tightened.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries, type Row } from '#server/db/read-queries.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { RateStore } from '#server/core/records/rate-store.ts';
import { judgeOf, partFor } from './judged-rules.ts';
import { type Lost, lossesOf, recastsTo, shownLoss } from './losses.ts';
import { recordsAlike } from '#server/core/records/unique-queries.ts';
import { countFailures, namesOf, type Slice, valuesAfter, valuesReader } from './queries.ts';

/** Ids that one answer names for each thing that records fail. */
const MOST_IDS = 500;
/** Records named with what they are called. */
const MOST_NAMES = 5;
/** Records that one statement counts, and those that are read at once to be judged by rules. */
const COUNTED = 50_000;
const READ = 5000;
/** Records judged before other requests have their turn: a few milliseconds. */
const BREATH = 500;
/** Records of one answer: about a second of work. */
const OF_LIMITS = 200_000;
const OF_RULES = 50_000;

/** Where the first answer begins. */
export const FIRST = '0';

export interface ImpactDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly rates: RateStore;
  readonly now: () => Date;
}

interface Found {
  count: number;
  readonly ids: string[];
}

/** What a change asks of records that is new, with the definitions resolved; empty for an object that has no records yet. */
export function tightened(catalog: Catalog, to: ObjectDefinition): readonly Tightening[] {
  const from = catalog.find(to.apiName);
  if (!from || from.isSystem) return [];
  return tightenings(from.definition, resolveOptions(to, catalog.optionSets));
}

/**
 * Counts, among the next records behind an id, those that a changed definition would refuse and the saved one does not.
 * Reads only, statement by statement, and lets other work have its turn: no writer waits for it. The caller goes on with
 * `after` until it is null, or stops.
 */
export async function impactSlice(
  { database, catalog, rates, now }: ImpactDeps,
  to: ObjectDefinition,
  begin: string,
): Promise<ImpactSlice> {
  const asked = tightened(catalog, to);
  const found = new Map<string, Found>(asked.map(({ key }) => [key, { count: 0, ids: [] }]));
  const note = (key: string, count: number, ids: readonly string[]) => {
    const one = found.get(key);
    if (!one) return;
    one.count += count;
    one.ids.push(...ids.slice(0, MOST_IDS - one.ids.length));
  };
  const whole = resolveOptions(to, catalog.optionSets);
  const [table, kept] = [tableOf(to), catalog.object(to.apiName)];
  const limits = asked.flatMap(({ key, field: apiName, limit }) => {
    const field = whole.fields.find((one) => one.apiName === apiName);
    const saved = kept.saved.fields.find((one) => one.apiName === apiName);
    // What is kept is of the old type.
    const stored = saved && field && saved.type !== field.type ? saved : field;
    return limit && stored ? [{ key, field: stored, limit, isStored: saved !== undefined }] : [];
  });
  const stored = limits.filter(({ isStored }) => isStored);
  const rules = new Map(asked.flatMap(({ key, rule }) => (rule === undefined ? [] : [[rule, key] as const])));
  const [size, most] = rules.size > 0 ? [OF_RULES, OF_RULES] : [COUNTED, OF_LIMITS];

  const part = partFor(whole, new Set(rules.keys()));
  const judge = judgeOf(part, new Set(rules.keys()));
  const recasts = recastsTo(catalog, to);
  const saved = new Map(kept.saved.fields.map((field) => [field.apiName, field]));
  const recast = new Map(recasts.map((one) => [one.to.apiName, one.from]));
  const read = liveFields(part).flatMap((field) =>
    saved.has(field.apiName) && !isSealed(field) ? [recast.get(field.apiName) ?? field] : [],
  );
  const readers = recasts.filter(({ to: { apiName } }) => read.some((field) => field.apiName === apiName));
  const [reads, valuesOf] = [new ReadQueries(database.pool, false), valuesReader(read, readers)];
  const context = {
    user: { id: '', roles: ['staff'] },
    today: shanghaiDay(now()),
    rates: await rates.table(database.db),
  };

  let [checked, after]: [number, string | null] = [0, begin];
  const lost = new Map<string, Lost>();
  const isAsked = asked.length + recasts.length > 0;
  while (isAsked && after !== null && checked < most) {
    const slice: Slice = await countFailures(database.db, table, stored, after, size, MOST_IDS);
    for (const [index, { key }] of stored.entries()) {
      const { count = 0, ids = [] } = slice.counted[index] ?? {};
      note(key, count, ids);
    }
    for (let at = after, left = rules.size > 0 ? slice.checked : 0; left > 0;) {
      const rows: readonly Row[] = await reads.run(valuesAfter(table, read, at, Math.min(left, READ)));
      for (const [index, row] of rows.entries()) {
        if (index % BREATH === 0) await setImmediate();
        for (const rule of judge(valuesOf(row), context)) note(rules.get(rule) ?? '', 1, [String(row[0])]);
      }
      at = String(rows.at(-1)?.[0] ?? at);
      left = rows.length === 0 ? 0 : left - rows.length;
    }
    // A field without a column yet is empty in all of them.
    for (const { key } of limits.filter(({ isStored }) => !isStored)) note(key, slice.checked, []);
    for (const one of recasts) await lossesOf(database.db, table, one, { after, size }, lost);
    checked += slice.checked;
    after = slice.checked < size ? null : slice.last;
  }
  if (!isAsked) after = null;
  // What is alike may be anywhere: asked once, by the first answer.
  for (const { key, unique } of begin === FIRST ? asked : []) {
    if (!unique) continue;
    const { count, ids } = await recordsAlike(database.db, table, unique, MOST_IDS);
    note(key, count, ids);
  }

  const shown = [...lost.values()].map(shownLoss);
  const first = new Set([
    ...[...found.values()].flatMap(({ ids }) => ids.slice(0, MOST_NAMES)),
    ...shown.flatMap(({ values }) => values.flatMap(({ ids }) => ids)),
  ]);
  const names = new Map(
    (await namesOf(database.db, table, kept.definition.nameField, [...first])).map(({ id, name }) => [id, name]),
  );
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: names.get(id) ?? `#${id}` }));
  return {
    checked,
    after,
    losses: shown.map(({ values, ...loss }) => ({
      ...loss,
      values: values.map(({ ids, ...value }) => ({ ...value, first: named(ids) })),
    })),
    failing: asked.map(({ key, field, words, filter }) => {
      const { count = 0, ids = [] } = found.get(key) ?? {};
      return {
        key,
        field,
        words,
        count,
        ids: [...ids],
        first: named(ids.slice(0, MOST_NAMES)),
        ...(filter && { filter }),
      };
    }),
  };
}
