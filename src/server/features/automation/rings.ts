import type { Rule } from './rule.ts';

/** The field that a rule writes, as `object.field`; undefined where it writes none. */
const writes = ({ values, object, target }: Rule): string | undefined =>
  values.action === 'setField' && target ? `${object.apiName}.${target.apiName}` : undefined;

/** Is a rule set off where this field of its object is written? */
function follows({ values, object, watched, dateField }: Rule, field: string): boolean {
  const [objectName, name = ''] = field.split('.');
  if (objectName !== object.apiName) return false;
  if (values.trigger === 'changed') return watched === undefined || watched.has(name);
  return values.trigger === 'dateReached' && dateField?.apiName === name;
}

/** Rules that set each other off in a ring through one of them, in order; undefined where there is none. */
export function ringOf(rule: Rule, rules: readonly Rule[]): readonly Rule[] | undefined {
  const all = [rule, ...rules.filter(({ id }) => id !== rule.id)];
  const seen = new Set<string>();
  const walk = (at: Rule, way: readonly Rule[]): readonly Rule[] | undefined => {
    const field = writes(at);
    if (field === undefined) return undefined;
    for (const next of all.filter((one) => follows(one, field))) {
      if (next.id === rule.id) return way;
      if (seen.has(next.id)) continue;
      seen.add(next.id);
      const found = walk(next, [...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(rule, [rule]);
}

/** A ring in words: 甲 → 乙 → 甲. */
export const ringWords = (ring: readonly Rule[]): string =>
  `规则会循环触发：${[...ring, ...ring.slice(0, 1)].map(({ title }) => `“${title}”`).join(' → ')}`;
