import type { Condition } from '#schemas/metadata/condition.ts';
import { isList } from '#generators/field-types/registry.ts';
import { allOf } from '#shared/conditions/condition-parts.ts';
import type { Bound } from './binding.ts';
import { holds } from './comparisons.ts';
import { isWord, type Token, type TokenOf, type Tokens } from './tokens.ts';

/** All conditions as one: values of one field are alternatives, what is joined by 或 is either, all else holds together. */
export function together(bound: readonly Bound[], tokens: Tokens): Condition | undefined {
  const parts: Condition[] = [];
  const joined = new Set<Bound>();
  bound.forEach((one, at) => {
    if (joined.has(one)) return;
    const [field] = one.fields;
    const same = field && one.values ? bound.slice(at + 1).filter((other) => isSameList(one, other)) : [];
    for (const other of same) joined.add(other);
    const values = [one, ...same].flatMap((each) => each.values ?? []);
    const [next] = same;
    const isAll =
      field !== undefined && isList(field) && next !== undefined && isTogether(one.token, next.token, tokens);
    const all = isAll && { field: field.apiName, op: 'containsAll' as const, value: values };
    const condition = all || (same.length > 0 && field && holds(field, values)) || one.condition;
    const whole = one.negated ? { not: condition } : condition;
    const before = orBefore(one.token, tokens);
    const previous = parts.at(-1);
    if (before && previous) {
      before.used = true;
      parts[parts.length - 1] = 'or' in previous ? { or: [...previous.or, whole] } : { or: [previous, whole] };
    } else parts.push(whole);
  });
  for (const one of bound) joinsValues(one.token, tokens);
  return allOf(parts);
}

/** 包括A和B: both of them, in a field that holds several. */
function isTogether(token: Token, next: Token, tokens: Tokens): boolean {
  const between = tokens.all.slice(tokens.all.indexOf(token) + 1, tokens.all.indexOf(next));
  // 投过A也投过B, 既投A又投B
  if (between.some(({ span: { text } }) => /^(?:也|也是|又|又是)$/u.test(text))) return true;
  const before = tokens.beside(token, -1);
  const join = tokens.beside(token, 1);
  const first = tokens.all[tokens.all.indexOf(token) - 1]?.span.text ?? '';
  const isBoth =
    /^(?:既|既是|又|又是|同时)$/u.test(first) ||
    tokens.all.some(({ span: { text } }) => text === '都' || text === '都是');
  return (
    (isBoth || isWord(before, 'contains')) && isWord(join, 'and') && /和|与|及|同时|又|又是|且/u.test(join.span.text)
  );
}

/** The 或 ahead of a condition, or ahead of the field that its value is behind. */
function orBefore(token: Token, tokens: Tokens): TokenOf<'word'> | undefined {
  const before = tokens.beside(token, -1, ['filler', 'is', 'not', 'except', 'contains', 'startsWith', 'endsWith']);
  const ahead = before?.kind === 'field' && before.used ? tokens.beside(before, -1) : before;
  return isWord(ahead, 'or') && !ahead.used ? ahead : undefined;
}

/** 北京或上海: values of one field are alternatives as they are. */
function joinsValues(token: Token, tokens: Tokens): void {
  const or = orBefore(token, tokens);
  const ahead = or && tokens.beside(or, -1);
  if (or && ahead?.kind === token.kind && ahead.used) or.used = true;
}

const isSameList = (one: Bound, other: Bound): boolean =>
  other.values !== undefined && other.fields[0] === one.fields[0] && other.negated === one.negated;
