import { daysAfter } from '#shared/conditions/periods.ts';
import { addDays } from '#shared/time/days.ts';
import { type AmountReading, findAmounts } from './amount.ts';
import { type Period, type TimeAt, ago, partAt } from './calendar.ts';
import { momentsAt } from './moments.ts';
import { TO, plainText } from './plain-text.ts';

/** Where a text states a time. Offsets are UTF-16 indices of the text. */
export interface TimeReading {
  readonly from: number;
  readonly to: number;
  readonly period: Period;
  readonly isAssumed?: true;
  readonly impossible?: true;
}

const LEAD = /(?:自从|从|自|在|介于|截至|截止到?|到|早于|晚于|不晚于|不迟于|不早于) ?/y;
const JOIN = new RegExp(TO, 'y');
const BETWEEN = / ?[和与及] ?/y;
const TRAIL = /(?:之间|期间|这段时间)/y;

type Ending = (at: TimeAt, today: string) => Period;
const range = (start?: string, end?: string): Period => ({
  ...(start && { start }),
  ...(end && { end }),
  unit: 'range',
});
const until: Ending = ({ period }) => range(undefined, period.end);
const since: Ending = ({ period }) => range(period.start);
const after: Ending = ({ period }) => range(period.end && daysAfter(period.end).from);
const before: Ending = ({ period, isEnd }) =>
  range(undefined, isEnd ? period.end : period.start && addDays(period.start, -1));
const upToNow: Ending = ({ period }, today) => range(period.start, today);

/** Words behind a time that make it open at one end. */
const ENDINGS: readonly (readonly [RegExp, Ending, assumed?: true])[] = [
  [/ ?(?:及|或|和)(?:之前|以前|更早)/y, until],
  [/ ?(?:及|或|和)(?:之后|以后|更晚|其后)/y, since],
  [/ ?(?:以来|至今|迄今|到现在|到今天|到目前|至目前)(?:为止)?/y, upToNow],
  [/ ?(?:开始|起)(?!步)/y, since],
  [/ ?以后/y, since, true],
  [/ ?(?:之后|后)(?![十\d])/y, after],
  [/ ?(?:为止|止|截止)(?!的)/y, until],
  [/ ?(?:之前|以前|前)(?![十百\d一二三四五六七八九几])/y, before],
];
/** Words ahead of a time that do, where nothing behind it does. */
const LEADS: Readonly<Record<string, Ending>> = {
  自: since,
  自从: since,
  截至: until,
  截止: until,
  截止到: until,
  不晚于: until,
  不迟于: until,
  不早于: since,
  早于: before,
  晚于: after,
};

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** The second of two times; a month or quarter without its year is in that of the first. */
function secondAt(text: string, at: number, first: TimeAt, today: string): TimeAt | undefined {
  const [second] = momentsAt(text, at, today);
  const { start = '' } = first.period;
  if (!second?.isYearless) return second;
  const year = Number(start.slice(0, 4));
  const same = partAt(text, at, year);
  return same && (same.period.end ?? '') < start ? partAt(text, at, year + 1) : same;
}

function rangeFrom(text: string, first: TimeAt, today: string): TimeAt | undefined {
  if (first.impossible) return undefined;
  const join = matchAt(JOIN, text, first.to);
  const between = join ?? matchAt(BETWEEN, text, first.to);
  if (between === undefined) return undefined;
  const second =
    secondAt(text, first.to + between.length, first, today) ?? shortYear(text, first.to + between.length, first);
  if (!second || second.impossible) return second && { ...second, impossible: true };
  const trail = matchAt(TRAIL, text, second.to) ?? '';
  if (join === undefined && trail === '') return undefined;
  const [one, other] = [first.period, second.period].toSorted((a, b) => ((a.start ?? '') < (b.start ?? '') ? -1 : 1));
  return { to: second.to + trail.length, period: range(one?.start, other?.end) };
}

/** The 18 of 2015-18. */
function shortYear(text: string, at: number, first: TimeAt): TimeAt | undefined {
  const [digits = ''] = /^\d\d(?!\d)/.exec(text.slice(at, at + 3)) ?? [];
  const year = `${first.period.start?.slice(0, 2)}${digits}`;
  if (digits === '' || first.period.unit !== 'year' || year <= (first.period.start ?? '').slice(0, 4)) return undefined;
  return { to: at + 2, period: { start: `${year}-01-01`, end: `${year}-12-31`, unit: 'year' } };
}

function readingsAt(text: string, from: number, today: string): TimeAt[] {
  const lead = matchAt(LEAD, text, from) ?? '';
  const isAllLead = lead !== '' && !/[不未]/.test(text.charAt(from - 1));
  const found: TimeAt[] = [];
  for (const start of isAllLead ? [from + lead.length, from] : [from]) {
    const isLed = start > from;
    for (const moment of momentsAt(text, start, today)) {
      const joined = rangeFrom(text, moment, today);
      if (joined) found.push(joined);
      for (const [pattern, ending, assumed] of moment.impossible ? [] : ENDINGS) {
        const word = matchAt(pattern, text, moment.to);
        if (word === undefined || (isOwnEnd(moment) && ending !== upToNow)) continue;
        found.push({
          to: moment.to + word.length,
          period: ending(moment, today),
          ...(assumed && { isAssumed: assumed }),
        });
        break;
      }
      const led = isLed ? LEADS[lead.trim()] : undefined;
      if (led && !moment.impossible) found.push({ to: moment.to, period: led(moment, today) });
      if (!isLed) found.push(moment);
    }
  }
  return found;
}

/** What ends today has no other end. */
const isOwnEnd = ({ period: { relative } }: TimeAt): boolean =>
  /^last(?:Days|Months|Years)$/.test(relative?.operator ?? '') && relative?.value !== 1;

const LENGTHS: ReadonlySet<string> = new Set(['年', '个月', '天', '周', '个季度']);

/** How long ago something began: 成立十年以上 is on or before the day ten years ago. */
function sinceBegin({ from, to, amount }: AmountReading, today: string): TimeReading[] {
  const { unit = '', lo, hi, num, loIncluded, hiIncluded, isAbout } = amount;
  if (!LENGTHS.has(unit) || (lo === undefined && hi === undefined) || (num !== undefined && !isAbout)) return [];
  if (Number(lo ?? 0) > 500 || Number(hi ?? 0) > 5000) return [];
  const start = hi === undefined ? undefined : addDays(ago(today, Number(hi), unit), hiIncluded ? 0 : 1);
  const end = lo === undefined ? today : addDays(ago(today, Number(lo), unit), loIncluded ? 0 : -1);
  return [{ from, to, period: range(start, end), ...(isAbout && { isAssumed: true as const }) }];
}

/**
 * Everything in a text that may be a time on a day (YYYY-MM-DD, Asia/Shanghai), by where it begins and the longest first.
 * A time that no calendar has is there without days and said to be impossible.
 */
export function findTimes(text: string, today: string): TimeReading[] {
  const plain = plainText(text);
  const readings: TimeReading[] = [];
  for (let from = 0; from < plain.length; from += 1)
    for (const { to, period, isAssumed, impossible } of readingsAt(plain, from, today))
      readings.push({ from, to, period, ...(isAssumed && { isAssumed }), ...(impossible && { impossible }) });
  readings.push(...findAmounts(text).flatMap((amount) => sinceBegin(amount, today)));
  const seen = new Set<string>();
  return readings
    .toSorted((one, other) => one.from - other.from || other.to - one.to)
    .filter(({ from, to }) => !seen.has(`${from}-${to}`) && seen.add(`${from}-${to}`));
}
