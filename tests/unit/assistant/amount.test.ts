import { describe, expect, it, test } from 'vitest';
import amountBand from '#schemas/options/amountBand.json' with { type: 'json' };
import { type AmountReading, findAmounts } from '#shared/assistant/amount.ts';

/** The longest amount of a text; the first of those as long. */
function longest(text: string): AmountReading | undefined {
  const length = ({ from, to }: AmountReading) => to - from;
  return findAmounts(text).toSorted((one, other) => length(other) - length(one))[0];
}

/** An amount in short: `=5`, `[5,9)`, `(5,]`, then its currency, % or unit. */
function short(text: string): string {
  const { amount } = longest(text) ?? {};
  if (!amount) return '';
  const { lo, hi, num, loIncluded, hiIncluded, currency = '', isPercent, unit = '' } = amount;
  const ends = `${loIncluded ? '[' : '('}${lo ?? ''},${hi ?? ''}${hiIncluded ? ']' : ')'}`;
  return `${lo === undefined && hi === undefined ? `=${num}` : ends}${currency}${isPercent ? '%' : ''}${unit}`;
}

describe('an amount that a question states', () => {
  it.each([
    ['1亿', '=100000000'],
    ['1.5亿元', '=150000000'],
    ['3000万', '=30000000'],
    ['一千万', '=10000000'],
    ['一亿五千万', '=150000000'],
    ['两千万美元', '=20000000USD'],
    ['500w', '=5000000'],
    ['5000万人民币', '=50000000CNY'],
    ['10亿美金', '=1000000000USD'],
    ['十亿', '=1000000000'],
    ['一百万', '=1000000'],
    ['百万', '=1000000'],
    ['百万级', '[1000000,10000000)'],
    ['数千万', '[10000000,100000000)'],
    ['数千万级', '[10000000,100000000)'],
    ['近亿元', '[90000000,110000000]'],
    ['超过1亿', '(100000000,]'],
    ['3.5亿人民币', '=350000000CNY'],
    ['1,100万', '=11000000'],
    ['1,100.9亿', '=110090000000'],
    ['二十万亿', '=20000000000000'],
    ['一万五千亿', '=1500000000000'],
    ['2000万-5000万', '[20000000,50000000]'],
    ['五百万', '=5000000'],
    ['1千万', '=10000000'],
    ['20个亿', '=2000000000'],
    ['三千五百万', '=35000000'],
    ['6百万', '=6000000'],
    ['上亿', '[100000000,]'],
    ['1.2万亿', '=1200000000000'],
    ['八千多万', '[80000000,90000000)'],
    ['30个点', '=30%'],
    ['百分之90', '=90%'],
    ['20%', '=20%'],
    ['三成', '=30%'],
    ['50万', '=500000'],
    ['2亿以上', '[200000000,]'],
    ['一个亿', '=100000000'],
  ])('%s is %s', (text, expected) => {
    expect(short(text)).toBe(expected);
    expect([longest(text)?.from, longest(text)?.to]).toEqual([0, text.length]);
  });

  it.each([
    ['1亿以上5亿以下', '[100000000,500000000]'],
    ['融资额大于1亿且小于5亿的企业', '(100000000,500000000)'],
    ['500万到1千万', '[5000000,10000000]'],
    ['1-3亿', '[100000000,300000000]'],
    ['5000-1亿', '[50000000,100000000]'],
    ['在1亿和3亿之间', '[100000000,300000000]'],
    ['1.2亿美元', '=120000000USD'],
    ['$500万', '=5000000USD'],
    ['USD500万', '=5000000USD'],
    ['数千万美元', '[10000000,100000000)USD'],
    ['两三千万', '[20000000,30000000]'],
    ['半年', '=0.5年'],
    ['一年半', '=1.5年'],
    ['3000多万', '[30000000,40000000)'],
    ['1亿多', '[100000000,200000000)'],
    ['20多家', '[20,30)家'],
    ['十几家', '[10,20)家'],
    ['上千家', '[1000,]家'],
    ['员工100-500人', '[100,500]人'],
    ['超过3轮', '(3,]轮'],
    ['不少于2轮融资', '[2,]轮'],
    ['持股不低于30%', '[30,]%'],
    ['10%-20%', '[10,20]%'],
    ['三成半', '=35%'],
    ['19家', '=19家'],
    ['一亿二', '=120000000'],
    ['约500万', '[4500000,5500000]'],
    ['1亿元左右', '[90000000,110000000]'],
  ])('%s is %s, within the question', (text, expected) => {
    expect(short(text)).toBe(expected);
  });

  it.each([
    '第三轮',
    'A轮',
    'Pre-A轮融资',
    '13812345678',
    '138-0013-8000',
    '010-88886666',
    '300750',
    '2023年3月5日',
    '2019年成立',
    '哪一家企业',
    '每一家',
    '三一重工',
    '北京有多少家企业',
    '三成立',
    '十四五期间',
  ])('%s states none', (text) => {
    expect(findAmounts(text)).toEqual([]);
  });
});

