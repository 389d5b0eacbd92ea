import type { ObjectQuality, QualityReply, QualityTile } from '#schemas/api/quality.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { ALL_ROWS } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { asOfField, freshDays, measuredFields, staleBefore, weightOf } from '#server/core/quality/measured-fields.ts';
import type { QualityPass } from '#server/core/quality/quality-pass.ts';
import { findingTiles } from './finding-tiles.ts';
import { lastMeasures, lastSources, type MeasuredField, passEnds, sharesSince } from './queries.ts';
import { tilesOf } from './tiles.ts';

export interface QualityServiceDeps {
  readonly database: Pick<Database, 'db'>;
  readonly reader: RecordReader;
  readonly catalog: Catalog;
  readonly quality: QualityPass;
  readonly now: () => Date;
}

/** Days of the trend. */
const TREND_DAYS = 30;
/** More lines than these are one tangle. */
const MOST_LINES = 6;

type Share = Awaited<ReturnType<typeof sharesSince>>[number];

/** What the last pass over an object found. */
interface LastPass {
  readonly measures: readonly MeasuredField[];
  readonly shares: readonly Share[];
  readonly sources: readonly Omit<ObjectQuality['sources'][number], 'link'>[];
}

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
    const weights = quality.objects.flatMap((object) =>
      measuredFields(object).map((field) => ({
        object: object.apiName,
        field: field.apiName,
        weight: weightOf(field),
      })),
    );
    const shares = await sharesSince(db, this.#dayBefore(TREND_DAYS), weights);
    const sources = await lastSources(db);
    const ends = await passEnds(db);
    const listed = quality.objects;
    const times = listed.map(({ apiName }) => ends.get(apiName) ?? null);
    const oldest = times.filter((at) => at !== null).sort()[0] ?? null;
    const checkedAt = times.includes(null) ? null : oldest;
    const objects: ObjectQuality[] = [];
    for (const object of listed) {
      const { apiName } = object;
      const own = shares.filter((share) => share.object === apiName);
      const found = { measures: measures.get(apiName) ?? [], shares: own, sources: sources.get(apiName) ?? [] };
      objects.push(await this.#object(object, found));
    }
    const shown = objects.filter(({ records }) => records > 0);
    return {
      tiles: [
        completeness(shown),
        freshness(shown),
        ...(await tilesOf(db, checkedAt, now())),
        ...(await findingTiles(this.#deps, checkedAt, now())),
        ...(await this.#figures(objects)),
      ],
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

  async #object(object: CatalogObject, { measures, shares, sources }: LastPass): Promise<ObjectQuality> {
    const { apiName, definition } = object;
    const link = definition.route ?? '';
    const counts = new Map(measures.map((one) => [one.field, one]));
    const fields = measuredFields(object).flatMap((field) => {
      const measure = counts.get(field.apiName);
      if (measure === undefined || !fieldType(field).operators.includes('empty')) return [];
      const missing = link + addressOf({ field: field.apiName, op: 'empty' });
      const { filled } = measure;
      const stale = this.#staleValues(object, field, measure.stale);
      return [
        { apiName: field.apiName, label: field.label, filled, importance: weightOf(field), link: missing, stale },
      ];
    });
    const from = definition.layouts.detail.provenance?.source ?? '';
    return {
      apiName,
      label: definition.label,
      link,
      records: measures[0]?.records ?? 0,
      share: shares.at(-1)?.share ?? null,
      before: shares.length > 1 ? (shares[0]?.share ?? null) : null,
      stale: await this.#stale(object),
      fields: fields.toSorted((one, other) => other.importance - one.importance || one.filled - other.filled),
      sources: sources.map(({ source, records, share, stale }) => ({
        source,
        records,
        share,
        stale,
        link: link + addressOf(source === '' ? { field: from, op: 'empty' } : { field: from, op: 'eq', value: source }),
      })),
    };
  }

  /** Records that were not verified for longer than their object allows. */
  async #stale(object: CatalogObject): Promise<ObjectQuality['stale']> {
    const filter = this.#isOld(object);
    if (!filter) return null;
    const records = await this.#count(object, filter);
    return { records, days: freshDays(object), link: (object.definition.route ?? '') + addressOf(filter) };
  }

  #staleValues(object: CatalogObject, field: FieldDefinition, records: number | null) {
    const old = this.#isOld(object, field);
    if (!old || records === null) return null;
    const filter: Condition = { and: [{ field: field.apiName, op: 'notEmpty' }, old] };
    return { records, days: freshDays(object, field), link: (object.definition.route ?? '') + addressOf(filter) };
  }

  #isOld(object: CatalogObject, field?: FieldDefinition): Condition | undefined {
    const asOf = asOfField(object)?.apiName ?? '';
    const before = staleBefore(object, field, this.#dayBefore(0));
    if (before === undefined) return undefined;
    return {
      or: [
        { field: asOf, op: 'before', value: before },
        { field: asOf, op: 'empty' },
      ],
    };
  }

  async #count(object: CatalogObject, filter: Condition): Promise<number> {
    const scope = { readable: () => true, rowsOf: ALL_ROWS, today: this.#dayBefore(0) };
    return (await this.#deps.reader.count(object, { filter }, scope, true)).total;
  }

  /** The figures that objects define by a condition. */
  async #figures(measured: readonly ObjectQuality[]): Promise<QualityTile[]> {
    const tiles: QualityTile[] = [];
    for (const object of this.#deps.quality.objects)
      for (const { label, filter: given, help } of object.definition.quality?.figures ?? []) {
        const filter = given as Condition;
        const head = {
          id: `${object.apiName}.${label}`,
          label,
          link: (object.definition.route ?? '') + addressOf(filter),
        };
        const records = measured.find(({ apiName }) => apiName === object.apiName)?.records ?? 0;
        const count = await this.#count(object, filter).catch(() => undefined);
        const note = [object.definition.label, records > 0 && count ? `占 ${percent(count, records)}` : '', help ?? ''];
        tiles.push(
          count === undefined
            ? { ...head, figure: null, note: '读取失败，请稍后重试', state: 'unknown' }
            : {
                ...head,
                figure: `${count} 条`,
                note: note.filter(Boolean).join('，'),
                state: count * 2 > records ? 'warn' : 'good',
              },
        );
      }
    return tiles;
  }
}

const addressOf = (filter: Condition): string => encodeListState({ ...DEFAULT_LIST_STATE, filter });

/** Percent of a whole with one decimal. */
const percent = (part: number, whole: number): string => `${((part * 100) / whole).toFixed(1)}%`;

function completeness(objects: readonly ObjectQuality[]): QualityTile {
  const fields = objects
    .flatMap(({ records, fields: own }) => own.map((field) => ({ ...field, records })))
    .filter(({ importance }) => importance > 0);
  const [filled, all] = [
    fields.reduce((sum, one) => sum + one.filled * one.importance, 0),
    fields.reduce((sum, one) => sum + one.records * one.importance, 0),
  ];
  const head = { id: 'completeness', label: '完整度', link: null } as const;
  if (all === 0) return { ...head, figure: null, note: '尚未检查', state: 'unknown' };
  const note = `${objects.length} 个对象、${fields.length} 个字段按权重平均的填写率`;
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
  const note = '在规定天数以内核实过的记录';
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
