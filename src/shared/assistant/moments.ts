import { NUMERAL } from '#generators/numerals.ts';
import { addDays } from '#shared/time/days.ts';
import {
  type Period,
  type TimeAt,
  ago,
  edgeOfMonth,
  edgeOfQuarter,
  latestPart,
  monthsFrom,
  numberOf,
  partOfYearAt,
  relativePeriod,
  yearEdgeAt,
} from './calendar.ts';
import { YEAR_WORDS, bareYearAt, named, numericAt, words, yearAt } from './years.ts';

const DAY_WORDS: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  前日: -2,
  昨天: -1,
  昨日: -1,
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  大后天: 3,
  后天: 2,
};
const DAY_WORD = words(DAY_WORDS);
const DECADE = /(?:(?:上世纪|20世纪)([2-9二三四五六七八九])[0十]|((?:19|20)\d)0|([0-9])0|([二三四五六七八九])十)年代/y;
const NEAR_WORDS = '最近的?这?|近这?|过去的?这?|这';
const COUNT = `(半|${NUMERAL}|几)`;
const LENGTH = `${COUNT}(年半|年|个半?月|个季度|天|日|周|个?星期)`;
/** Behind 近 and 最近, 三月 and 三季度 are lengths as well, and no part of a year. */
const LENGTH_BEHIND = `${COUNT}(年半|年|个?半?月|个?季度|天|日|周|个?星期)`;
const RECENT = new RegExp(`(?:${NEAR_WORDS})${LENGTH_BEHIND}(?:之内|以内|以来|之间|期间|来|内|里|间)?`, 'y');
const WITHIN = new RegExp(`${LENGTH}(?:之内|以内|内|以来|来)(?!自)`, 'y');
const COMING = new RegExp(`(?:未来|今后|接下来)的?${LENGTH}(?:之内|以内|内)?`, 'y');
const AGO = new RegExp(`(${LENGTH})(之前|以前|前)(?![十百\\d])`, 'y');
/** But 最近一轮 and 最近三次 count no days. */
const BARE_RECENT = /最近(?![\d一两二三四五六七八九十几])|近期|近年来?|近来|近日/y;
const AROUND =
  /(上上|上一?|这|本|当|下)个?(周|星期|月份?|季度|季)(?![节期刊])([一二三四五六日天](?![个月季年])|[初底末]|[上中下]旬)?/y;
const SO_FAR = /今年以来|年初至今|年初以来|今年至今|开年以来/y;
const SAME_PERIOD = /(去年|前年|上年)同期/y;

type Reader = (match: RegExpExecArray, today: string) => Omit<TimeAt, 'to'> | undefined;

/** Two digits that are neighbours are as many as the second: 三五年, 一两个月. */
const NEIGHBOURS = /^(?:一二|一两|二三|两三|三四|三五|四五|五六|六七|七八|八九)$/;
/** Some is three, but a week of days. */
const SOME = 3;
const SEVERAL_DAYS = 7;

function length(
  count: string | undefined,
  unit: string | undefined,
): { count: number; unit: string; isAssumed: boolean } {
  const clean =
    unit
      ?.replace('星期', '周')
      .replace(/^个周$/, '周')
      .replace('日', '天')
      .replace(/^季度$/, '个季度') ?? '';
  const isAssumed = count === '几' || NEIGHBOURS.test(count ?? '');
  const few = clean === '天' ? SEVERAL_DAYS : SOME;
  const number = count === '半' ? 0.5 : count === '几' ? few : numberOf(isAssumed ? count?.slice(1) : count);
  if (clean === '年半') return { count: number + 0.5, unit: '年', isAssumed };
  if (clean === '月' || clean === '个月') return { count: number, unit: '个月', isAssumed };
  if (clean === '个半月' || clean === '半月') return { count: (number || 0) * 30 + 15, unit: '天', isAssumed };
  return { count: number, unit: clean, isAssumed };
}

function recent([whole, text = '', unit]: RegExpExecArray, today: string): Omit<TimeAt, 'to'> | undefined {
  // 19年以来 is since 2019, 十年以来 is not.
  if (unit === '年' && /^\d\d/.test(whole) && whole.endsWith('以来')) return undefined;
  if (/^[零〇○一二三四五六七八九]{2}$/.test(text) && !NEIGHBOURS.test(text)) return undefined;
  const { count, unit: of, isAssumed } = length(text, unit);
  if (!(count > 0) || (of === '年' && count >= 200)) return undefined;
  const flag = isAssumed && ({ isAssumed: true } as const);
  const months = of === '年' ? count * 12 : of === '个季度' ? count * 3 : count;
  if (of === '天' || of === '周')
    return { period: relativePeriod('lastDays', of === '周' ? count * 7 : count, 'range', today), ...flag };
  if (of === '年' && Number.isInteger(count))
    return { period: relativePeriod('lastYears', count, 'range', today), ...flag };
  if (Number.isInteger(months)) return { period: relativePeriod('lastMonths', months, 'range', today), ...flag };
  return { period: relativePeriod('lastDays', Math.round(months * 30), 'range', today), isAssumed: true };
}

