import { CURRENCY_WORDS } from '#generators/field-types/currency.ts';
import { DIGIT, NUMERAL } from '#generators/numerals.ts';

/** Where a comparison puts a number. */
export type Side = 'gt' | 'gte' | 'lt' | 'lte' | 'about' | 'eq';

const BEFORE: Readonly<Record<Side, string>> = {
  // Ahead of what they contain: 不超过 has 超过 in it.
  lte: '小于或?等于|不超过|不大于|不高于|不多于|未超过|没有?超过|至多|顶多|<=|≤',
  gte: '大于或?等于|不少于|不低于|不小于|不下于|至少|起码|达到|>=|≥|满',
  gt: '超过|超出|大于|高于|多于|突破|不止|超|>',
  lt: '低于|少于|小于|不到|不足|未满|不满|未达到?|<',
  about: '接近|将近|大约|大概|差不多|约为?|近',
  eq: '等于|正好|刚好|恰好|=',
};
const AFTER: Readonly<Record<Exclude<Side, 'eq'>, string>> = {
  gte: '(?:及|或|和|含)?以上|(?:及|或)更[多高大]|起(?![步家点])|往上',
  lte: '(?:及|或|和|含)?以[下内]|之内|(?:及|或)更[少低小]',
  about: '左右|上下|附近',
  gt: '开外',
  lt: '不到|不足',
};
const alternatives = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([side, word]) => `(?<${side}>${word})`)
    .join('|');

/** A comparison before or behind a number, with its side as the name of the group. */
export const BEFORE_NUMBER = new RegExp(`(?:${alternatives(BEFORE)}) ?`, 'y');
export const AFTER_NUMBER = new RegExp(` ?(?:${alternatives(AFTER)})`, 'y');
export const sideOf = (match: RegExpExecArray): Side | undefined =>
  Object.entries(match.groups ?? {}).find(([, word]) => word !== undefined)?.[0] as Side | undefined;

const CURRENCY = CURRENCY_WORDS.map(([word]) => word.source).join('|');
/** What cannot be cut out of a longer word: a code of a currency, or 美元 of 万美元. */
export const CURRENCY_BEFORE = new RegExp(
  `(?<![a-z])(?:${CURRENCY}) ?(?=[\\d数几上过超近${DIGIT.slice(1, -1)}十百千万亿])`,
  'iy',
);
export const CURRENCY_BEHIND = new RegExp(` ?(?:(?:元|圆|块钱?)?(?:${CURRENCY}|美刀)(?![a-z])|元|圆|块钱?)`, 'iy');
export const currencyOf = (text: string): string | undefined =>
  text.includes('美刀') ? 'USD' : CURRENCY_WORDS.find(([word]) => word.test(text))?.[1];

/** Words by which things are counted or measured, longest first. */
const COUNTERS =
  '个工作日 个季度 个小时 个月 小时 分钟 平方米 平米 人次 人 名 位 家 个 次 轮 笔 项 支 只 条 款 件 种 所 部 起 场 天 周 年 岁 倍 期 批 座 栋 台 辆 套 亩 吨 股 层 页 字'
    .split(' ')
    .join('|');
export const COUNTER = new RegExp(` ?(${COUNTERS})(?!代|级以下)`, 'y');

/** Behind a number, these make it a date, a name or a part of one. */
export const NOT_COUNTED = /^(?:[月日号时点季代楼级纪\d]|年(?:[初中底末代]|[上下]半年)|[.,:-]\d|[a-z_])/;
/** Before a number, these do: 第三轮, 哪一家, a letter, a digit, a place after the point. */
export const NAMED_BEFORE = /[第哪每某另同这那\d.,_a-z]$|\d-$/;

/** A number as it is found in a text, with what makes it thousands or millions in letters. */
export const NUMBER = new RegExp(`(${NUMERAL})(?:(kw|w|k|mn|m|bn)(?![a-z0-9轮]))?`, 'iy');
export const LETTER_POWERS: Readonly<Record<string, number>> = { k: 3, w: 4, m: 6, mn: 6, kw: 7, bn: 9 };
/** A number that is more than what is written: 八千多万, 3000余家, 一亿多. */
export const AND_MORE = new RegExp(`(${NUMERAL})[多余]([万亿]{0,2})`, 'y');
/** 几个亿 and 两三个亿, but not the 个 of 几十个. */
const LARGE = '(?:个(?=[十百千]?[万亿]))?([十百千万亿]*)';
/** Two digits in a row that are neighbours: 两三千万, 七八家, 三五年, 三四十家. */
export const NEIGHBOURS = new RegExp(
  `(十?)(一二|一两|二三|两三|三四|三五|四五|五六|六七|七八|八九)(?!${DIGIT})${LARGE}(?![月线日号期季])`,
  'y',
);
/** Some of a size: 数千万, 几十家. */
export const SOME = /[数几](?:个(?=[十百千]?[万亿]))?([十百千万亿]+)(?:元?量?级)?/y;
export const TEENS = new RegExp(`([二三四五六七八九]?十)[几来]${LARGE}`, 'y');
/** At least one of a size: 上亿, 过亿元. */
export const UPWARDS = /(?<![投融资获得拿做超通经以之线马])[上过]([十百千]?[百千万亿])/y;
/** The size alone: 千万级, 百万美元级. */
export const MAGNITUDE = /([十百千]?[万亿])(?:元|美元|美金|人民币)?量?级别?/y;
/** 百分之90, 三成, 三成半, 30个点, 20%. */
export const PERCENT_BEFORE = new RegExp(`百分之(${NUMERAL})`, 'y');
export const TENTHS = /([一二两三四五六七八九1-9])成(半|[一二三四五六七八九])?(?![立为功本员熟长交都分果])/y;
export const PERCENT_BEHIND = / ?(?:%|个百?分?点|百分点)/y;
/** Half a year, and a number of years and a half. */
export const HALF_YEARS = new RegExp(`(?:(${NUMERAL})年半|半年)(?![度报])`, 'y');
