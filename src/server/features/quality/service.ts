import type { ObjectQuality, QualityReply, QualityTile } from '#schemas/api/quality.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { fieldType, isDated } from '#generators/field-types/registry.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { measuredFields, type QualityPass } from '#server/core/quality/quality-pass.ts';
import { lastMeasures, type MeasuredField, passEnds, sharesSince } from './queries.ts';
import { tilesOf } from './tiles.ts';

export interface QualityServiceDeps {
  readonly database: Pick<Database, 'db'>;
  readonly reader: RecordReader;
  readonly quality: QualityPass;
  readonly now: () => Date;
}

/** Days of the trend. */
const TREND_DAYS = 30;
/** A record for which its source vouches on no day within so many is out of date. */
const FRESH_DAYS = 180;
/** More lines than these are one tangle. */
const MOST_LINES = 6;

type Share = Awaited<ReturnType<typeof sharesSince>>[number];

/** How good the records are, in figures that each lead to the records behind it. */
export class QualityService {
  readonly #deps: QualityServiceDeps;

  constructor(deps: QualityServiceDeps) {
    this.#deps = deps;
  }

  async read(): Promise<QualityReply> {
    const { database, quality, now } = this.#deps;
    const { db } = database;
    const measures = await lastMeasures(db);
    const shares = await sharesSince(db, this.#dayBefore(TREND_DAYS));
    const ends = await passEnds(db);
    const listed = quality.objects;
    const times = listed.map(({ apiName }) => ends.get(apiName) ?? null);
    const oldest = times.filter((at) => at !== null).sort()[0] ?? null;
    const checkedAt = times.includes(null) ? null : oldest;
    const objects: ObjectQuality[] = [];
    for (const object of listed) objects.push(await this.#object(object, measures.get(object.apiName) ?? [], shares));
    const shown = objects.filter(({ records }) => records > 0);
    return {
      tiles: [completeness(shown), freshness(shown), ...(await tilesOf(db, checkedAt, now()))],
      objects,
      trend: trendOf(shown, shares),
      checkedAt,
    };
  }

  /** Begins a pass over all records; where there are many, it goes on behind the answer. */
  async check(): Promise<null> {
    const { quality } = this.#deps;
    await quality.beginPasses();
    await quality.jobs.begin();
    // What is cut off goes on with the next sweep.
    quality.jobs.fill().catch(() => undefined);
    return null;
  }

  #dayBefore(days: number): string {
    return shanghaiDay(new Date(this.#deps.now().getTime() - days * DAY_MS));
  }

  async #object(object: CatalogObject, measured: readonly MeasuredField[], shares: readonly Share[]) {
    const { apiName, definition } = object;
    const link = definition.route ?? '';
    const own = shares.filter((share) => share.object === apiName);
    const counts = new Map(measured.map((one) => [one.field, one.filled]));
    const fields = measuredFields(object).flatMap(({ apiName: field, label, ...rest }) => {
      const filled = counts.get(field);
      if (filled === undefined || !fieldType(rest).operators.includes('empty')) return [];
      return [{ apiName: field, label, filled, link: link + addressOf({ field, op: 'empty' }) }];
    });
    return {
      apiName,
      label: definition.label,
      link,
      records: measured[0]?.records ?? 0,
      share: own.at(-1)?.share ?? null,
      before: own.length > 1 ? (own[0]?.share ?? null) : null,
      stale: await this.#stale(object),
      fields: fields.toSorted((one, other) => one.filled - other.filled),
    };
  }

  /** Records that no source vouches for on a recent day. */
  async #stale(object: CatalogObject): Promise<ObjectQuality['stale']> {
    const { definition } = object;
    const field = object.field(definition.layouts.detail.provenance?.asOf ?? '');
    if (!field || !isDated(field)) return null;
    const before: Condition = { field: field.apiName, op: 'before', value: this.#dayBefore(FRESH_DAYS) };
    const filter: Condition = { or: [before, { field: field.apiName, op: 'empty' }] };
    const scope = { readable: () => true, today: this.#dayBefore(0) };
    const { total } = await this.#deps.reader.count(object, { filter }, scope, true);
    return { records: total, link: (definition.route ?? '') + addressOf(filter) };
  }
}

const addressOf = (filter: Condition): string => encodeListState({ ...DEFAULT_LIST_STATE, filter });

/** Percent of a whole with one decimal. */
const percent = (part: number, whole: number): string => `${((part * 100) / whole).toFixed(1)}%`;

function completeness(objects: readonly ObjectQuality[]): QualityTile {
  const fields = objects.flatMap(({ records, fields: own }) => own.map(({ filled }) => ({ filled, records })));
  const [filled, all] = [
    fields.reduce((sum, one) => sum + one.filled, 0),
    fields.reduce((sum, one) => sum + one.records, 0),
  ];
  const head = { id: 'completeness', label: '完整度', link: null } as const;
  if (all === 0) return { ...head, figure: null, note: '尚未检查', state: 'unknown' };
  const note = `${objects.length} 个对象、${fields.length} 个字段的平均填写率`;
  return { ...head, figure: percent(filled, all), note, state: filled / all < 0.5 ? 'warn' : 'good' };
}

function freshness(objects: readonly ObjectQuality[]): QualityTile {
  const dated = objects.flatMap(({ records, stale }) => (stale ? [{ records, stale: stale.records }] : []));
  const all = dated.reduce((sum, { records }) => sum + records, 0);
  const stale = Math.min(
    all,
    dated.reduce((sum, one) => sum + one.stale, 0),
  );
  const head = { id: 'freshness', label: '新鲜度', link: null } as const;
  if (all === 0) return { ...head, figure: null, note: '尚未检查', state: 'unknown' };
  const note = `核实日期在最近 ${FRESH_DAYS} 天以内的记录`;
  return { ...head, figure: percent(all - stale, all), note, state: stale * 2 > all ? 'warn' : 'good' };
}

/** The lines of the objects with the most records. */
function trendOf(objects: readonly ObjectQuality[], shares: readonly Share[]): QualityReply['trend'] {
  const lines = objects.toSorted((one, other) => other.records - one.records).slice(0, MOST_LINES);
  const days = [...new Set(shares.map(({ day }) => day))].toSorted();
  const known = new Map(shares.map(({ object, day, share }) => [`${object} ${day}`, share]));
  return {
    categories: lines.length === 0 ? [] : days.map((day) => ({ key: day, label: day.slice(5) })),
    series: lines.map(({ apiName, label }) => ({
      key: apiName,
      label,
      values: days.map((day) => known.get(`${apiName} ${day}`) ?? null),
    })),
    unit: '%',
    period: null,
    groupField: 'day',
    sampleSize: lines.reduce((sum, { records }) => sum + records, 0),
    unknown: 0,
    earlier: 0,
    asOf: null,
  };
}
