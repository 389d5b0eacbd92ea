import type { ContentOf } from '#schemas/api/jingchat.ts';
import type { ChartReply } from '#schemas/api/details.ts';
import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isDate, isYear } from '#shared/assistant/field-facts.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { isIncomplete, periodLabel, periodsBetween } from '#shared/charts/periods.ts';
import { endsAtLatest, type Figures, type GroupFigures } from '#server/core/aggregates/reader.ts';
import { figureUnit, measureLabel } from './figure-words.ts';

/** What the groups of an answer are made from. */
export interface GroupsMade {
  readonly plan: Plan;
  readonly figures: Figures;
  readonly object: AskableObject;
  /** How many records there are. */
  readonly total: number;
  /** The list of the object; undefined where there is none that says the same. */
  readonly route: string | undefined;
  readonly today: string;
}

/** Groups below which a picture says no more than the sentence, and beyond which it shows nothing any more. */
const LEAST_DRAWN = 3;
const MAX_DRAWN = 40;
/** Periods beyond which columns are too narrow, and a line is drawn. */
const MAX_COLUMNS = 12;
const MAX_PERIODS = 100;

/** Are the groups of a field periods? */
export const isTime = (field: FieldDefinition): boolean => isDate(field) || isYear(field);

const unitOf = ({ plan }: GroupsMade): PeriodUnit => plan.group?.unit ?? 'year';

/** Groups of time with the periods between them in which nothing happened, each as it is written: 2024年. */
export function wholeSpan(made: GroupsMade, by: FieldDefinition): readonly GroupFigures[] {
  const { plan, figures } = made;
  const { rows } = figures;
  if (!isTime(by)) return rows;
  const unit = unitOf(made);
  const isWhole = endsAtLatest(by, plan) && !plan.having;
  const [first, last] = [rows[0]?.key, rows.at(-1)?.key];
  const known = new Map(rows.map((row) => [row.key, row]));
  const nothing = (plan.measures ?? []).map(({ fn }) => (fn === 'count' || fn === 'sum' ? '0' : null));
  const keys =
    isWhole && first && last
      ? periodsBetween(first, last, unit, MAX_PERIODS)
      : rows.flatMap(({ key }) => (key === null ? [] : [key]));
  return keys.map((key) => ({
    key,
    label: periodLabel(key, unit),
    values: known.get(key)?.values ?? nothing,
  }));
}

/** The first number of each group as a picture, where it is one. */
export function chartOf(
  made: GroupsMade,
  by: FieldDefinition,
  rows: readonly GroupFigures[],
): ContentOf<'groups'>['chart'] {
  const { plan, object, total, today } = made;
  const [measure] = plan.measures ?? [];
  const field = object.fields.find(({ apiName }) => apiName === measure?.field);
  if (!measure || rows.length < LEAST_DRAWN || rows.length > MAX_DRAWN || (field && isDate(field)) || measure.currency)
    return undefined;
  const unit = isTime(by) ? unitOf(made) : null;
  const chart: ChartReply = {
    categories: rows.map(({ key, label }) => ({
      key: key ?? '',
      label,
      ...(unit && key !== null && isIncomplete(key, unit, today) && { incomplete: true as const }),
    })),
    series: [
      {
        key: measure.fn,
        label: measureLabel(measure, field),
        values: rows.map(({ values }) => values[0] ?? null),
      },
    ],
    unit: figureUnit(measure, field, object),
    period: unit,
    groupField: by.apiName,
    sampleSize: total,
    unknown: 0,
    earlier: 0,
    asOf: null,
  };
  return { kind: unit && rows.length > MAX_COLUMNS ? 'line' : 'bar', chart };
}
