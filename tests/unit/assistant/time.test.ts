import { describe, expect, it, test } from 'vitest';
import { relativeDays } from '#shared/conditions/periods.ts';
import { type TimeReading, findTimes } from '#shared/assistant/time.ts';

const TODAY = '2026-11-22';

/** The longest time of a text; the first of those as long. */
function longest(text: string, today = TODAY): TimeReading | undefined {
  const length = ({ from, to }: TimeReading) => to - from;
  return findTimes(text, today).toSorted((one, other) => length(other) - length(one))[0];
}

/** `from~to` with nothing for an open end. */
function days(text: string, today = TODAY): string {
  const { start = '', end = '' } = longest(text, today)?.period ?? {};
  return `${start}~${end}`;
}

const year = (number: number) => `${number}-01-01~${number}-12-31`;

describe('a time that a question states', () => {
  it.each([
    ['2023年', year(2023)],
    ['二〇二一年', year(2021)],
    ['19年', year(2019)],
    ['今年', year(2026)],
    ['今年以来', '2026-01-01~2026-11-22'],
    ['年初至今', '2026-01-01~2026-11-22'],
    ['去年', year(2025)],
    ['前年', year(2024)],
    ['本月', '2026-11-01~2026-11-30'],
    ['上个月', '2026-10-01~2026-10-31'],
    ['本季度', '2026-10-01~2026-12-31'],
    ['上季度', '2026-07-01~2026-09-30'],
    ['2019年1季度', '2019-01-01~2019-03-31'],
    ['2020年第三季度', '2020-07-01~2020-09-30'],
    ['2022Q4', '2022-10-01~2022-12-31'],
    ['2018年上半年', '2018-01-01~2018-06-30'],
    ['2023H1', '2023-01-01~2023-06-30'],
    ['去年下半年', '2025-07-01~2025-12-31'],
    ['2021年3月', '2021-03-01~2021-03-31'],
    ['2021年3月5日', '2021-03-05~2021-03-05'],
    ['十一月十日', '2026-11-10~2026-11-10'],
    ['最近30天', '2026-10-24~2026-11-22'],
    ['最近一周', '2026-11-16~2026-11-22'],
    ['本周', '2026-11-16~2026-11-22'],
    ['上周', '2026-11-09~2026-11-15'],
    ['近一年', '2025-11-23~2026-11-22'],
    ['近半年', '2026-05-23~2026-11-22'],
    ['过去两个月', '2026-09-23~2026-11-22'],
    ['近三年', '2023-11-23~2026-11-22'],
    ['近5年', '2021-11-23~2026-11-22'],
    ['昨天', '2026-11-21~2026-11-21'],
    ['今天', '2026-11-22~2026-11-22'],
    ['二十天前', '2026-11-02~2026-11-02'],
    ['2015年到2018年', '2015-01-01~2018-12-31'],
    ['2015-2018', '2015-01-01~2018-12-31'],
    ['2020年1月至3月', '2020-01-01~2020-03-31'],
    ['2019-06到2020-05', '2019-06-01~2020-05-31'],
    ['2015年及以后', '2015-01-01~'],
    ['2018年以来', '2018-01-01~2026-11-22'],
    ['2010年之前', '~2009-12-31'],
    ['十年前', '2016-11-22~2016-11-22'],
    ['十年以上', '~2016-11-22'],
    ['不到3年', '2023-11-23~2026-11-22'],
  ])('%s is %s', (text, expected) => {
    expect(days(text)).toBe(expected);
    const reading = longest(text);
    expect([reading?.from, reading?.to]).toEqual([0, text.length]);
  });

  it.each([
    ['上上个月的融资', '2026-09-01~2026-09-30'],
    ['大前年成立', year(2023)],
    ['前天更新', '2026-11-20~2026-11-20'],
    ['下半年有多少融资', '2026-07-01~2026-12-31'],
    ['一季度末', '2026-03-01~2026-03-31'],
    ['Q3融资额', '2026-07-01~2026-09-30'],
    ['Q4融资额', '2026-10-01~2026-12-31'],
    ['FY2023', year(2023)],
    ['近三个月融资', '2026-08-23~2026-11-22'],
    ['自2020年起投过', '2020-01-01~'],
    ['2019年底前上市', '~2019-12-31'],
    ['90年代成立', '1990-01-01~1999-12-31'],
    ['2023成立的公司', year(2023)],
    ['2024年2月融资', '2024-02-01~2024-02-29'],
    ['2023年2月融资', '2023-02-01~2023-02-28'],
    ['2月29日', '2024-02-29~2024-02-29'],
    ['12月成立', '2025-12-01~2025-12-31'],
    ['2015-18年', '2015-01-01~2018-12-31'],
    ['2023年1-3月', '2023-01-01~2023-03-31'],
    ['2019年11月到2月', '2019-11-01~2020-02-29'],
    ['2019年和2021年之间', '2019-01-01~2021-12-31'],
    ['去年同期', '2025-01-01~2025-11-22'],
    ['去年年底', '2025-12-01~2025-12-31'],
    ['截至2020年底', '~2020-12-31'],
    ['2023年的第二季度', '2023-04-01~2023-06-30'],
    ['2023年前三季度', '2023-01-01~2023-09-30'],
    ['2019年前十', year(2019)],
    ['未来30天', '2026-11-23~2026-12-22'],
    ['成立3到5年的企业', '2021-11-22~2023-11-22'],
    ['成立超过10年', '~2016-11-21'],
    ['一年半以上', '~2025-05-22'],
    ['上周三', '2026-11-11~2026-11-11'],
    ['2019-06-05', '2019-06-05~2019-06-05'],
    ['2019/6/5', '2019-06-05~2019-06-05'],
    ['20190605', '2019-06-05~2019-06-05'],
    ['2023年5月下旬', '2023-05-21~2023-05-31'],
    ['2020年3月5日之后', '2020-03-06~'],
    ['今年前5个月', '2026-01-01~2026-05-31'],
    ['上个月底', '2026-10-21~2026-10-31'],
    ['本月初', '2026-11-01~2026-11-10'],
    ['上季度末', '2026-09-01~2026-09-30'],
    ['月底前', '~2026-11-30'],
    ['近三五年', '2021-11-23~2026-11-22'],
    ['一两个月内', '2026-09-23~2026-11-22'],
    ['三四月', '2026-03-01~2026-04-30'],
    ['二三季度', '2026-04-01~2026-09-30'],
    ['十一月以来', '2026-11-01~2026-11-22'],
    ['三月以来', '2026-03-01~2026-11-22'],
    ['三季度以来', '2026-07-01~2026-11-22'],
    ['3月前', '~2026-02-28'],
    ['19年以来', '2019-01-01~2026-11-22'],
    ['十年以来', '2016-11-23~2026-11-22'],
  ])('%s is %s, within the question', (text, expected) => {
    expect(days(text)).toBe(expected);
  });

  it.each([
    '19家企业',
    '3个季度',
    'A轮融资',
    '第三轮',
    '13812345678',
    '融资最多的企业',
    '1亿元以上',
    '3年',
    '三一重工',
    '最近三次融资',
    '最近一轮',
  ])('%s states none', (text) => {
    expect(findTimes(text, TODAY)).toEqual([]);
  });

  it.each(['2月30日', '2023年2月29日', '4月31日', '2023年13月', '2023年第五季度', '2019-02-30'])(
    '%s is in no calendar, which is said',
    (text) => {
      const reading = longest(text);
      expect(reading).toMatchObject({ from: 0, to: text.length, impossible: true });
      expect(reading?.period.start).toBeUndefined();
    },
  );

  it.each(['最近', '近期', '近几年', '2023', '2019年底', '一季度末'])(
    '%s needs an assumption, which is said',
    (text) => {
      expect(longest(text)?.isAssumed).toBe(true);
    },
  );

  test('last days of a short month: a month before 31 March is the last of February', () => {
    expect(days('1个月前', '2024-03-31')).toBe('2024-02-29~2024-02-29');
    expect(days('1年前', '2024-02-29')).toBe('2023-02-28~2023-02-28');
    expect(days('上个月', '2026-01-15')).toBe('2025-12-01~2025-12-31');
    expect(days('上季度', '2026-01-15')).toBe('2025-10-01~2025-12-31');
    expect(days('Q4', '2026-02-01')).toBe('2025-10-01~2025-12-31');
  });
});