function around([, which = '', what = '', part]: RegExpExecArray, today: string): Omit<TimeAt, 'to'> | undefined {
  const step = which === '上上' ? -2 : which.startsWith('上') ? -1 : which === '下' ? 1 : 0;
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const weekday = part === undefined ? -1 : '一二三四五六日天'.indexOf(part);
  if (what === '周' || what === '星期') {
    const monday = addDays(relativePeriod('thisWeek', undefined, 'week', today).start ?? today, step * 7);
    if (part === undefined)
      return { period: named('Week', 'week', step, today) ?? { start: monday, end: addDays(monday, 6), unit: 'week' } };
    return weekday < 0 ? undefined : { period: day(addDays(monday, Math.min(weekday, 6))) };
  }
  if (weekday >= 0) return undefined;
  if (what.startsWith('月')) {
    const whole = monthsFrom(year, month + step, 1, 'month');
    return part === undefined ? { period: named('Month', 'month', step, today) ?? whole } : edgeOfMonth(whole, part);
  }
  const first = Math.floor((month - 1) / 3) * 3 + 1 + step * 3;
  if (part === undefined)
    return { period: named('Quarter', 'quarter', step, today) ?? monthsFrom(year, first, 3, 'quarter') };
  return part.endsWith('旬') ? undefined : edgeOfQuarter(year, first, part);
}

const day = (start: string): Period => ({ start, end: start, unit: 'day' });

function decade([, ofCentury, whole, short, spelled]: RegExpExecArray): Omit<TimeAt, 'to'> {
  const tens = whole === undefined ? numberOf(ofCentury ?? short ?? spelled) : Number(whole.slice(2));
  const century = whole === undefined ? (ofCentury === undefined && tens < 3 ? 20 : 19) : Number(whole.slice(0, 2));
  const from = century * 100 + tens * 10;
  return { period: monthsFrom(from, 1, 120, 'range') };
}

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [SO_FAR, (_, today) => ({ period: { start: `${today.slice(0, 4)}-01-01`, end: today, unit: 'range' } })],
  [
    SAME_PERIOD,
    ([, word = ''], today) => {
      const year = Number(today.slice(0, 4)) + (YEAR_WORDS[word] ?? 0);
      return { period: { start: `${year}-01-01`, end: ago(today, -(YEAR_WORDS[word] ?? 0), '年'), unit: 'range' } };
    },
  ],
  [RECENT, recent],
  [WITHIN, recent],
  [
    COMING,
    ([, text, unit], today) => {
      const { count, unit: of, isAssumed } = length(text, unit);
      const flag = isAssumed && ({ isAssumed: true } as const);
      const days = of === '周' ? count * 7 : count;
      if (of === '天' || of === '周') return { period: relativePeriod('nextDays', days, 'range', today), ...flag };
      return { period: { start: addDays(today, 1), end: ago(today, -count, of), unit: 'range' }, ...flag };
    },
  ],
  [
    AGO,
    ([, whole = '', text = '', unit, word], today) => {
      const { count, unit: of, isAssumed } = length(text, unit);
      // 2010年之前 and 19年前 are before a year; 10年前 and 二十年前 are long ago.
      const isYear =
        unit === '年' && (/^\d{4}$/.test(text) || (/^\d\d$/.test(text) && (word !== '前' || count % 5 > 0)));
      if (isYear || !(count < 1000) || whole === '') return undefined;
      return { period: day(ago(today, count, of)), ...(isAssumed && { isAssumed: true }) };
    },
  ],
  [
    BARE_RECENT,
    ([word], today) => ({
      period: relativePeriod(
        word === '近日' ? 'lastDays' : 'lastYears',
        word === '近日' ? 7 : /年/.test(word) ? 3 : 1,
        'range',
        today,
      ),
      isAssumed: true,
    }),
  ],
  [AROUND, around],
  [
    DAY_WORD,
    ([word], today) =>
      word === '今天' || word === '今日'
        ? { period: relativePeriod('lastDays', 1, 'day', today) }
        : { period: day(addDays(today, DAY_WORDS[word] ?? 0)) },
  ],
  [DECADE, decade],
];

/** What a place of the text may say of the calendar, without words around it: the longest first. */
export function momentsAt(text: string, at: number, today: string): TimeAt[] {
  const before = text.slice(Math.max(0, at - 2), at);
  if (/[\d.]$/.test(before) && /^[\d]/.test(text.slice(at))) return [];
  if (/[零〇一二三四五六七八九十百千第\d]$/.test(before) && /^[零〇○一二三四五六七八九十百千\d]/.test(text.slice(at)))
    return [];
  const found: TimeAt[] = [];
  for (const [pattern, read] of READERS) {
    if (/[最附]$/.test(before)) break;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const one = match && read(match, today);
    if (one) found.push({ ...one, to: at + match[0].length });
  }
  const year = yearAt(text, at, today);
  if (year) {
    const { to, period, isAssumed } = year;
    const next = text[to] === '的' || text[to] === ' ' ? to + 1 : to;
    const part = partOfYearAt(text, next, year.year) ?? yearEdgeAt(text, to, year.year);
    if (part) found.push(part);
    found.push({ to, period, ...(isAssumed && { isAssumed }) });
  }
  const numeric = numericAt(text, at);
  if (numeric) found.push(numeric);
  const bare = bareYearAt(text, at);
  if (bare && !year) found.push(...bare);
  const part = /[年\d]$/.test(before) ? undefined : latestPart(text, at, today);
  if (part) found.push(part);
  const edge =
    text[at] === '年' && !/[\d零〇一二三四五六七八九十今去前本明后全半多几每两]$/.test(before)
      ? yearEdgeAt(text, at, Number(today.slice(0, 4)))
      : undefined;
  if (edge) found.push(edge);
  const month =
    /^月[初底末]/.test(text.slice(at, at + 2)) &&
    /(?:^|[^\d零〇一二三四五六七八九十份本上个这下当每几两])$/.test(before);
  if (month)
    found.push({
      ...edgeOfMonth(relativePeriod('thisMonth', undefined, 'month', today), text.charAt(at + 1)),
      to: at + 2,
    });
  return found.toSorted((one, other) => other.to - one.to);
}
