import type { RuleSet } from './rule-set.ts';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * For each field, the targets of the rules that read it or show it in their message, and so on through those whose own value can change by it. Worked
 * out once, so that a key asks for a set and not for a search.
 */
export function affectedBy({ rules, derived }: RuleSet): (apiName: string) => ReadonlySet<string> {
  const direct = new Map<string, Set<string>>();
  for (const rule of rules) {
    for (const read of [...rule.reads, ...(rule.message?.mentions ?? [])]) {
      const targets = direct.get(read) ?? new Set();
      direct.set(read, targets.add(rule.target.apiName));
    }
  }
  const all = new Map<string, ReadonlySet<string>>();
  for (const [apiName, targets] of direct) {
    const reached = new Set(targets);
    for (const target of reached)
      if (derived.has(target)) for (const next of direct.get(target) ?? []) reached.add(next);
    all.set(apiName, reached);
  }
  return (apiName) => all.get(apiName) ?? NOTHING;
}
