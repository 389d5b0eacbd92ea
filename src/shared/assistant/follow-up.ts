import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import type { Plan } from './plan.ts';

/** Words by which a question goes on from the one before. */
const GOING_ON = /^(?:那么?|其中|这些|它们?|再|还|只看|换成|改成|里面|上述)|呢[？?]?$/u;

/** Does a question say itself that it goes on? */
export const goesOn = (question: string): boolean => GOING_ON.test(question.trim());

function fieldsIn(condition: Condition): string[] {
  if ('and' in condition) return condition.and.flatMap(fieldsIn);
  if ('or' in condition) return condition.or.flatMap(fieldsIn);
  if ('not' in condition) return fieldsIn(condition.not);
  if ('inList' in condition) return ['inList'];
  if ('noted' in condition) return ['noted'];
  return 'exists' in condition
    ? [`exists ${condition.exists.objectApiName}`]
    : [(condition satisfies Comparison).field];
}

/** 那上海呢 after 北京的企业: what is said of a field takes the place of what was said of it, all else stays. */
function narrowed(before: Condition | undefined, more: Condition | undefined): Condition | undefined {
  const said = new Set(partsOf(more).flatMap(fieldsIn));
  const kept = partsOf(before).filter((part) => !fieldsIn(part).some((field) => said.has(field)));
  return allOf([...kept, ...partsOf(more)]);
}

/**
 * A plan that goes on from another one about the same object. Numbers, groups, orders and fields that it asks for
 * take the place of those before.
 */
export function continued(before: Plan, more: Plan): Plan {
  const filter = narrowed(before.filter, more.filter);
  const linked = more.linked ?? before.linked;
  const { group, measures, having, sort, limit, select } = more;
  const isShaped = [group, measures, having, sort, limit, select].some((part) => part !== undefined);
  const shape = isShaped
    ? {
        ...(select && { select }),
        // 总金额呢 after 每个行业的数量: the groups stay; 按轮次看 after a number: the number stays.
        ...((group ?? (measures && before.group)) && { group: group ?? before.group }),
        ...(measures && !(group && isBareCount(more) && before.measures) && { measures }),
        ...(group && isBareCount(more) && before.measures && { measures: before.measures }),
        ...(having && { having }),
        ...(sort && { sort }),
        ...(limit !== undefined && { limit }),
      }
    : {
        ...(before.select && { select: before.select }),
        ...(before.group && { group: before.group }),
        ...(before.measures && { measures: before.measures }),
        ...(before.having && { having: before.having }),
        ...(before.sort && { sort: before.sort }),
        ...(before.limit !== undefined && { limit: before.limit }),
        ...(before.growth && !saysField(more, before.growth.field) && { growth: before.growth }),
      };
  // 法人呢 after a card asks of its record.
  const isOfRecord = before.records && select && !filter && !linked && !group && !measures && !sort;
  return {
    object: before.object,
    ...(filter && { filter }),
    ...(linked && { linked }),
    ...shape,
    ...(isOfRecord && { records: before.records }),
  };
}

const saysField = ({ filter }: Plan, field: string): boolean => partsOf(filter).flatMap(fieldsIn).includes(field);

/** Groups without a number of their own are counted. */
const isBareCount = ({ measures }: Plan): boolean => measures?.length === 1 && measures[0]?.fn === 'count';
