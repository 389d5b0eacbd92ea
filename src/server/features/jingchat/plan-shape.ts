import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric } from '#shared/assistant/field-facts.ts';
import type { Measure, Plan, PlanOrder } from '#shared/assistant/plan.ts';
import { type AskableObject, measureWordOf } from '#shared/assistant/vocabulary.ts';
import { levelsOf } from '#shared/assistant/tree-levels.ts';
import { measureLabel } from './figure-words.ts';
import { listed, type NextPlan } from './next-plans.ts';

/** What of a plan is no condition, in words, with what else it may be. */
export interface ShapePart {
  readonly text: string;
  readonly choices: readonly NextPlan[];
}

const UNITS = { year: '年', quarter: '季度', month: '月', week: '周' } as const;
const EACH = { year: '每年', quarter: '每季度', month: '每月', week: '每周' } as const;
const BOUNDS = { gt: '大于', gte: '不少于', lt: '小于', lte: '不超过', eq: '等于' } as const;
const LIMITS = [5, 10, 20, 50, 100];
/** Fields that are offered at most. */
const MOST = 8;

/** Each part of a plan that is no condition, with the plans that have another one in its place. */
export function shapeParts(plan: Plan, object: AskableObject): ShapePart[] {
  const { group, measures = [], having, sort = [], limit, select, growth } = plan;
  const part = (text: string, choices: readonly NextPlan[] = []): ShapePart => ({
    text,
    choices: choices.filter(
      ({ label }, at) => label !== text && choices.findIndex((one) => one.label === label) === at,
    ),
  });
  const without = (key: keyof Plan, label: string): NextPlan => {
    const { [key]: _left, ...rest } = plan;
    return { label, plan: rest as Plan };
  };
  const counted = group ? '组' : measureWordOf(object);
  return [
    ...(group ? [part(groupWords(group, object), otherGroups(plan, object))] : []),
    ...measures.map((_, at) => part(measureText(plan, at, object), otherMeasures(plan, at, object))),
    ...(growth ? [part(`按${labelOf(growth.field, object)}与对比时段比较`)] : []),
    ...(growth?.order
      ? [
          part(growthOrderWords(growth.order), [
            {
              label: growthOrderWords(turned(growth.order)),
              plan: { ...plan, growth: { ...growth, order: turned(growth.order) } },
            },
          ]),
        ]
      : []),
    ...(having
      ? [
          part(`${measureText(plan, having.measure, object)}${BOUNDS[having.op]} ${having.value}`, [
            without('having', '不限'),
          ]),
        ]
      : []),
    ...(select
      ? [part(`显示${select.map((name) => labelOf(name, object)).join('、')}`, [without('select', '显示列表的各列')])]
      : []),
    ...sort.map((one, at) => part(orderWords(plan, one, object), otherOrders(plan, at, object))),
    ...(limit === undefined
      ? []
      : [
          part(`前 ${limit} ${counted}`, [
            ...LIMITS.map((most): NextPlan => ({ label: `前 ${most} ${counted}`, plan: { ...plan, limit: most } })),
            without('limit', '不限'),
          ]),
        ]),
  ];
}

const fieldOf = (apiName: string | undefined, object: AskableObject) =>
  object.fields.find((one) => one.apiName === apiName);
const labelOf = (apiName: string, object: AskableObject) => fieldOf(apiName, object)?.label ?? apiName;
const turned = <T extends { readonly order: 'asc' | 'desc' }>(one: T): T => ({
  ...one,
  order: one.order === 'desc' ? 'asc' : 'desc',
});

const growthOrderWords = ({ by, order }: { readonly by: 'change' | 'rate'; readonly order: 'asc' | 'desc' }): string =>
  `${by === 'rate' ? '增幅' : '变化'}${order === 'desc' ? '从高到低' : '从低到高'}`;

function measureText({ measures = [] }: Plan, at: number, object: AskableObject): string {
  const one = measures[at];
  return one ? measureLabel(one, fieldOf(one.field, object)) : '';
}

function orderWords(plan: Plan, one: PlanOrder, object: AskableObject): string {
  const field = 'field' in one ? fieldOf(one.field, object) : undefined;
  const [down, up] = field && isDate(field) ? ['从晚到早', '从早到晚'] : ['从高到低', '从低到高'];
  const of = 'field' in one ? labelOf(one.field, object) : measureText(plan, one.measure, object);
  return `${of}${one.order === 'desc' ? down : up}`;
}

type Group = NonNullable<Plan['group']>;

function groupWords({ by, unit, level, called }: Group, object: AskableObject): string {
  const field = fieldOf(by, object);
  const depth = called !== undefined ? `（${called}）` : level === undefined ? '' : `（第 ${level} 级）`;
  return `按${labelOf(by, object)}${field && isDate(field) ? `（${UNITS[unit ?? 'year']}）` : depth}分组`;
}

/** Groups by the other kinds of the list, and by other lengths of time. */
function otherGroups({ group: present, ...plan }: Plan, object: AskableObject): NextPlan[] {
  const by = (group: Group): NextPlan => ({ label: groupWords(group, object), plan: { ...plan, group } });
  return listed(object)
    .filter((field) => isDate(field) || valueType(field).options !== undefined || field.apiName === present?.by)
    .slice(0, MOST)
    .flatMap(({ apiName, ...field }) =>
      isDate({ apiName, ...field })
        ? (Object.keys(EACH) as (keyof typeof EACH)[]).map((unit) => by({ by: apiName, unit }))
        : [
            by({ by: apiName }),
            ...levelsOf({ apiName, ...field }).map(({ depth, names: [called] }) =>
              by({ by: apiName, level: depth, ...(called !== undefined && { called }) }),
            ),
          ],
    );
}

/** The number of records, and what else can be worked out of the numbers of the list. */
function otherMeasures(plan: Plan, at: number, object: AskableObject): NextPlan[] {
  const { measures = [] } = plan;
  const numbers = listed(object)
    .filter((field) => isNumeric(field) && !isDate(field))
    .slice(0, MOST);
  const ofNumber = (field: FieldDefinition): Measure[] =>
    (['sum', 'avg', 'max', 'min'] as const)
      .filter((fn) => fn !== 'sum' || valueType(field).share !== true)
      .map((fn) => ({ fn, field: field.apiName }));
  const others: Measure[] = [{ fn: 'count' }, ...numbers.flatMap(ofNumber)];
  // A bound is one of the number that was asked for.
  const { having: bound, ...rest } = plan;
  const kept = bound && bound.measure !== at ? { ...rest, having: bound } : rest;
  return others.map((measure) => ({
    label: measureLabel(measure, fieldOf(measure.field, object)),
    plan: { ...kept, measures: measures.map((one, place) => (place === at ? measure : one)) },
  }));
}

/** The other way round; of a list, by its other numbers and dates. */
function otherOrders(plan: Plan, at: number, object: AskableObject): NextPlan[] {
  const { sort = [] } = plan;
  const present = sort[at];
  if (!present) return [];
  const orders: PlanOrder[] = [turned(present)];
  if ('field' in present)
    for (const field of listed(object).slice(0, MOST))
      if (isNumeric(field) || isDate(field)) orders.push({ field: field.apiName, order: 'desc' });
  return orders.map((order) => ({
    label: orderWords(plan, order, object),
    plan: { ...plan, sort: sort.map((one, place) => (place === at ? order : one)) },
  }));
}
