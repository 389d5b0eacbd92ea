import { type Decimal } from 'decimal.js';
import type { ChartReply } from '#schemas/api/details.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { treeOf } from '#generators/option-tree.ts';
import { fieldType, isMoney } from '#generators/field-types/registry.ts';
import { isIncomplete, periodLabel, periodsBetween } from '#shared/charts/periods.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import type { ChartPlan } from './plan.ts';

/** Records of one group and series: all of them, those with a number, and its sum as decimal text. */
export interface ChartPart {
  readonly group: string;
  /** Null where the record names no series. */
  readonly series: string | null;
  readonly rows: number;
  readonly known: number;
  readonly sum: string | null;
}

/** All records of a chart. */
export interface ChartTotals {
  readonly rows: number;
  /** Those in a group and with a number. */
  readonly drawn: number;
  readonly asOf: string | null;
}

/** Names of the records behind groups or series, by id. */
export type RecordNames = ReadonlyMap<string, string>;

/** Periods that one picture holds: ten years in quarters. */
const MAX_PERIODS = 40;
/** Groups and series that a chart can distinguish; the rest is one of them. */
const MAX_GROUPS = 12;
const MAX_SERIES = 8;
/** Keys of all others, and of what has no name. No option, id or period is written so. */
const OTHERS = { key: '…', label: '其他' };
const UNNAMED = { key: '', label: '未标明' };

interface Entry {
  readonly key: string;
  readonly label: string;
}

class Cell {
  rows = 0;
  known = 0;
  sum: Decimal = new Exact(0);

  add(part: ChartPart): void {
    this.rows += part.rows;
    this.known += part.known;
    if (part.sum !== null) this.sum = this.sum.plus(part.sum);
  }
}

function label(key: string, field: FieldDefinition, names: RecordNames): string {
  const { group } = fieldType(field);
  if (group === 'flag') return key === 'true' ? '是' : '否';
  if (group === 'record') return names.get(key) ?? `#${key}`;
  if (group === 'number') return `${key}${field.config?.unit ?? ''}`;
  return field.selectOptions?.find((option) => option.value === key)?.label ?? key;
}

const weight = (parts: readonly ChartPart[]): Decimal =>
  parts.reduce((sum, part) => sum.plus(part.sum ?? 0), new Exact(0));

/**
 * The keys that are shown, in the order of their options or numbers where there is one and all have room, else the
 * greatest first; and how any key is shown.
 */
function choose(parts: ReadonlyMap<string, readonly ChartPart[]>, field: FieldDefinition, most: number) {
  const { group, options } = fieldType(field);
  const order = new Map(options === 'tree' ? [] : field.selectOptions?.map(({ value }, at) => [value, at]));
  const ranked = [...parts]
    .map(([key, members]) => ({ key, weight: weight(members) }))
    .toSorted((a, b) => b.weight.cmp(a.weight) || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key);
  const kept = ranked.length > most ? ranked.slice(0, most - 1) : ranked;
  const place = (key: string) => (group === 'number' ? Number(key) : (order.get(key) ?? order.size));
  const keys = group === 'number' || order.size > 0 ? kept.toSorted((a, b) => place(a) - place(b)) : kept;
  return { keys, hasOthers: ranked.length > most };
}

function categoriesOf(plan: ChartPlan, parts: readonly ChartPart[], names: RecordNames, today: string) {
  const groups = Map.groupBy(parts, ({ group }) => group);
  const { unit } = plan;
  if (unit) {
    const keys = [...groups.keys()].toSorted();
    const [first, last] = [keys[0], keys.at(-1)];
    const periods = first === undefined || last === undefined ? [] : periodsBetween(first, last, unit, MAX_PERIODS);
    return periods.map((key) => ({
      key,
      label: periodLabel(key, unit),
      ...(isIncomplete(key, unit, today) && { incomplete: true as const }),
    }));
  }
  const { keys, hasOthers } = choose(groups, plan.group, MAX_GROUPS);
  return [...keys.map((key) => ({ key, label: label(key, plan.group, names) })), ...(hasOthers ? [OTHERS] : [])];
}

function seriesOf({ split }: ChartPlan, parts: readonly ChartPart[], names: RecordNames): readonly Entry[] {
  if (!split) return parts.length > 0 ? [{ key: '', label: '' }] : [];
  const named = parts.filter(({ series }) => series !== null);
  const { keys, hasOthers } = choose(
    Map.groupBy(named, ({ series }) => series ?? ''),
    split,
    MAX_SERIES,
  );
  return [
    ...keys.map((key) => ({ key, label: label(key, split, names) })),
    ...(hasOthers ? [OTHERS] : []),
    ...(named.length < parts.length ? [UNNAMED] : []),
  ];
}

/** Groups of a tree as the branches at its root. */
function atRoot(parts: readonly ChartPart[], field: FieldDefinition): ChartPart[] {
  const tree = treeOf(field.selectOptions ?? []);
  return parts.map((part) => ({ ...part, group: tree.path(part.group)[0]?.value ?? part.group }));
}

const unitOf = ({ sum }: ChartPlan): string =>
  sum === undefined ? '条' : isMoney(sum) ? 'CNY' : (sum.config?.unit ?? '');

/**
 * The numbers of a chart. Between the first and the last period every one has a number: 0 where nothing happened, null
 * where something did and no number of it is known.
 */
export function chartTable(
  plan: ChartPlan,
  { rows, drawn, asOf }: ChartTotals,
  read: readonly ChartPart[],
  names: RecordNames,
  today: string,
): ChartReply {
  const parts = plan.byRoot ? atRoot(read, plan.group) : read;
  const categories = categoriesOf(plan, parts, names, today);
  const shown = new Set(categories.map(({ key }) => key));
  const series = seriesOf(plan, parts, names);
  const shownSeries = new Set(series.map(({ key }) => key));
  const cells = new Map(series.map(({ key }) => [key, new Map<string, Cell>()]));
  let earlier = 0;
  for (const part of parts) {
    const group = shown.has(part.group) ? part.group : OTHERS.key;
    if (!shown.has(group)) {
      earlier += part.known;
      continue;
    }
    const key = plan.split ? (part.series ?? UNNAMED.key) : '';
    const column = cells.get(shownSeries.has(key) ? key : OTHERS.key);
    const cell = column?.get(group) ?? new Cell();
    cell.add(part);
    column?.set(group, cell);
  }
  const figure = (cell: Cell | undefined): string | null =>
    cell === undefined ? '0' : cell.known === 0 ? null : exactText(cell.sum);
  return {
    categories,
    series: series.map((entry) => ({
      ...entry,
      values: categories.map(({ key }) => figure(cells.get(entry.key)?.get(key))),
    })),
    unit: unitOf(plan),
    period: plan.unit,
    groupField: plan.group.apiName,
    sampleSize: rows,
    unknown: rows - drawn,
    earlier,
    asOf,
  };
}
