import type { Condition } from '#schemas/metadata/condition.ts';
import type { Plan, Reading } from './plan.ts';

/** A record that a question was read with. */
interface Read {
  readonly object: string;
  readonly id: string;
}

/**
 * A reading of a question about one record as one about several: the links that name the record name any of them.
 * Undefined where it is said otherwise than by such links.
 */
export function ofAll(reading: Reading, one: Read, ids: readonly string[]): Reading | undefined {
  if (reading.kind !== 'answer') return undefined;
  const { plan } = reading;
  let found = 0;
  const widened = (condition: Condition): Condition => {
    if ('and' in condition) return { and: condition.and.map(widened) };
    if ('or' in condition) return { or: condition.or.map(widened) };
    if ('not' in condition) return { not: widened(condition.not) };
    if ('exists' in condition) {
      const { filter, ...exists } = condition.exists;
      return { exists: { ...exists, ...(filter && { filter: widened(filter) }) } };
    }
    if ('inList' in condition || 'noted' in condition) return condition;
    const { value } = condition;
    if (!Array.isArray(value) || value.length !== 1 || value[0] !== one.id) return condition;
    found += 1;
    return { ...condition, value: [...ids] };
  };
  if (plan.records) {
    // What is asked of the record itself is asked of each.
    if (plan.object !== one.object || plan.records.length !== 1 || plan.records[0] !== one.id) return undefined;
    return { ...reading, plan: { ...plan, records: [...ids] }, assumptions: [...reading.assumptions, saidOf(ids)] };
  }
  if (!plan.filter) return undefined;
  const filter = widened(plan.filter);
  if (found !== 1) return undefined;
  return { ...reading, plan: { ...plan, filter } satisfies Plan, assumptions: [...reading.assumptions, saidOf(ids)] };
}

const saidOf = (ids: readonly string[]): string => `指上一个回答中的 ${ids.length} 条记录`;
