import { firstDay, isDateText, lastDay } from '#generators/field-types/date.ts';
import { addDays, addMonths, dayOf, daysBetween, monthsBetween } from './days.ts';
import { ABSENT, fault, type NoAnswer } from './no-answer.ts';
import { wholeNumber } from './number-functions.ts';
import { type RuleFunction, TEXT } from './rule-function.ts';
import { INT, STRING } from './value-type.ts';

const notADate = (text: unknown): NoAnswer => fault(`“${String(text).slice(0, 40)}”不是日期`);
const dateFunction = (apply: (text: string) => string) => (text: unknown) =>
  isDateText(text as string) ? apply(text as string) : (dayOf(text as string) ?? notADate(text));

/** Moves a day by a whole number; a month or a year counts from its first day. */
const moved = (move: (day: string, by: number) => string | undefined) => (text: unknown, count: unknown) => {
  const day = dayOf(text as string);
  if (day === undefined) return notADate(text);
  const by = wholeNumber(count);
  if (by === undefined) return fault('加减的数目应为整数');
  return move(day, by) ?? fault('结果不在公元 1 至 9999 年之间');
};

/** A part of a date by its place; absent where the date does not say it, as the month of a year. */
const partOf = (from: number, to: number) => (text: unknown) => {
  const day = dayOf(text as string);
  if (day === undefined) return notADate(text);
  const known = isDateText(text as string) ? (text as string) : day;
  return known.length < to ? ABSENT : Number(known.slice(from, to));
};

const between = (count: (from: string, to: string) => number | undefined) => (from: unknown, to: unknown) =>
  count(from as string, to as string) ?? notADate(dayOf(from as string) === undefined ? from : to);

const MONTHS_OF_YEAR = 12;
const COUNT = ['int', 'decimal'] as const;

/** What is done with dates, and with the day that an instant has in Asia/Shanghai. */
export const DATE_FUNCTIONS: Readonly<Record<string, RuleFunction>> = {
  daysBetween: { usage: 'daysBetween(起, 止)', parameters: [TEXT, TEXT], result: INT, apply: between(daysBetween) },
  monthsBetween: {
    usage: 'monthsBetween(起, 止)',
    parameters: [TEXT, TEXT],
    result: INT,
    apply: between(monthsBetween),
  },
  yearsBetween: {
    usage: 'yearsBetween(起, 止)',
    parameters: [TEXT, TEXT],
    result: INT,
    apply: between((from, to) => {
      const months = monthsBetween(from, to);
      return months === undefined ? undefined : Math.trunc(months / MONTHS_OF_YEAR) + 0;
    }),
  },
  addDays: { usage: 'addDays(日期, 天数)', parameters: [TEXT, COUNT], result: STRING, apply: moved(addDays) },
  addMonths: { usage: 'addMonths(日期, 月数)', parameters: [TEXT, COUNT], result: STRING, apply: moved(addMonths) },
  year: { usage: 'year(日期)', parameters: [TEXT], result: INT, apply: partOf(0, 4) },
  month: { usage: 'month(日期)', parameters: [TEXT], result: INT, apply: partOf(5, 7) },
  day: { usage: 'day(日期)', parameters: [TEXT], result: INT, apply: partOf(8, 10) },
  firstDay: { usage: 'firstDay(日期)', parameters: [TEXT], result: STRING, apply: dateFunction(firstDay) },
  lastDay: { usage: 'lastDay(日期)', parameters: [TEXT], result: STRING, apply: dateFunction(lastDay) },
};
