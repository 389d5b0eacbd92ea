/** Digits of Chinese numerals, plain and as they are written on cheques. */
const DIGITS: ReadonlyMap<string, number> = new Map(
  ['零〇○', '一壹', '二贰两', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap((signs, digit) =>
    [...signs].map((sign) => [sign, digit] as const),
  ),
);
const SMALL_UNITS: Readonly<Record<string, bigint>> = { 十: 10n, 拾: 10n, 百: 100n, 佰: 100n, 千: 1000n, 仟: 1000n };
const WAN = 10n ** 4n;
const YI = 10n ** 8n;

/** A digit of a Chinese numeral, as part of a pattern. */
export const DIGIT = '[零〇○一壹二贰两三叁四肆五伍六陆七柒八捌九玖]';
/** A number in digits, with or without commas between thousands. */
const FIGURES = String.raw`(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?`;
const SPELLED = `${DIGIT}+(?:点${DIGIT}+)?`;
const UNIT = '[十拾百佰千仟万亿]';
/** 20个亿 is as much as 20亿, and a blank may come before the large units. */
const TERM = `(?:(?:${FIGURES}(?: (?=[万亿]))?|${SPELLED})?(?:个(?=[十百千]?[万亿]))?${UNIT})`;
/** What may follow the last unit: 三百零五, 二十一, and one digit of the unit below: 一亿二 is 1.2亿. */
const TAIL = String.raw`(?:零${DIGIT}|${DIGIT}(?![\d零〇○一二三四五六七八九年月日号个家人名位次轮笔项]))`;
/** A number in digits, Chinese numerals or both, as part of a pattern: `1,100.9亿`, `一亿五千万`, `3千5百万`, `二〇二一`. */
export const NUMERAL = `(?:${TERM}+(?:(?<=十)${DIGIT}|${TAIL})?|${FIGURES}|${SPELLED})`;

const PARTS = new RegExp(`${FIGURES}|${SPELLED}|${UNIT}`, 'g');
const WHOLE = new RegExp(`^${NUMERAL}$`);
const spelledDigits = (text: string): string =>
  text.replace('点', '.').replaceAll(/[^\d.]/g, (sign) => String(DIGITS.get(sign) ?? 0));

/** Adds up a numeral in whole `10^-places`. */
class Sum {
  readonly #one: bigint;
  #yi = 0n;
  #wan = 0n;
  /** Below the last 万 or 亿. */
  #section = 0n;
  #pending: bigint | undefined;
  #isTail = false;
  #lastUnit = 1n;

  constructor(places: number) {
    this.#one = 10n ** BigInt(places);
  }

  digits(value: bigint, isTail: boolean): void {
    this.#pending = value;
    this.#isTail = isTail;
  }

  unit(sign: string): void {
    const small = SMALL_UNITS[sign];
    // 百万 and 十亿 have no digit before them: one is meant.
    const before = (all: bigint) =>
      all === 0n && this.#pending === undefined ? this.#one : all + (this.#pending ?? 0n);
    if (small !== undefined) this.#section += (this.#pending ?? this.#one) * small;
    else if (sign === '万') {
      this.#wan += before(this.#section) * WAN;
      this.#section = 0n;
    } else {
      this.#yi += before(this.#wan + this.#section) * YI;
      this.#wan = 0n;
      this.#section = 0n;
    }
    this.#pending = undefined;
    this.#lastUnit = small ?? (sign === '万' ? WAN : YI);
  }

  total(): bigint {
    const scale = this.#isTail && this.#lastUnit > 10n ? this.#lastUnit / 10n : 1n;
    return this.#yi + this.#wan + this.#section + (this.#pending ?? 0n) * scale;
  }
}

/**
 * A number that is written in Chinese numerals, or in digits with Chinese units, as exact decimal text without an exponent
 * or trailing zeros: `三千五百万` → `35000000`, `1.2万亿` → `1200000000000`. Null when the text is anything else.
 */
export function numeralFromText(text: string): string | null {
  if (!WHOLE.test(text)) return null;
  const parts = (text.replaceAll(/[个 ]/g, '').match(PARTS) ?? []).map((part) =>
    /[\d零〇○一壹二贰两三叁四肆五伍六陆七柒八捌九玖]/.test(part) ? spelledDigits(part.replaceAll(',', '')) : part,
  );
  const places = Math.max(...parts.map((part) => part.split('.')[1]?.length ?? 0));
  const sum = new Sum(places);
  for (const part of parts) {
    const [whole = '', fraction = ''] = part.split('.');
    if (/^\d/.test(part)) sum.digits(BigInt(whole + fraction.padEnd(places, '0')), part.length === 1 && part !== '0');
    else sum.unit(part);
  }
  return shortest(sum.total(), places);
}

function shortest(total: bigint, places: number): string {
  const digits = total.toString().padStart(places + 1, '0');
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${digits.slice(0, digits.length - places)}${places > 0 && fraction ? `.${fraction}` : ''}`;
}
