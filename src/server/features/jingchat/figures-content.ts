import type { ContentOf } from '#schemas/api/jingchat.ts';
import type { ChartReply } from '#schemas/api/details.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isLinking, isList, valueType } from '#generators/field-types/registry.ts';
import { isDate } from '#shared/assistant/field-facts.ts';
import { partsOf } from '#shared/conditions/condition-parts.ts';
import type { Measure, Plan } from '#shared/assistant/plan.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { GroupFigures } from '#server/core/aggregates/reader.ts';
import { figureText, figureUnit, measureLabel } from './figure-words.ts';
import { withParts } from './plan-words.ts';

const MAX_GROUPS = 100;
/** Bars beyond which a picture shows nothing any more. */
const MAX_DRAWN = 40;

const fieldOf = ({ fields }: AskableObject, apiName: string | undefined) =>
  fields.find((field) => field.apiName === apiName);

export function numberContent(plan: Plan, rows: readonly GroupFigures[], object: AskableObject): ContentOf<'number'> {
  const { measures = [] } = plan;
  const [row] = rows;
  const figures = measures.map((measure, at) => {
    const field = fieldOf(object, measure.field);
    const text = figureText(row?.values[at] ?? null, measure, field);
    return { label: measureLabel(measure, field), text: measure.fn === 'count' ? `${text} 条` : text };
  });
  const which = plan.filter ? '符合条件的' : '';
  const words = measures.map(({ fn }, at) => {
    const { label, text } = figures[at] ?? { label: '', text: '' };
    return fn === 'count' ? `共 ${text}` : `${label} ${text}`;
  });
  return { kind: 'number', sentence: `${which}${object.label}${words.join('，')}。`, figures };
}

/** The records of one group as a condition; undefined where the list has none that says it. */
function groupCondition(field: FieldDefinition, key: string): Comparison | undefined {
  if (isDate(field)) return /^\d{4}(-\d{2})?$/.test(key) ? { field: field.apiName, op: 'on', value: key } : undefined;
  if (valueType(field).options === undefined && !isLinking(field)) return undefined;
  return { field: field.apiName, op: isList(field) ? 'containsAny' : 'in', value: [key] };
}

export function groupsContent(
  plan: Plan,
  rows: readonly GroupFigures[],
  object: AskableObject,
  total: number,
  route: string | undefined,
): ContentOf<'groups'> {
  const { measures = [], sort = [], group } = plan;
  const by = fieldOf(object, group?.by);
  const byLabel = by?.label ?? '';
  const texts = ({ values }: GroupFigures) =>
    measures.map((measure, at) => figureText(values[at] ?? null, measure, fieldOf(object, measure.field)));
  const hrefOf = (key: string | null) => {
    const condition = by && key !== null ? groupCondition(by, key) : undefined;
    if (route === undefined || !condition) return undefined;
    const { filter } = withParts(plan, [...partsOf(plan.filter), condition]);
    return route + encodeListState({ ...DEFAULT_LIST_STATE, filter });
  };
  const [first] = rows;
  const [order] = sort;
  const [measure] = measures;
  const leads = order && 'measure' in order && order.measure === 0 && order.order === 'desc' && first && measure;
  const lead = leads ? `，“${first.label}”最多（${texts(first)[0]}）` : '';
  const limit = rows.length >= MAX_GROUPS ? `，以下是前 ${MAX_GROUPS} 组` : '';
  const chart = by && measure && chartOf(plan, rows, by, measure, object, total);
  return {
    kind: 'groups',
    sentence: `${plan.filter ? '符合条件的' : ''}${object.label}按“${byLabel}”共 ${rows.length} 组${limit}${lead}。`,
    by: byLabel,
    measures: measures.map((one) => measureLabel(one, fieldOf(object, one.field))),
    rows: rows.map((row) => {
      const href = hrefOf(row.key);
      return { key: row.key, label: row.label, texts: texts(row), ...(href !== undefined && { href }) };
    }),
    ...(chart && { chart }),
  };
}

/** The first number of each group as a picture, where it is one. */
function chartOf(
  plan: Plan,
  rows: readonly GroupFigures[],
  by: FieldDefinition,
  measure: Measure,
  object: AskableObject,
  total: number,
): ContentOf<'groups'>['chart'] {
  const field = fieldOf(object, measure.field);
  if (rows.length < 2 || rows.length > MAX_DRAWN || (field && isDate(field))) return undefined;
  const isTime = isDate(by) || fieldType(by).kind === 'date';
  const chart: ChartReply = {
    categories: rows.map(({ key, label }) => ({ key: key ?? '', label })),
    series: [
      {
        key: measure.fn,
        label: measureLabel(measure, field),
        values: rows.map(({ values }) => values[0] ?? null),
      },
    ],
    unit: figureUnit(measure, field),
    period: isTime ? (plan.group?.unit ?? 'year') : null,
    groupField: by.apiName,
    sampleSize: total,
    unknown: 0,
    earlier: 0,
    asOf: null,
  };
  return { kind: isTime && rows.length > 2 ? 'line' : 'bar', chart };
}
