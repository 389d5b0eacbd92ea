import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { liveFields } from '#generators/object.ts';
import type { Operand } from './blocks/operands.ts';
import { quoted } from './blocks/write-blocks.ts';
import { type CelNode, parseCel } from './cel.ts';
import { FUNCTION_GUIDE, parametersOf } from './function-guide.ts';
import { mend } from './mend.ts';
import { nearest } from './near-names.ts';
import { RuleRefusal } from './rule-refusal.ts';

/** What an expression was probably meant to be, and which words of it were taken for which names. */
export interface Fix {
  readonly text: string;
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

type Operands = ReadonlyMap<string, Operand>;
type Renamed = { from: string; to: string }[];

const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|“[^”]*”|‘[^’]*’|「[^」]*」/gu;

/** Applies a change outside of the texts in quotes. */
function outsideQuotes(source: string, change: (part: string) => string): string {
  let text = '';
  let from = 0;
  for (const match of source.matchAll(QUOTED)) {
    text += change(source.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return text + change(source.slice(from));
}

const DATE = /(?<![\d.])([12]\d{3})[-/年.](\d{1,2})[-/月.](\d{1,2})日?(?![\d.])/gu;
const dated = (source: string): string =>
  outsideQuotes(source, (part) =>
    part.replace(DATE, (_, year: string, month: string, day: string) =>
      quoted(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`),
    ),
  );

/** Functions by what they are called in Chinese: 四舍五入( is round(. */
function calledByLabel(source: string): string {
  return outsideQuotes(source, (part) =>
    part.replace(/(?<!\p{Script=Han})(\p{Script=Han}{1,40})(\s*[(（])/gu, (all, words: string, bracket: string) => {
      const guide = FUNCTION_GUIDE.find(({ label, usage }) => words.endsWith(label) && !usage.includes('.'));
      return guide ? `${words.slice(0, -guide.label.length)}${guide.name}${bracket}` : all;
    }),
  );
}

const namesOfField = ({ apiName, label }: FieldDefinition) => [apiName, label];

/** Whole words that are nearly a label: in 成立时间 no part is a name, though there is a field 时间. */
function wholeWords(source: string, object: ObjectDefinition, renamed: Renamed): string {
  const fields = liveFields(object);
  return outsideQuotes(source, (part) =>
    part.replace(WHOLE_WORD, (word) => {
      if (!HAN.test(mend(word, object))) return word;
      const found = nearest(word, fields, namesOfField);
      if (!found) return word;
      renamed.push({ from: word, to: found.label });
      return found.label;
    }),
  );
}

/** Of a length that a label may have. */
const WHOLE_WORD = /(?<![\p{Script=Han}\w])\p{Script=Han}{3,20}(?![\p{Script=Han}\w(（])/gu;
const HAN = /\p{Script=Han}/u;

const ROOTS: ReadonlySet<string> = new Set(['self', 'old', 'user', 'today', 'true', 'false', 'null', 'in', 'x']);
const METHODS = ['contains', 'startsWith', 'endsWith', 'exists', 'all'] as const;
const CALLS = FUNCTION_GUIDE.filter(({ usage }) => !usage.includes('.'));

/** Words that are no names yet by the names that they are nearest to. */
function namedNearest(mended: string, fields: readonly FieldDefinition[], renamed: Renamed): string {
  const known = new Set(fields.map(({ apiName }) => apiName));
  const field = (word: string, otherwise: string, write: (found: FieldDefinition) => string) => {
    const found = nearest(word, fields, namesOfField);
    if (!found) return otherwise;
    renamed.push({ from: word, to: found.label });
    return write(found);
  };
  const call = (word: string) => {
    const found = nearest(word, CALLS, ({ name, label }) => [name, label]);
    if (found) renamed.push({ from: word, to: found.name });
    return found?.name ?? word;
  };
  const method = (word: string) => {
    const found = nearest(word, METHODS, (name) => [name]);
    if (found) renamed.push({ from: word, to: found });
    return found ?? word;
  };
  return outsideQuotes(mended, (part) =>
    part.replace(
      /(\b(?:self|old)\s*\.\s*)?([\p{Script=Han}A-Za-z_][\p{Script=Han}\w]*)(?=(\s*\()?)/gu,
      (all, root: string | undefined, word: string, bracket: string | undefined, at: number) => {
        const isMember = root === undefined && part[at - 1] === '.';
        if (root !== undefined) return known.has(word) ? all : field(word, all, ({ apiName }) => `${root}${apiName}`);
        if (isMember) return bracket !== undefined && METHODS.every((name) => name !== word) ? method(word) : all;
        if (bracket !== undefined) return CALLS.some(({ name }) => name === word) || word === 'type' ? all : call(word);
        return ROOTS.has(word) ? all : field(word, all, ({ apiName }) => `self.${apiName}`);
      },
    ),
  );
}

type ArgumentKind = 'number' | 'day' | 'text' | 'places';
/** What a parameter takes, by its name in the guide. */
const TAKES: Readonly<Record<string, ArgumentKind>> = {
  起: 'day',
  止: 'day',
  日期: 'day',
  天数: 'number',
  月数: 'number',
  数值: 'number',
  小数位数: 'places',
  文本: 'text',
};

const isNode = (value: unknown): value is CelNode => typeof value === 'object' && value !== null && 'op' in value;

/** Every node of a tree, those inside before those around them. */
function nodesOf(node: CelNode): readonly CelNode[] {
  const inside = (value: unknown): readonly CelNode[] => {
    if (Array.isArray(value)) return value.flatMap(inside);
    return isNode(value) ? nodesOf(value) : [];
  };
  return [...inside(node.args), node];
}

function kindOf(node: CelNode, source: string, operands: Operands): ArgumentKind | undefined {
  const text = source.slice(node.start, node.end);
  const kind = operands.get(text)?.kind;
  if (kind === 'number' || kind === 'day') return kind;
  if (kind !== undefined) return 'text';
  if (node.op !== 'value') return undefined;
  if (typeof node.args !== 'string') return /^-?\d/.test(text) ? 'number' : undefined;
  return /^\d{4}(-\d\d){0,2}$/.test(node.args) ? 'day' : 'text';
}

/** A year or a month in the place of a date: the date that it was taken of. */
function partTaken(
  given: readonly CelNode[],
  parameters: readonly string[],
  kind: (part: CelNode) => ArgumentKind | undefined,
): { readonly start: number; readonly end: number; readonly whole: CelNode } | undefined {
  for (const [index, part] of given.entries()) {
    if (TAKES[parameters[index] ?? ''] !== 'day' || part.op !== 'call' || !['year', 'month'].includes(part.args[0]))
      continue;
    const [whole] = part.args[1];
    if (whole && kind(whole) === 'day') return { start: part.start, end: part.end, whole };
  }
  return undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is to be written otherwise at a node, where its parts do not fit each other. */
function editsAt(node: CelNode, source: string, operands: Operands): readonly Edit[] {
  const textOf = ({ start, end }: CelNode) => source.slice(start, end);
  const kind = (part: CelNode) => kindOf(part, source, operands);
  const whole = (text: string): Edit => ({ start: node.start, end: node.end, text });
  if (node.op === 'call') {
    const [name, [first, second, ...more]] = node.args;
    if (!first || !second || more.length > 0) return [];
    if (METHODS.some((one) => one === name)) return [whole(`${textOf(first)}.${name}(${textOf(second)})`)];
    const guide = CALLS.find((one) => one.name === name);
    const [wanted, other] = guide ? parametersOf(guide).map((parameter) => TAKES[parameter]) : [];
    const part = guide && partTaken(node.args[1], parametersOf(guide), kind);
    if (part) return [{ start: part.start, end: part.end, text: textOf(part.whole) }];
    const isRounding = other === 'places' && first.op === 'value' && second.op !== 'value';
    const isTurned =
      isRounding || (wanted !== other && kind(first) === other && kind(second) === wanted && wanted !== undefined);
    return isTurned ? [whole(`${name}(${textOf(second)}, ${textOf(first)})`)] : [];
  }
  if (!['==', '!=', '<', '<=', '>', '>='].includes(node.op)) return [];
  const sides = node.args as [CelNode, CelNode];
  return sides.flatMap((part, at) => {
    const beside = sides[1 - at];
    const wanted = beside && operands.get(textOf(beside))?.kind;
    if (part.op !== 'value' || wanted === undefined) return [];
    const { start, end, args } = part as { start: number; end: number; args: unknown };
    if (wanted === 'number' && typeof args === 'string') {
      const digits = args.replaceAll(/[,，\s]/gu, '');
      return /^-?\d+(\.\d+)?$/.test(digits) ? [{ start, end, text: digits }] : [];
    }
    const isBare = typeof args !== 'string' && /^-?\d/.test(textOf(part));
    return isBare && ['text', 'choice', 'link', 'day'].includes(wanted)
      ? [{ start, end, text: quoted(textOf(part)) }]
      : [];
  });
}

/** Parts that do not fit each other put right: arguments turned about, quotes around texts and none around numbers. */
function fitted(source: string, operands: Operands): string {
  try {
    let text = source;
    // Inner parts first; what is around them is read again.
    for (let round = 0; round < 8; round += 1) {
      const current = text;
      const [edit] = nodesOf(parseCel(current)).flatMap((node) => editsAt(node, current, operands));
      if (!edit) break;
      text = `${current.slice(0, edit.start)}${edit.text}${current.slice(edit.end)}`;
    }
    return text;
  } catch (error) {
    if (error instanceof RuleRefusal) return source;
    throw error;
  }
}

/**
 * What a text was probably meant to be: signs and words of everyday writing, labels, names that are nearly right, dates
 * and arguments in the wrong place. It may still be wrong and has to be checked as any other; undefined for a text that
 * nothing is known to do about.
 */
export function fixOf(source: string, object: ObjectDefinition, operands: Operands): Fix | undefined {
  const fields = liveFields(object);
  const renamed: Renamed = [];
  const plain = mend(wholeWords(dated(calledByLabel(source)), object, renamed), object);
  const near = namedNearest(plain, fields, renamed);
  const named = renamed.length > 0 ? mend(near, object) : near;
  const text = fitted(named, operands);
  return text === source.trim() || text === '' ? undefined : { text, renamed };
}
