import { FUNCTION_WORDS } from '#shared/assistant/phrases.ts';
import { BEFORE_NAME, BEHIND_NAME, COMMON_WORDS, DETERMINER, longestWordAt, ORGANISATION } from './common-words.ts';
import { type Evidence, isName } from './evidence.ts';
import { COVERED, type Mask } from './mask.ts';

const HAN_RUN = /[\p{Script=Han}]+/gu;
const LATIN = /[a-z][a-z\d._@-]*/g;
const QUOTED = /[“"「『《‘']([^“”"「」『』《》‘’']+)[”"」』》’']/gu;
const LONGEST = 8;

/** Every word that is part of no name. */
const PLAIN = { has: (word: string): boolean => COMMON_WORDS.has(word) || FUNCTION_WORDS.has(word) };

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Covers the texts of results that a sentence holds, longest first. */
export function coverNames(mask: Mask, names: readonly string[]): void {
  for (const name of names)
    for (const at of mask.places(name)) if (mask.isFree(at, at + name.length)) mask.cover(at, at + name.length);
}

/** Texts that may be names and that a sentence holds, the longest first. */
export const namesIn = (sentence: string, { texts }: Evidence): string[] =>
  texts.filter((text) => isName(text) && sentence.includes(text)).toSorted((one, other) => other.length - one.length);

const isHeld = (text: string, { texts }: Evidence): boolean => texts.some((one) => one.includes(text));

/** The first name of a sentence that no result holds; undefined where there is none. Known names are those of records. */
export function inventedName(mask: Mask, evidence: Evidence, known: readonly string[]): string | undefined {
  const { text } = mask;
  return (
    Array.from(text.matchAll(QUOTED), ([, quoted = '']) => quoted.trim()).find(
      (quoted) => !isHeld(quoted, evidence) && !PLAIN.has(quoted),
    ) ??
    Array.from(mask.rest().matchAll(LATIN), ([word]) => word).find((word) => !isHeld(word, evidence)) ??
    known.find((name) => isOutside(mask, name) && !isHeld(name, evidence) && !PLAIN.has(name)) ??
    organisation(mask, evidence) ??
    unknownWord(mask, evidence)
  );
}

/** Is a name of a record in a sentence other than within a longer one that a result holds? */
const isOutside = (mask: Mask, name: string): boolean =>
  mask.places(name).some((at) => Array.from(name).some((_, step) => !mask.isCovered(at + step)));

/** 星海资本: what ends as names of organisations do and is none that a result holds, unless it is a kind: 这些公司. */
function organisation(mask: Mask, evidence: Evidence): string | undefined {
  const { text } = mask;
  for (const { index, 0: run } of text.matchAll(HAN_RUN)) {
    for (let to = 1; to <= run.length; to += 1) {
      const head = run.slice(0, to);
      const [suffix] = ORGANISATION.exec(head) ?? [];
      const from = index + to - (suffix?.length ?? 0);
      if (suffix === undefined || mask.isCovered(index + to - 1)) continue;
      const before = Array.from(text.slice(0, from), (one, at) => (mask.isCovered(at) ? COVERED : one)).join('');
      if (DETERMINER.test(before) || BEFORE_NAME.test(before)) continue;
      const start = Math.max(index, from - 2);
      const name = text.slice(start, index + to);
      if (isHeld(name, evidence) || isPlain(text.slice(index, from)) || endsPlain(text.slice(index, from))) continue;
      return name;
    }
  }
  return undefined;
}

/** Does a text end in a verb or particle, so that what follows is not its name: 完成融资, 领投, 参与投资? */
const endsPlain = (text: string): boolean =>
  [4, 3, 2, 1].some((length) => {
    const word = text.slice(-length);
    return word.length === length && VERBS.has(word);
  });
const VERBS: ReadonlySet<string> = new Set(
  '完成 获得 获 宣布 参与 领 跟 参 总 累计 单笔 平均 对外 进行 接受 首次 直接 继续 持续 股权 历史 最近 最新 运营 属于 查询 显示 统计 来自 涉及 使用 提供 业务'.split(
    ' ',
  ),
);
const isPlain = (text: string): boolean => text.length > 0 && plainRest(text) === '';

/** What of a text is no plain word. */
function plainRest(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length;) {
    const length = longestWordAt(text, at, PLAIN, LONGEST);
    if (length === 0) rest += text.charAt(at);
    at += Math.max(length, 1);
  }
  return rest;
}

/** A word that is no plain one and is where names are said, or is in no dictionary. */
function unknownWord(mask: Mask, evidence: Evidence): string | undefined {
  const rest = mask.rest();
  for (const { index, 0: run } of rest.matchAll(HAN_RUN)) {
    for (const { from, to } of leftOver(run)) {
      const word = run.slice(from, to);
      if (isHeld(word, evidence)) continue;
      const isNamed = BEFORE_NAME.test(rest.slice(0, index + from));
      // A single character may be the rest of any word, but not where a name begins.
      const isLong = to - from > 1 && (BEHIND_NAME.test(rest.slice(index + to)) || !isInDictionary(word));
      if (isNamed || isLong) return word;
    }
  }
  return undefined;
}

/** The parts of a run that no plain word explains. */
function leftOver(run: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let at = 0; at < run.length;) {
    const length = longestWordAt(run, at, PLAIN, LONGEST);
    const last = found.at(-1);
    if (length === 0 && last?.to === at) last.to = at + 1;
    else if (length === 0) found.push({ from: at, to: at + 1 });
    at += Math.max(length, 1);
  }
  return found;
}

/** Two characters in a row that make no word with their neighbours are a name. */
function isInDictionary(word: string): boolean {
  let single = 0;
  for (const { segment } of segmenter.segment(word)) {
    single = segment.length > 1 ? 0 : single + 1;
    if (single > 1) return false;
  }
  return true;
}
