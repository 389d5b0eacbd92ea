import { Exact, compareExact, exactText } from '#shared/money/exact.ts';
import {
  AFTER_NUMBER,
  BEFORE_NUMBER,
  CURRENCY_BEFORE,
  NAMED_BEFORE,
  NOT_COUNTED,
  type Side,
  currencyOf,
  sideOf,
} from './amount-words.ts';
import { TO, plainText } from './plain-text.ts';
import { type Amount, type Quantity, TOP_BAND, matchAt, quantityAt } from './quantity.ts';

/** Where a text states an amount, with its words of comparison. Offsets are UTF-16 indices of the text. */
export interface AmountReading {
  readonly from: number;
  readonly to: number;
  readonly amount: Amount;
}

interface Read {
  readonly to: number;
  readonly amount: Amount;
}

const TENTH_BELOW = '0.9';
const TENTH_ABOVE = '1.1';
/** Nearly one of a size is most of the size below. */
const NEARLY: Readonly<Record<string, string>> = { 亿: '数千万', 千万: '数百万', 百万: '数十万' };
const TIMES: ReadonlySet<string> = new Set(['年', '个月', '天', '周', '个季度']);

const NUMERAL_BEFORE = /[\d零〇○一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟点]$/;
const LARGE = /[百千万亿%wkm]/;

/** A quantity with what it is beside of: none of a date, a code, an ordinal or a longer number. */
function soundQuantity(text: string, at: number, currency?: string): Quantity | undefined {
  const quantity = quantityAt(text, at, currency);
  if (!quantity) return undefined;
  const { to, digits, amount } = quantity;
  if (amount.unit === '年' && /^(?:[\d零〇○一二三四五六七八九]{4}|0\d)$/.test(digits)) return undefined;
  if (amount.unit === '年' && /^(?:[初中底末代]|[上下]半年|[1-4一二三四]季|\d{1,2}月)/.test(text.slice(to)))
    return undefined;
  const isBare = amount.unit === undefined && !amount.isPercent && to === at + digits.length;
  const behind = text.slice(to, to + 3);
  if (isBare && NOT_COUNTED.test(behind) && !(/^[.,:-]/.test(behind) && /\D$/.test(digits))) return undefined;
  if (/^0\d/.test(digits)) return undefined;
  return quantity;
}

/** May a number begin here, or is it a part of a longer word? */
function isStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  if (/\d,$/.test(before)) return !/^\d{3}(?!\d)/.test(text.slice(at, at + 4));
  if (/\d-$/.test(before)) return false;
  if (/[哪某每另同这那]$/.test(before)) return text[at] !== '一' && text[at] !== '几';
  return (
    !NAMED_BEFORE.test(before) && !NUMERAL_BEFORE.test(before) && !/[总个人家次][数]$/.test(before + text.charAt(at))
  );
}

/** A number without a word beside it: codes and phones are none, and digits of names neither. */
function isNumberAlone({ digits, amount }: Quantity): boolean {
  if (amount.unit !== undefined || amount.isPercent || amount.band !== undefined) return true;
  if (/^\d+$/.test(digits)) return digits.length < 6 || digits.endsWith('000');
  if (/^\d/.test(digits)) return true;
  if (amount.num === undefined) return LARGE.test(digits);
  return digits.length > 1 && /[十百千万亿]/.test(digits) && new Exact(amount.num).gte(20);
}

function compared(amount: Amount, side: Side, digits: string): Amount {
  const { num, lo, hi, band: _, ...rest } = amount;
  const least = lo ?? num;
  const most = hi ?? num;
  const isOne = num !== undefined;
  switch (side) {
    case 'gt':
    case 'gte':
      if (least === undefined) return amount;
      return {
        ...rest,
        lo: least,
        loIncluded: side === 'gte',
        hiIncluded: true,
        ...(digits === '亿' && side === 'gte' && { band: TOP_BAND }),
      };
    case 'lt':
    case 'lte':
      if (most === undefined) return amount;
      return { ...rest, hi: most, loIncluded: true, hiIncluded: side === 'lte' && amount.hiIncluded };
    case 'about': {
      if (!isOne) return { ...amount, isAbout: true };
      const nearly = NEARLY[digits];
      const bounds = [TENTH_BELOW, TENTH_ABOVE].map((factor) => exactText(new Exact(num).mul(factor)));
      const [below = num, above = num] = bounds;
      return { ...rest, num, lo: below, hi: above, isAbout: true, ...(nearly && { band: nearly }) };
    }
    case 'eq':
      return amount;
  }
}

/** 近三年 and 最近一次 are times, and the 约 of 纽约 is no comparison. */
function isComparison(text: string, at: number, word: string, { digits, amount }: Quantity): boolean {
  const before = text.slice(Math.max(0, at - 1), at);
  if (/[不未没]/.test(before)) return false;
  if (word === '约' && /[纽预签契公条合节]/.test(before)) return false;
  if (word !== '近') return true;
  if (/[最附将接]/.test(before) || TIMES.has(amount.unit ?? '')) return false;
  return amount.isPercent === true || LARGE.test(digits) || new Exact(amount.num ?? amount.lo ?? '0').gte(20);
}