const SPELLED = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
const lastOf = (of: number, month: number) => new Date(Date.UTC(of, month, 0)).toISOString().slice(0, 10);
const firstOf = (of: number, month: number) => `${lastOf(of, month).slice(0, 8)}01`;
const months = (of: number, first: number, last: number) => `${firstOf(of, first)}~${lastOf(of, last)}`;

/** Ways to write a year that is written, with the year. */
const YEARS: readonly (readonly [string, number])[] = [
  ['2016年', 2016],
  ['二〇一六年', 2016],
  ['16年', 2016],
  ['2019年度', 2019],
  ['去年', 2025],
  ['今年', 2026],
  ['前年', 2024],
  ['２０２３年', 2023],
];

/** Ways to write a part of a year, with its first and last month. */
const PARTS: readonly (readonly [string, number, number])[] = [
  ['上半年', 1, 6],
  ['下半年', 7, 12],
  ['H2', 7, 12],
  ['前三季度', 1, 9],
  ...[1, 2, 3, 4].flatMap((quarter) =>
    [`${quarter}季度`, `第${SPELLED[quarter]}季度`, `${SPELLED[quarter]}季度`, `Q${quarter}`, `的第${quarter}季度`].map(
      (text) => [text, quarter * 3 - 2, quarter * 3] as const,
    ),
  ),
  ...Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) =>
    [`${month}月`, `${SPELLED[month]}月`, `${String(month).padStart(2, '0')}月份`].map(
      (text) => [text, month, month] as const,
    ),
  ),
  ['1月到3月', 1, 3],
  ['3-6月', 3, 6],
  ['三月至十一月', 3, 11],
];

