import type { Condition } from '#schemas/metadata/condition.ts';

/** A condition with a day, `YYYY-MM-DD` of Asia/Shanghai, where it asks for the user's last look; itself where it nowhere does. */
export function atLastLook(condition: Condition, day: string): Condition {
  if ('and' in condition) {
    const and = condition.and.map((member) => atLastLook(member, day));
    return and.every((member, at) => member === condition.and[at]) ? condition : { and };
  }
  if ('or' in condition) {
    const or = condition.or.map((member) => atLastLook(member, day));
    return or.every((member, at) => member === condition.or[at]) ? condition : { or };
  }
  if ('not' in condition) {
    const not = atLastLook(condition.not, day);
    return not === condition.not ? condition : { not };
  }
  if ('exists' in condition) {
    const { filter } = condition.exists;
    const next = filter && atLastLook(filter, day);
    return next === filter ? condition : { exists: { ...condition.exists, ...(next && { filter: next }) } };
  }
  const asks = 'op' in condition && condition.op === 'sinceLastLook';
  return asks ? { field: condition.field, op: 'notBefore', value: day } : condition;
}
