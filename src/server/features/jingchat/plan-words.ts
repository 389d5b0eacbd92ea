import type { PlanPart } from '#schemas/api/jingchat-plan.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { comparisons } from '#generators/filters.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import { conditionWords, type LabelOf, type WordSource } from '#shared/conditions/condition-words.ts';
import { relativeDays } from '#shared/conditions/periods.ts';

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
  const own = partsOf(plan.filter).map((part) => ({
    text: conditionWords(part, source, labelOf) + periodWords(part, today),
    filter: part,
  }));
  const others = (plan.linked ?? []).map(({ object, fields, filter }) => {
    const other = source.others?.(object);
    const links = fields.map((name) => source.fields.find(({ apiName }) => apiName === name)?.label ?? name);
    const words = conditionWords(filter, { fields: other?.fields ?? [], others: source.others }, labelOf);
    return { text: `${links.join('、')} 满足：${words}${periodWords(filter, today)}` };
  });
  return [...own, ...others].map((part, at) => ({ at, ...part }));
}
