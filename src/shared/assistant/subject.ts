import { numeralFromText } from '#generators/numerals.ts';
import type { KnownValue } from './meanings.ts';
import type { AskableObject, Vocabulary } from './vocabulary.ts';

/** What a question is about that says no more than that. */
export interface Subject {
  readonly text: string;
  /** 介绍一下, 是做什么的: the question asks for the record itself. */
  readonly isIntroduced: boolean;
}

const POLITE = /^(?:请问|请|麻烦|帮我|帮忙|给我|我想|想|你)+/u;
const BEFORE =
  /^(?:简单)?(?:介绍(?:一下|下)?|说说|讲讲|讲一下|说一下|说下|聊聊|了解(?:一下|下)?|认识(?:一下|下)?|看看|看一下)/u;
const AFTER =
  /(?:是(?:一?[家个所只座部位])?[做干搞]什么的|[做干]什么的|是(?:一?[家个所只座部位])?什么(?:样的)?|是谁|的?(?:基本|详细|主要)?(?:情况|信息|资料|简介|介绍|档案|概况|详情)(?:介绍)?(?:一下)?|介绍(?:一下|下)?)$/u;
const END = /[?？。!！\s吗呢啊]+$/u;
const MARKS = /[“”「」『』《》"‘’']/gu;

/** What is left of a question without the words that ask for a record as a whole. */
export function subjectOf(question: string): Subject {
  const plain = question.replace(END, '').replace(POLITE, '').trim();
  const behind = plain.replace(BEFORE, '');
  const text = behind.replace(AFTER, '');
  return { text: text.replaceAll(MARKS, '').trim(), isIntroduced: text.length < plain.length };
}

/** A record by its place in the answer before: 第三个, counted from 1. */
export function placeIn({ text }: Subject): number | undefined {
  const found = /^第(\d{1,2}|[一二两三四五六七八九十]{1,3})[个家条只位名座部所笔起]?$/u.exec(text)?.[1];
  return found === undefined ? undefined : Number(numeralFromText(found) ?? found);
}

/** 它, 这家企业: the record of the answer before. */
export const isPronoun = ({ text }: Subject): boolean =>
  /^(?:它|他|她|这[家个只位座部所条]|该)(?!.*的)(?:.{0,4})$/u.test(text);

/** 它的投资方, 这家企业的资讯: what is asked of the record of the answer before; undefined where nothing points at it. */
export const restOfPronoun = (question: string): string | undefined =>
  /^(?:请问|那么?)?(?:[它他她]|其(?![中他它余次实])|这[家个只位座部所条][^的]{0,4}|该[^的]{1,4})(?:的|(?<=其))(.+)$/u.exec(
    question,
  )?.[1];

/** 它们2024年的交易, 这些企业的资讯: what is asked of the records of the list before, with its 的. */
export const restOfPlural = (question: string): string | undefined =>
  /^(?:请问|那么?)?(?:[它他她]们|(?:这些|上述|以上)[^的]{0,4}(?=的))(.+)$/u.exec(question)?.[1];

/** Does a word point at records that were named before, wherever it is? */
export const pointsBack = (question: string): boolean => /(?<!其)[它他她](?:们|(?=的))/u.test(question);

const POINTING = /^(?:这|这家|这个|该)$/u;

const nounsOf = ({ label, synonyms = [] }: AskableObject): readonly string[] => [label, ...synonyms];

/** Does what is left beside a name say which kind of record it is? */
const isNoun = (rest: string, object: AskableObject | undefined): boolean =>
  rest === '' ||
  POINTING.test(rest) ||
  (object !== undefined && nounsOf(object).some((noun) => rest.replace(/^(?:这[家个只位座部]|该)/u, '') === noun));

/** Records that are called exactly as the subject, each once. */
export function namedRecords(
  { text }: Subject,
  values: readonly KnownValue[],
  { objects }: Vocabulary,
): readonly (KnownValue & { readonly id: string })[] {
  const found = values.filter(
    (known): known is KnownValue & { readonly id: string } =>
      known.id !== undefined &&
      text.includes(known.text) &&
      isNoun(text.replace(known.text, '').trim(), objects.get(known.object)),
  );
  const longest = Math.max(0, ...found.map((known) => known.text.length));
  const whole = found.filter((known) => known.text.length === longest);
  return [...new Map(whole.map((known) => [`${known.object} ${known.id}`, known])).values()];
}

/** Does the metadata give a text a meaning of its own: an option, a field, an object? */
export const isInMetadata = (text: string, { meanings }: Vocabulary): boolean =>
  (meanings.get(text) ?? []).some(({ kind }) => kind !== 'word');
