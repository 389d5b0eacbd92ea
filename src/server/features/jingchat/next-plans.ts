import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { comparisons } from '#generators/filters.ts';
import { isLinking, isList, valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric } from '#shared/assistant/field-facts.ts';
import { partsOf } from '#shared/conditions/condition-parts.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { type AskableObject, measureWordOf } from '#shared/assistant/vocabulary.ts';
import { withParts } from './plan-words.ts';

/** A question that goes on from an answer, with its plan. */
export interface NextPlan {
  readonly label: string;
  readonly plan: Plan;
}

const MOST = 3;
const TOP = 10;

/** Fields of the list, in its order, that a plan can group or order by on the spot. */
export const listed = ({ listed: names, fields }: AskableObject): FieldDefinition[] =>
  names.flatMap((apiName) => fields.find((field) => field.apiName === apiName && !field.config?.expression) ?? []);

/** Questions that go on from a plan: its break-downs, its trend, its records. Each is made of open fields of the list. */
export function nextPlans(plan: Plan, object: AskableObject, all: readonly AskableObject[]): NextPlan[] {
  if (plan.records) return linkedTo(plan.records, object, all).slice(0, MOST);
  const fields = listed(object);
  const asked = new Set(
    partsOf(plan.filter)
      .flatMap(comparisons)
      .map(({ field }) => field),
  );
  const counting = plan.measures ?? [{ fn: 'count' as const }];
  const {
    group,
    sort: _sort,
    limit: _limit,
    having: _having,
    select: _select,
    growth: _growth,
    measures,
    ...rest
  } = plan;
  const date = fields.find((field) => isDate(field) && field.apiName !== group?.by);
  const kinds = fields.filter(
    (field) => valueType(field).options !== undefined && field.apiName !== group?.by && !asked.has(field.apiName),
  );
  const amount = fields.find((field) => isNumeric(field) && !isDate(field));
  const byKind = kinds.slice(0, 2).map((field): NextPlan => ({
    label: `按${field.label}分组`,
    plan: {
      ...rest,
      group: { by: field.apiName },
      measures: counting,
      sort: [{ measure: 0, order: 'desc' }],
    },
  }));
  const trend = date && {
    label: `按${date.label}看每年`,
    plan: { ...rest, group: { by: date.apiName, unit: 'year' as const }, measures: counting },
  };
  const rows = { label: `列出这些${object.label}`, plan: rest };
  const top = amount && {
    label: `${amount.label}最高的 ${TOP} ${measureWordOf(object)}`,
    plan: { ...rest, sort: [{ field: amount.apiName, order: 'desc' as const }], limit: TOP },
  };
  const recent =
    date && !asked.has(date.apiName)
      ? {
          label: '只看近一年',
          plan: withParts(plan, [...partsOf(plan.filter), { field: date.apiName, op: 'lastYears', value: 1 }]),
        }
      : undefined;
  const order = measures ? [rows, trend, ...byKind] : [byKind[0], top, recent, trend];
  return order.flatMap((one) => one ?? []).slice(0, MOST);
}

/** The records of other objects that link to a record: those of its city, its deals, its station. */
function linkedTo(ids: readonly string[], { apiName }: AskableObject, all: readonly AskableObject[]): NextPlan[] {
  return all.flatMap((other): NextPlan[] => {
    const links = other.fields.filter((field) => isLinking(field) && field.targetApiName === apiName);
    const parts = links.map((field): Condition => ({
      field: field.apiName,
      op: isList(field) ? 'containsAny' : 'in',
      value: [...ids],
    }));
    const [only] = parts;
    if (!only) return [];
    return [
      {
        label: `相关的${other.label}`,
        plan: { object: other.apiName, filter: parts.length > 1 ? { or: parts } : only },
      },
    ];
  });
}
