import type { RuleSet } from './rule-set.ts';

/** Kinds whose answer decides what value a field has for other rules. */
const DECIDING: ReadonlySet<string> = new Set(['value', 'formula', 'visible']);

/**
 * Rings of fields whose values depend on one another, each as the apiNames on the way, first one repeated at the end. A
 * value rule may read its own target, which is then the value given; nothing else may depend on itself.
 */
export function findCycles({ rules }: RuleSet): string[][] {
  const needs = new Map<string, Set<string>>();
  for (const { kind, target, reads } of rules) {
    if (!DECIDING.has(kind)) continue;
    const own = needs.get(target.apiName) ?? new Set();
    for (const read of reads) if (kind !== 'value' || read !== target.apiName) own.add(read);
    needs.set(target.apiName, own);
  }
  const cycles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (apiName: string): void => {
    const seenAt = way.indexOf(apiName);
    if (seenAt >= 0) cycles.push([...way.slice(seenAt), apiName]);
    if (seenAt >= 0 || done.has(apiName)) return;
    way.push(apiName);
    for (const next of needs.get(apiName) ?? []) walk(next);
    way.pop();
    done.add(apiName);
  };
  for (const apiName of needs.keys()) walk(apiName);
  return cycles;
}
