import type { PlanPart } from '#schemas/api/jingchat.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { comparisons } from '#generators/filters.ts';
import { isDate } from '#shared/assistant/field-facts.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import { conditionWords, type LabelOf, type WordSource } from '#shared/conditions/condition-words.ts';
import { type AskableObject, measureWordOf } from '#shared/assistant/vocabulary.ts';
import { relativeDays } from '#shared/conditions/periods.ts';
import { measureLabel } from './figure-words.ts';

/** What narrows the records of a plan. */
export const narrowing = ({ object, filter, linked }: Plan): Plan => ({
  object,
  ...(filter && { filter }),
  ...(linked && { linked }),
});

/**
 * A plan without one of its conditions, those on linked records behind all others. Undefined where there is none at that
 * place.
 */
export function withoutPart(plan: Plan, at: number): Plan | undefined {
  const parts = partsOf(plan.filter);
  const { linked = [], ...alone } = plan;
  if (at >= parts.length) {
    if (!linked[at - parts.length]) return undefined;
    const others = linked.filter((_, place) => place !== at - parts.length);
    return others.length > 0 ? { ...alone, linked: others } : alone;
  }
  return withParts(
    plan,
    parts.filter((_, place) => place !== at),
  );
}

/** A plan with other conditions. */
export function withParts({ filter: _before, ...plan }: Plan, parts: readonly Condition[]): Plan {
  const filter = allOf(parts);
  return { ...plan, ...(filter && { filter }) };
}

/** The days that the periods of a condition mean on a day, written out. */
function periodWords(condition: Condition, today: string): string {
  const days = comparisons(condition).flatMap(({ op, value }) => {
    const range = relativeDays(op, Number(value ?? 1), today);
    return range ? [`${range.from ?? ''} 至 ${range.to ?? ''}`] : [];
  });
  return days.length === 0 ? '' : `（${[...new Set(days)].join('；')}）`;
}

export function planParts(plan: Plan, source: WordSource, labelOf: LabelOf, today: string): PlanPart[] {
  const own = partsOf(plan.filter).map((part) => conditionWords(part, source, labelOf) + periodWords(part, today));
  const others = (plan.linked ?? []).map(({ object, fields, filter }) => {
    const other = source.others?.(object);
    const links = fields.map((name) => source.fields.find(({ apiName }) => apiName === name)?.label ?? name);
    const words = conditionWords(filter, { fields: other?.fields ?? [], others: source.others }, labelOf);
    return `${links.join('、')} 满足：${words}${periodWords(filter, today)}`;
  });
  return [...own, ...others].map((text, at) => ({ at, text }));
}

const UNITS = { year: '年', quarter: '季度', month: '月' } as const;
const BOUNDS = { gt: '大于', gte: '不少于', lt: '小于', lte: '不超过', eq: '等于' } as const;

/** What of a plan is no condition: 按城市分组, 融资总额从高到低, 前 10 条. */
export function shapeWords(plan: Plan, object: AskableObject): string[] {
  const field = (apiName: string | undefined) => object.fields.find((one) => one.apiName === apiName);
  const label = (apiName: string) => field(apiName)?.label ?? apiName;
  const { group, measures = [], having, sort = [], limit, select, growth } = plan;
  const measure = (at: number) => {
    const one = measures[at];
    return one ? measureLabel(one, field(one.field)) : '';
  };
  const by = group && field(group.by);
  const level = group?.level === undefined ? '' : `（第 ${group.level} 级）`;
  const unit = by && isDate(by) ? `（${UNITS[group?.unit ?? 'year']}）` : level;
  const orders = sort.map((one) => {
    const isTime = 'field' in one && isDate(field(one.field) ?? ({ type: 'text' } as FieldDefinition));
    const ways = isTime ? ['从晚到早', '从早到晚'] : ['从高到低', '从低到高'];
    return `${'field' in one ? label(one.field) : measure(one.measure)}${one.order === 'desc' ? ways[0] : ways[1]}`;
  });
  return [
    ...(group ? [`按${label(group.by)}${unit}分组`] : []),
    ...measures.map((_, at) => measure(at)),
    ...(growth ? [`按${label(growth.field)}与对比时段比较`] : []),
    ...(growth?.order
      ? [`${growth.order.by === 'rate' ? '增幅' : '变化'}${growth.order.order === 'desc' ? '从高到低' : '从低到高'}`]
      : []),
    ...(having ? [`${measure(having.measure)}${BOUNDS[having.op]} ${having.value}`] : []),
    ...(select ? [`显示${select.map(label).join('、')}`] : []),
    ...orders,
    ...(limit === undefined ? [] : [`前 ${limit} ${group ? '组' : measureWordOf(object)}`]),
  ];
}
