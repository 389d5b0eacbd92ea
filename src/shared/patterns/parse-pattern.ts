import { type CharacterSet, classSet, complement, setOf } from './character-sets.ts';

/** A pattern as a tree; `most` is null without a bound. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'all'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'any'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number | null };

/** What a pattern may not say; the message is Chinese. */
export class PatternFault extends Error {}

const CLASS_ESCAPE = /^\\(?:[dDwWsS]|[pP]\{[\w=]{1,60}\})/u;
const CODE_ESCAPE = /^\\u(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4}))/u;
const NAMED_ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, v: 11 };
const COUNT = /^\{(\d+)(,(\d*))?\}/u;
const ZERO_WIDTH = '不支持 \\b、\\B 和断言（?=、?!、?<=、?<!），请改写';

/** Reads the part of the language of patterns that takes as long as its text is and no longer. @throws PatternFault */
export function parsePattern(source: string): PatternNode {
  let at = 0;
  const rest = () => source.slice(at);
  const peek = () => source[at];

  function escape(): CharacterSet {
    const [wide] = CLASS_ESCAPE.exec(rest()) ?? [];
    if (wide !== undefined) {
      at += wide.length;
      return classSet(wide);
    }
    const coded = CODE_ESCAPE.exec(rest());
    if (coded) {
      at += coded[0].length;
      const code = Number.parseInt(coded[1] ?? coded[2] ?? '', 16);
      return [[code, code]];
    }
    const letter = source[at + 1] ?? '';
    if (/[bB]/.test(letter)) throw new PatternFault(ZERO_WIDTH);
    if (/[1-9k]/.test(letter)) throw new PatternFault('不支持引用前面的分组（\\1、\\k），请改写');
    const named = NAMED_ESCAPES[letter];
    if (named === undefined && /[A-Za-z0-9]/.test(letter)) throw new PatternFault(`不支持 \\${letter}，请改写`);
    at += 2;
    const code = named ?? letter.codePointAt(0) ?? 0;
    return [[code, code]];
  }

  /** One character, or several that an escape means. */
  function character(): CharacterSet {
    if (peek() === '\\') return escape();
    const code = source.codePointAt(at) ?? 0;
    at += String.fromCodePoint(code).length;
    return [[code, code]];
  }

  function bracket(): CharacterSet {
    at += 1;
    const isNot = peek() === '^';
    if (isNot) at += 1;
    const ranges: (readonly [number, number])[] = [];
    while (peek() !== ']') {
      const from = character();
      if (peek() !== '-' || source[at + 1] === ']') {
        ranges.push(...from);
        continue;
      }
      at += 1;
      const to = character();
      ranges.push([from[0]?.[0] ?? 0, to[0]?.[1] ?? 0]);
    }
    at += 1;
    return isNot ? complement(setOf(ranges)) : setOf(ranges);
  }

  function group(): PatternNode {
    at += 1;
    const [mark] = /^\?(?:[=!]|<[=!]|:|<\w+>|[-a-z]+:)/u.exec(rest()) ?? [];
    if (mark !== undefined && /[=!]$/.test(mark)) throw new PatternFault(ZERO_WIDTH);
    if (mark !== undefined && /^\?[-a-z]/.test(mark)) throw new PatternFault('不支持在分组中切换大小写等方式，请改写');
    at += mark?.length ?? 0;
    const inner = choice();
    at += 1;
    return inner;
  }

  function atom(): PatternNode {
    const first = peek();
    if (first === '(') return group();
    if (first === '[') return { kind: 'set', set: bracket() };
    if (first === '^' || first === '$') throw new PatternFault('“^”只能在最前，“$”只能在最后');
    if (first === '.') {
      at += 1;
      return { kind: 'set', set: classSet('.') };
    }
    return { kind: 'set', set: character() };
  }

  function repeated(part: PatternNode): PatternNode {
    const [mark = ''] = /^[*+?]/u.exec(rest()) ?? [];
    const counted = mark === '' ? COUNT.exec(rest()) : null;
    if (mark === '' && !counted) return part;
    at += mark.length + (counted?.[0].length ?? 0);
    // A repetition that takes as few as it can matches the same texts.
    if (peek() === '?') at += 1;
    const least = counted ? Number(counted[1]) : mark === '+' ? 1 : 0;
    if (!counted) return { kind: 'repeat', part, least, most: mark === '?' ? 1 : null };
    const most = counted[2] === undefined ? least : counted[3] === '' ? null : Number(counted[3]);
    return { kind: 'repeat', part, least, most };
  }

  function sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (at < source.length && peek() !== '|' && peek() !== ')') parts.push(repeated(atom()));
    return { kind: 'all', parts };
  }

  function choice(): PatternNode {
    const parts = [sequence()];
    while (peek() === '|') {
      at += 1;
      parts.push(sequence());
    }
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'any', parts };
  }

  return choice();
}
