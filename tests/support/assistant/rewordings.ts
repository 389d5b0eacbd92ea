import { Converter } from 'opencc-js/cn2t';
import { valueType } from '#generators/field-types/registry.ts';
import { isDate, isNumeric } from '#shared/assistant/field-facts.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import type { Prng } from '#tests/support/prng.ts';

const toTraditional = Converter({ from: 'cn', to: 't' });
/** Character by character, as the search folds them back. */
const traditional = (text: string): string => Array.from(text, (one) => toTraditional(one)).join('');
const NUMERALS = '零一二三四五六七八九';
export const BEFORE = ['请问', '帮我查一下', '麻烦查一下', '我想知道', '查一下', '帮我看看', '请帮我列出', '想问一下'];
export const AFTER = ['？', '。', '，谢谢', '啊', ' '];
const wide = (text: string): string =>
  text.replace(/[0-9A-Za-z]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0));
/** Digits that count something, and are no part of a year, a number with more places or a name. */
const COUNTED = /(?<![\dA-Za-z.\-年月第])([3-9])(?=[个家名次位年只条笔轮部本座所张天人])/gu;
const SPELLED = /(?<![一二三四五六七八九十百千万亿两第])([三四五六七八九])(?=[个家名次位年只条笔轮部本座所张])/gu;
const SAME: readonly (readonly string[])[] = [
  ['有哪些', '都有哪些', '有哪几个'],
  ['超过', '大于', '高于', '多于'],
  ['不少于', '至少', '不低于'],
  ['低于', '小于', '少于'],
  ['从高到低', '由高到低', '从大到小', '降序'],
  ['从低到高', '由低到高', '从小到大', '升序'],
  ['每个', '各个'],
  ['除了', '除去'],
];

/** Ways to say a question that change nothing of it. */
export interface Rewording {
  readonly name: string;
  /** Undefined where the question has nothing to say otherwise. */
  readonly reword: (question: string, chance: Prng) => string | undefined;
}

const changed = (question: string, other: string): string | undefined => (other === question ? undefined : other);

export const REWORDINGS: readonly Rewording[] = [
  { name: 'a filler ahead', reword: (question, { pick }) => pick(BEFORE) + question },
  { name: 'a filler behind', reword: (question, { pick }) => question.replace(/[？?。]$/u, '') + pick(AFTER) },
  { name: 'full width', reword: (question) => changed(question, wide(question)) },
  { name: 'traditional characters', reword: (question) => changed(question, traditional(question)) },
  {
    name: 'numerals for digits',
    reword: (question) =>
      changed(
        question,
        question.replace(COUNTED, (digit) => NUMERALS[Number(digit)] ?? ''),
      ),
  },
  {
    name: 'digits for numerals',
    reword: (question) =>
      changed(
        question,
        question.replace(SPELLED, (one) => String(NUMERALS.indexOf(one))),
      ),
  },
  {
    name: 'words of the same meaning',
    reword: (question, { pick }) => {
      for (const words of SAME) {
        const said = words.toSorted((one, other) => other.length - one.length).find((word) => question.includes(word));
        if (said !== undefined) return question.replace(said, pick(words.filter((word) => word !== said)));
      }
      return undefined;
    },
  },
];

/** A condition on an object as a question says it. */
export interface Said {
  readonly field: string;
  readonly text: string;
}

/** Conditions in the words of the metadata: options by their labels, bounds of numbers, years of dates. */
export function conditionsOf({ fields, label }: AskableObject, { int, pick }: Prng): Said[] {
  return fields.flatMap((field): Said[] => {
    const { apiName: name } = field;
    const called = field.label.replace(/[（(].*[)）]/u, '');
    if (called.includes(label)) return [];
    const { options, kind } = valueType(field);
    if (options && (field.selectOptions ?? []).length > 0)
      return [{ field: name, text: `${called}为${pick(field.selectOptions ?? []).label}` }];
    if (isNumeric(field) && kind !== 'money')
      return [{ field: name, text: `${called}${pick(['大于', '小于', '不少于'])}${int(2, 99)}` }];
    return isDate(field) ? [{ field: name, text: `${called}在${int(2010, 2025)}年` }] : [];
  });
}
