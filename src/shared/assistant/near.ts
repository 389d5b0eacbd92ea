import { fold } from '#shared/text/fold.ts';
import { FUNCTION_WORDS } from './phrases.ts';
import { isContent } from './normalise.ts';
import type { Span, SpanMeaning } from './meanings.ts';
import type { AskableObject } from './vocabulary.ts';

/** A label without its unit, folded. */
const core = (label: string): string =>
  fold(label)
    .replaceAll(/[（(][^（()）]*[)）]/gu, '')
    .replace(/^(?:是否|有无)/u, '')
    .trim();

const LONGEST = 10;
/** How much longer a label may be than what is said for it. */
const MOST_TIMES = 3;

/** 营收 of 营业收入: its characters in their order, from the first on. */
function isAbbreviation(text: string, label: string): boolean {
  if (text[0] !== label[0] || label.length > text.length * MOST_TIMES) return false;
  let at = 0;
  for (const character of label) if (character === text[at]) at += 1;
  return at === text.length;
}

interface Called {
  readonly label: string;
  readonly field: string;
}

/** What labels of objects say beside what the records are. */
const GENERIC = /(?<=.{2})(?:名称|简称|全称|姓名|事件|信息|记录|情况|数据|列表|名录|明细|榜|积分|表|库)$/u;

interface Names {
  /** What an object is called by: its label, and what its names are the names of. */
  readonly nouns: readonly string[];
  readonly fields: readonly Called[];
}

/** One question looks for the names of an object thousands of times. */
const known = new WeakMap<AskableObject, Names>();

function namesOf(object: AskableObject): Names {
  const old = known.get(object);
  if (old) return old;
  const { label, fields, nameField } = object;
  const nouns = [label, fields.find((field) => field.apiName === nameField)?.label ?? '']
    .map((text) => core(text))
    .flatMap((text) => [text, text.replace(GENERIC, '')])
    .filter((text) => text.length > 1);
  const names = { nouns, fields: fields.map((field) => ({ label: core(field.label), field: field.apiName })) };
  known.set(object, names);
  return names;
}

/** A noun ends with what it is: 书 is short for 图书, 站 for 站点, and 基金 is no 基金经理. */
export const isNounOf = (text: string, object: AskableObject): boolean =>
  namesOf(object).nouns.some((noun) => noun.endsWith(text) || (noun.length === 2 && noun.startsWith(text)));

/**
 * What a part of a question nearly says of an object: fields and objects whose label holds a text, or is said in short by
 * it. Several fields of one object are one meaning. `isOption`: is a text what an option is called?
 */
export function nearMeanings(
  text: string,
  object: AskableObject,
  isOption: (text: string) => boolean,
): readonly SpanMeaning[] {
  const { apiName } = object;
  if (isNounOf(text, object)) return [{ kind: 'near', object: apiName, fields: [] }];
  if (text.length < 2 || FUNCTION_WORDS.get(text)?.includes('noun')) return [];
  // 城市 is not 海外城市: what is ahead of it is a choice, so that the label says less than the word.
  const isNarrower = (label: string) => label.endsWith(text) && isOption(label.slice(0, -text.length));
  const fields = namesOf(object)
    .fields.filter(({ label }) => (label.includes(text) || isAbbreviation(text, label)) && !isNarrower(label))
    .map(({ field }) => field);
  return fields.length > 0 ? [{ kind: 'near', object: apiName, fields }] : [];
}

/**
 * Parts of a question that are nearly a label. `unknown` are the places of which nothing is known: a part that has none of
 * them is read as it is. `meaningsOf` gives what a part nearly says.
 */
export function nearLabels(
  text: string,
  unknown: ReadonlySet<number>,
  meaningsOf: (part: string) => readonly SpanMeaning[],
): Pick<Span, 'from' | 'to' | 'meanings'>[] {
  const edges: Pick<Span, 'from' | 'to' | 'meanings'>[] = [];
  for (let from = 0; from < text.length; from += 1) {
    let isOld = true;
    for (let to = from + 1; to <= Math.min(text.length, from + LONGEST); to += 1) {
      if (!isContent(text[to - 1] ?? '')) break;
      if (unknown.has(to - 1)) isOld = false;
      if (isOld) continue;
      const meanings = meaningsOf(text.slice(from, to));
      if (meanings.length > 0) edges.push({ from, to, meanings });
    }
  }
  return edges;
}
