import { NUMERAL, numeralFromText } from '#generators/numerals.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import { CURRENCY_BEHIND, currencyOf } from '#shared/assistant/amount-words.ts';
import type { Mask } from './mask.ts';

/** A number that words state. */
export interface NumberClaim {
  readonly from: number;
  readonly to: number;
  /** Exact decimal text. */
  readonly value: string;
  /**
   * What the number is rounded to, as far as its digits say: 1.2亿 to ten million. Null where it was not rounded: a plain
   * whole number, or one with a single digit, is the number itself.
   */
  readonly step: string | null;
  /** A currency, %, a word for what is counted, or nothing. */
  readonly unit: string;
  /** A place in an order: 第三. */
  readonly isOrdinal?: true;
}

/** Words of the language with a numeral in them, which is none. */
const ORDINARY =
  /一些|一样|一般|一直|一定|一致|一起|一旦|一共|一方面|另一方面|之一|统一|唯一|单一|进一步|另一|同一|任一|每一|某一|这一|该一|一览|一系列|一体|一并|一同|一线|一流|万一|十分|十足|千万别|第三方|多亏|半导体|百分点?(?=为|是)|重点|特点|点评|观点|地点|试点|节点|亮点|要点|热点|站点|起点|终点|一点(?=都|也)|两者|两地|两类(?=中)|几乎|数据|数量|数目|总数|人数|家数|次数|笔数|条数|多数|少数|参数|指数|数字|数值|数额|函数|系数|复数|单数|半径|三角(?=洲)|四川|三亚|五粮液|九江|六安|百度|千里马|万科/g;
const QUANTITY = new RegExp(`(${NUMERAL})`, 'y');
const ROUNDED = /^([\d,]+)(?:\.(\d+))? ?((?:十|百|千)?(?:万亿|万|亿)?)$/;
const COUNTERS =
  /^ ?(个百分点|百分点|个月|小时|分钟|季度|人次|[家个条笔位名人次轮项只支件所部起场种类款份年月天日周倍成折级期批座栋台辆套层页组])/;
const CHINESE = '零〇○一二三四五六七八九十百千万亿两点廿卅壹贰叁肆伍陆柒捌玖拾佰仟';
/** A character that says how many, in whatever script. */
export const NUMERIC = new RegExp(`[\\p{N}${CHINESE}几半双俩仨‰‱]`, 'u');

/** Covers the words of the language that only look like numbers. */
export function coverOrdinary(mask: Mask): void {
  for (const { index, 0: word } of mask.text.matchAll(ORDINARY))
    if (mask.isFree(index, index + word.length)) mask.cover(index, index + word.length);
}

/** Makes it another number than what is written: 数十, 十几, 二十多家, 上百. */
const VAGUE_BEFORE = /[数几上近好过成]$/u;
const VAGUE_BEHIND = /^(?:分之|[几多余来](?!自|源|说|看|元|个?月|年)|数)/u;

/** The numbers of a text outside of what is covered; they are covered then. What is vague is left to be found unexplained. */
export function numberClaims(mask: Mask): NumberClaim[] {
  const { text } = mask;
  const found: NumberClaim[] = [];
  for (let from = 0; from < text.length; from += 1) {
    if (mask.isCovered(from) || (/\d/.test(text.charAt(from)) && /[\d.,]/.test(text.charAt(from - 1)))) continue;
    const claim = percentAt(text, from) ?? numberAt(text, from);
    if (!claim || !mask.isFree(from, claim.to)) continue;
    const size = /^[十百千万亿]/.test(text.charAt(from));
    if ((size && VAGUE_BEFORE.test(text.slice(0, from))) || VAGUE_BEHIND.test(text.slice(claim.to))) continue;
    found.push(claim);
    mask.cover(from, claim.to);
    from = claim.to - 1;
  }
  return found;
}

function percentAt(text: string, from: number): NumberClaim | undefined {
  const match = /^百分之/.exec(text.slice(from, from + 3));
  const number = match && valueAt(text, from + 3);
  return number ? { from, ...number, unit: '%' } : undefined;
}

function numberAt(text: string, from: number): NumberClaim | undefined {
  const isOrdinal = text.charAt(from) === '第';
  const number = valueAt(text, isOrdinal ? from + 1 : from);
  if (!number) return undefined;
  if (isOrdinal) return { from, ...number, step: null, unit: '', isOrdinal: true };
  const sign = /(?:^|[^\d\p{L}])-$/u.test(text.slice(0, from)) ? '-' : '';
  const value = sign + number.value;
  const behind = text.slice(number.to);
  const percent = /^ ?%/.exec(behind);
  if (percent) return { from, ...number, value, to: number.to + percent[0].length, unit: '%' };
  CURRENCY_BEHIND.lastIndex = number.to;
  const [money] = CURRENCY_BEHIND.exec(text) ?? [];
  if (money !== undefined)
    return { from, ...number, value, to: number.to + money.length, unit: currencyOf(money) ?? 'CNY' };
  const [, counter = ''] = COUNTERS.exec(behind) ?? [];
  return { from, ...number, value, unit: counter };
}

function valueAt(text: string, at: number): Pick<NumberClaim, 'value' | 'to' | 'step'> | undefined {
  QUANTITY.lastIndex = at;
  const [written] = QUANTITY.exec(text) ?? [];
  if (written === undefined) return undefined;
  const value = numeralFromText(written);
  if (value === null) return undefined;
  const to = at + written.length;
  // 三十五点五
  const [spelled = ''] = /^点[零〇○一二三四五六七八九]+/.exec(text.slice(to)) ?? [];
  const places = numeralFromText(`零${spelled}`)?.slice(1);
  if (spelled !== '' && places !== undefined) return { value: value + places, to: to + spelled.length, step: null };
  return { value, to, step: stepOf(written) };
}

/** What a number with a decimal place or a large unit is rounded to; at least two digits must be said. */
function stepOf(written: string): string | null {
  const [, whole = '', fraction = '', scale = ''] = ROUNDED.exec(written) ?? [];
  const said = `${whole}${fraction}`.replaceAll(',', '').replace(/^0+/, '');
  if (whole === '' || said.length < 2 || (fraction === '' && scale === '')) return null;
  const unit = new Exact(scale === '' ? '1' : (numeralFromText(`1${scale}`) ?? '1'));
  return exactText(unit.div(new Exact(10).pow(fraction.length)));
}