describe('a size that is a band of amounts', () => {
  it.each([
    ['数百万', '数百万'],
    ['百万级', '数百万'],
    ['数千万元', '数千万'],
    ['千万级', '数千万'],
    ['近亿元', '数千万'],
    ['近千万', '数百万'],
    ['上亿', '亿元及以上'],
    ['过亿元', '亿元及以上'],
    ['亿元级', '亿元及以上'],
    ['亿元及以上', '亿元及以上'],
    ['数亿', '数亿'],
    ['几十亿', '数十亿'],
  ])('%s is the option %s', (text, band) => {
    expect(longest(text)?.amount.band).toBe(band);
  });

  test('its ends are those of the option', () => {
    for (const text of ['数十万', '数百万', '数千万', '亿元及以上', '数亿', '数十亿']) {
      const { lo, hi, band } = longest(text)?.amount ?? {};
      const option = amountBand.options.find(({ value }) => value === band);
      expect([lo, hi]).toEqual([option?.atLeast, option?.below]);
    }
  });
});

const CHINESE = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
/** A number up to 9999 in Chinese numerals, one digit after the other. */
function spelled(number: number): string {
  const digits = [...String(number)].map(Number);
  const text = digits.map((digit, at) => {
    const unit = ['', '十', '百', '千'][digits.length - at - 1];
    return digit > 0 ? `${CHINESE[digit]}${unit}` : '零';
  });
  return text.join('').replaceAll(/零+/g, '零').replace(/零$/, '').replace(/^一十/, '十');
}

const SIZES: readonly (readonly [string, bigint])[] = [
  ['万', 10n ** 4n],
  ['亿', 10n ** 8n],
  ['万亿', 10n ** 12n],
];
const COMPARISONS: readonly (readonly [(amount: string) => string, (number: string) => string])[] = [
  [(amount) => amount, (number) => `=${number}`],
  [(amount) => `超过${amount}`, (number) => `(${number},]`],
  [(amount) => `大于${amount}`, (number) => `(${number},]`],
  [(amount) => `高于${amount}`, (number) => `(${number},]`],
  [(amount) => `不少于${amount}`, (number) => `[${number},]`],
  [(amount) => `至少${amount}`, (number) => `[${number},]`],
  [(amount) => `${amount}以上`, (number) => `[${number},]`],
  [(amount) => `${amount}及以上`, (number) => `[${number},]`],
  [(amount) => `不超过${amount}`, (number) => `[,${number}]`],
  [(amount) => `${amount}以下`, (number) => `[,${number}]`],
  [(amount) => `${amount}以内`, (number) => `[,${number}]`],
  [(amount) => `不到${amount}`, (number) => `[,${number})`],
  [(amount) => `低于${amount}`, (number) => `[,${number})`],
  [(amount) => `少于${amount}`, (number) => `[,${number})`],
];

describe('every form of number with every unit and comparison', () => {
  const cases = [3, 12, 20, 105, 3500].flatMap((number) =>
    SIZES.flatMap(([unit, size]) =>
      COMPARISONS.flatMap(([say, expect]) =>
        [String(number), spelled(number)].map(
          (digits) => [say(`${digits}${unit}`), expect((BigInt(number) * size).toString())] as const,
        ),
      ),
    ),
  );
  it.each(cases)('%s is %s', (text, expected) => {
    expect(short(`融资额${text}的企业`)).toBe(expected);
  });
});

test('Chinese numerals state the same as digits', () => {
  for (let number = 1; number < 10000; number += 37)
    for (const unit of ['万元', '家', '亿美元'])
      expect(short(`超过${spelled(number)}${unit}`)).toBe(short(`超过${number}${unit}`));
});

test('digits of full width state the same amounts', () => {
  const wide = (text: string) => text.replaceAll(/[!-~]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0));
  for (const text of ['500万', '1-3亿', '1,100.9亿', '20%', '500w', '>=3家', 'USD500万'])
    expect(findAmounts(wide(text))).toEqual(findAmounts(text));
});