/** One number with the comparison before or behind it. */
function singleAt(text: string, at: number): Read | undefined {
  const before = matchAt(BEFORE_NUMBER, text, at);
  let start = at + (before?.[0].length ?? 0);
  const money = matchAt(CURRENCY_BEFORE, text, start);
  start += money?.[0].length ?? 0;
  if (start === at ? !isStart(text, at) : !before && /[a-z]/.test(text.charAt(at - 1))) return undefined;
  const quantity = soundQuantity(text, start, money ? currencyOf(money[0]) : undefined);
  if (!quantity) return undefined;
  const word = before?.[0].trim() ?? '';
  if (before && !isComparison(text, at, word, quantity)) return undefined;
  const after = matchAt(AFTER_NUMBER, text, quantity.to);
  const side = (before && sideOf(before)) ?? (after && sideOf(after)) ?? undefined;
  if (side === undefined) {
    const isMoney = money !== null || quantity.to > start + quantity.digits.length;
    return isMoney || isNumberAlone(quantity) ? { to: quantity.to, amount: quantity.amount } : undefined;
  }
  return {
    to: quantity.to + (after?.[0].length ?? 0),
    amount: compared(quantity.amount, side, quantity.digits),
  };
}

const RANGE_BEFORE = /(?:大?约|大概)?(?:从|在|介于)? ?/y;
const JOIN = new RegExp(TO, 'y');
const JOIN_BETWEEN = / ?[和与及] ?/y;
const BETWEEN = / ?(?:之间|区间|不等|间)/y;
const SCALE = /(?:万亿|亿|万|w)$/;

/** The lower end in the unit of the upper one: 1-3亿, 三千到五千万; 5000-1亿 is from 5000万. */
function lowerEnd(low: Quantity, high: Quantity): string | undefined {
  const { num } = low.amount;
  if (num === undefined || high.amount.num === undefined) return num;
  const isWhole = low.amount.currency === undefined && low.amount.unit === undefined && !/[万亿w]/.test(low.digits);
  const scale = SCALE.exec(high.digits)?.[0];
  if (!isWhole || scale === undefined) return num;
  const powers = scale === '万亿' ? [12, 8] : scale === '亿' ? [8, 4] : [4];
  const fits = powers
    .map((power) => exactText(new Exact(num).mul(new Exact(10).pow(power))))
    .find((value) => compareExact(new Exact(value), new Exact(high.amount.num ?? '0')) < 0);
  return fits ?? num;
}

const isYear = (quantity: Quantity) => /^(?:19|20)\d\d$/.test(quantity.digits) && quantity.amount.unit === undefined;

/** From one number to another. */
function rangeAt(text: string, at: number): Read | undefined {
  const lead = matchAt(RANGE_BEFORE, text, at)?.[0] ?? '';
  const start = at + lead.length;
  if (lead.trim() === '' ? lead !== '' || !isStart(text, at) : false) return undefined;
  const money = matchAt(CURRENCY_BEFORE, text, start);
  const first = start + (money?.[0].length ?? 0);
  const low = quantityAt(text, first, money ? currencyOf(money[0]) : undefined);
  if (low?.amount.num === undefined) return undefined;
  const joined = matchAt(JOIN, text, low.to) ?? matchAt(JOIN_BETWEEN, text, low.to);
  if (!joined) return undefined;
  const second = low.to + joined[0].length;
  const prefix = matchAt(CURRENCY_BEFORE, text, second);
  const high = soundQuantity(text, second + (prefix?.[0].length ?? 0), low.amount.currency);
  if (high?.amount.num === undefined || (isYear(low) && isYear(high))) return undefined;
  const between = matchAt(BETWEEN, text, high.to);
  if (/[和与及]/.test(joined[0]) && !between) return undefined;
  const lo = lowerEnd(low, high);
  const units = [low.amount.unit, high.amount.unit].filter((unit) => unit !== undefined);
  if (lo === undefined || new Set(units).size > 1 || /^0\d/.test(low.digits)) return undefined;
  if (compareExact(new Exact(lo), new Exact(high.amount.num)) >= 0) return undefined;
  const { num: hi, ...rest } = high.amount;
  return {
    to: high.to + (between?.[0].length ?? 0),
    amount: { ...rest, lo, hi, ...(/约|大概/.test(lead) && { isAbout: true }) },
  };
}

const AND = / ?[,，、;；]? ?(?:并且|而且|同时|且|但是|但|和|与|又)? ?/y;

/** Two comparisons of one number, such as 1亿以上5亿以下. */
function both(first: Read, second: Read): Read | undefined {
  const [one, other] = [first.amount, second.amount];
  const [low, high] = one.lo === undefined ? [other, one] : [one, other];
  if (low.num !== undefined || high.num !== undefined || low.lo === undefined || high.hi === undefined)
    return undefined;
  if (low.hi !== undefined || high.lo !== undefined) return undefined;
  if (low.unit !== high.unit || low.isPercent !== high.isPercent) return undefined;
  const currency = low.currency ?? high.currency;
  if (high.currency !== undefined && high.currency !== currency) return undefined;
  if (compareExact(new Exact(low.lo), new Exact(high.hi)) >= 0) return undefined;
  const { band: _, ...rest } = low;
  return {
    to: second.to,
    amount: { ...rest, ...(currency && { currency }), hi: high.hi, hiIncluded: high.hiIncluded },
  };
}

function pairAt(text: string, first: Read): Read | undefined {
  const second = first.to + (matchAt(AND, text, first.to)?.[0].length ?? 0);
  const other = singleAt(text, second);
  return other && both(first, other);
}

/**
 * Everything in a text that may be an amount or a number, by where it begins and the longest first. Years, dates, codes,
 * phone numbers and ordinals are none.
 */
export function findAmounts(text: string): AmountReading[] {
  const plain = plainText(text);
  const readings: AmountReading[] = [];
  for (let from = 0; from < plain.length; from += 1) {
    const single = singleAt(plain, from);
    const found = [single && pairAt(plain, single), rangeAt(plain, from), single];
    const ends = new Set<number>();
    for (const one of found.filter((read) => read !== undefined).toSorted((a, b) => b.to - a.to)) {
      if (!ends.has(one.to)) readings.push({ from, ...one });
      ends.add(one.to);
    }
  }
  return readings;
}