describe('every part of every form of year', () => {
  const cases = YEARS.flatMap(([yearText, number]) =>
    PARTS.map(([part, first, last]) => [`${yearText}${part}`, months(number, first, last)] as const),
  );
  it.each(cases)('%s is %s', (text, expected) => {
    expect(days(`${text}融资的企业`)).toBe(expected);
  });
});

describe('a period that ends today', () => {
  const UNITS = [
    ['天', 'lastDays', 1],
    ['周', 'lastDays', 7],
    ['个月', 'lastMonths', 1],
    ['个季度', 'lastMonths', 3],
    ['年', 'lastYears', 1],
  ] as const;
  const counts = ['2', '3', '五', '六', '10', '十'].map(
    (text) => [text, SPELLED.indexOf(text) > 0 ? SPELLED.indexOf(text) : Number(text)] as const,
  );
  const cases = UNITS.flatMap(([unit, operator, times]) =>
    counts.flatMap(([text, count]) =>
      ['近', '最近', '过去', '这'].map((word) => [`${word}${text}${unit}`, operator, count * times] as const),
    ),
  );
  it.each(cases)('%s is %s of %i', (text, operator, value) => {
    const { period } = longest(text) ?? {};
    const { from, to } = relativeDays(operator, value, TODAY) ?? {};
    expect(period).toEqual({ start: from, end: to, unit: 'range', relative: { operator, value } });
  });
});

test('digits of full width state the same times', () => {
  const wide = (text: string) => text.replaceAll(/[!-~]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0));
  for (const text of ['2019-06到2020-05', '2022Q4', '近30天', '2015-2018', '2021年3月5日', '2023H1'])
    expect(findTimes(wide(text), TODAY)).toEqual(findTimes(text, TODAY));
});
