/** Shown to a user who writes a number before both have written; the message is sent all the same. */
export const CONTACT_TIP = '为保护双方隐私，建议互相回复后使用“交换手机号/交换微信”';

const NUMERALS: ReadonlyMap<string, string> = new Map(
  ['零〇○', '一壹幺', '二贰两', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap((signs, digit) =>
    [...signs].map((sign) => [sign, String(digit)] as const),
  ),
);
/** What no screen shows, and the frame of emoji digits. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u20e3]/gu;
const DATE = /(?<!\d)(?:19|20)\d\d\s?[-./年]\s?\d{1,2}(?!\d)(?:\s?[-./月]\s?\d{1,2}(?!\d))?/g;

/** What may separate the digits of one number. */
const GAP = String.raw`[\s\-_.·•~*/|()—–]{0,3}`;
const END = String.raw`(?!${GAP}\d)(?!\s?(?:元|万|亿|千|百|人民币|美元|美金|港元|港币|欧元|rmb|cny|usd|hkd|%))`;
const START = String.raw`(?<!\d)(?<!\d[.,])(?<![¥$€£]\s?)`;
const digits = (from: number, to: number) => String.raw`\d(?:${GAP}\d){${from - 1},${to - 1}}`;

const PHONES: readonly RegExp[] = [
  // Mobile numbers of the mainland, with or without the country.
  new RegExp(String.raw`${START}(?:(?:\+|00)?${GAP}8${GAP}6${GAP})?1${GAP}[3-9](?:${GAP}\d){9}${END}`),
  // Fixed lines with their area, and numbers of firms.
  new RegExp(String.raw`${START}0\d{2,3}${GAP}[2-9](?:${GAP}\d){6,7}${END}`),
  new RegExp(String.raw`${START}[48]00(?:${GAP}\d){7}${END}`),
  // Any number of seven digits or more that is said to be one.
  new RegExp(
    String.raw`(?:电话|手机|座机|号码|致电|打给我|tel|phone|mobile|whatsapp)\D{0,6}?\+?${digits(7, 15)}${END}`,
  ),
];

const WEIXIN = '微信|微 信|薇信|威信|徽信|v信|加微|加薇|加v|\\+v|wechat|weixin|(?<![a-z0-9])(?:wx|vx|v x|w x)';
const NAMED = String.raw`(?:号码?|账号|id|同号)?\s?(?:[:;=→]|是|为|就是)\s?`;
const WEIXIN_IDS: readonly RegExp[] = [
  /(?<![a-z0-9])wxid_[a-z0-9]{6,}/,
  // Said to be the id: any that WeChat would take.
  new RegExp(String.raw`(?:${WEIXIN}|(?<![a-z0-9])v)${NAMED}[a-z][a-z0-9_-]{5,19}`),
  // Merely beside the word: a name of digits and letters, so that brands are left alone.
  new RegExp(
    String.raw`(?:${WEIXIN})(?:号码?|账号|id)?[^a-z0-9\p{Script=Han}]{0,3}(?=[a-z_-]*\d)[a-z][a-z0-9_-]{5,19}`,
    'u',
  ),
  new RegExp(
    String.raw`(?:${WEIXIN}|(?<![a-z0-9])qq)(?:${NAMED}|号码?|账号|id)?[^a-z0-9\p{Script=Han}]{0,3}${digits(5, 11)}${END}`,
    'u',
  ),
];

/**
 * The text as a reader understands it: full-width, circled, emoji and written-out digits are digits, dates are none.
 */
const heard = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .toLowerCase()
    .replaceAll(/[零〇○一壹幺二贰两三叁四肆五伍六陆七柒八捌九玖]/g, (sign) => NUMERALS.get(sign) ?? sign)
    .replaceAll(DATE, '#');

/** The tip when a text seems to hold a phone number or a WeChat id; null when it does not. */
export function contactTip(text: string): string | null {
  const plain = heard(text);
  return [...PHONES, ...WEIXIN_IDS].some((pattern) => pattern.test(plain)) ? CONTACT_TIP : null;
}
