import type { Binding } from './binding.ts';
import { isWord, type Token, type Tokens } from './tokens.ts';

/** 今年与去年 of one date: no day is in both, so that nothing could be found. */
export function timesApart({ bound }: Pick<Binding, 'bound'>, tokens: Tokens): Token[] {
  if (tokens.all.some((token) => isWord(token, 'or'))) return [];
  const times = bound.flatMap(({ token, fields: [field], negated }) =>
    token.kind === 'time' && !negated ? [{ token, field, ...token.time.period }] : [],
  );
  return times.flatMap((one, at) =>
    times.slice(at + 1).flatMap((other) => {
      const isBefore = (one.end ?? '9') < (other.start ?? '0') || (other.end ?? '9') < (one.start ?? '0');
      return one.field === other.field && isBefore ? [other.token] : [];
    }),
  );
}
