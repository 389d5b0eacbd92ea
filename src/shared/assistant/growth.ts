import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import { firstDay, lastDay } from '#generators/field-types/date.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import { relativeDays } from '#shared/conditions/periods.ts';
import { addDays, daysFrom } from '#shared/time/days.ts';
import { ago } from './calendar.ts';
import { isDate, isNumeric, isYear } from './field-facts.ts';
import { marksOf } from './growth-marks.ts';
import { orderIn } from './growth-order.ts';
import type { ComparedSpan, Days, GrowthOrder, Measure, Plan, Reading } from './plan.ts';
import { added } from './shape-draft.ts';
import { findTimes } from './time.ts';
import type { AskableObject, Vocabulary } from './vocabulary.ts';

/** 增长了多少, 同比, 多几家: what asks how far a number is from another one. */
const GROWTH =
  /(?:同比|环比)?的?(?:增长率|增幅|增速|降幅|增长|增加|上升|上涨|提高|提升|下降|下滑|减少|变化|变动)了?(?:多少[家位只笔条个]?|几[家位只笔条个]|百分之几|情况|幅度|如何)?|[多少]了?(?:多少|几)[家位只笔条个]?|同比|环比/gu;
/** 同比增速超过10%: a condition on a number that says so of itself. */
const BOUND =
  /(?:同比|环比)(?:增长率|增长|增速|增幅|下降|降幅)?(?:都|均)?(?:在|为)?(?:超过|大于|高于|多于|不低于|不少于|至少|低于|小于|不到|不足|达到?|[正负>≥<≤\d])/u;
const EACH_YEAR = /逐年|每年|历年|各年/gu;
/** Ahead of the period that is compared with, and behind it. */
const THAN = /(相比于?|相较于?|比|较)$/u;
const WITH = /(和|与|同|跟|对比)$/u;
const COMPARED = /^(?:相比|相较|比较|对比|比起来|比)/u;

/** The period around today that one is compared with of the same kind is meant where a question says no other. */
const PRESENT: Readonly<Record<string, string>> = { year: '今年', quarter: '本季度', month: '本月' };
const SPANS = 5;

interface Stripped {
  /** The question without what it says of growth, which is blank. */
  readonly rest: string;
  readonly way: 'year' | 'adjacent' | 'each' | Days;
  readonly order: GrowthOrder | undefined;
  readonly assumed: readonly string[];
}

const blank = (text: string, from: number, to: number, put = ''): string =>
  text.slice(0, from) + put.slice(0, to - from).padEnd(to - from, ' ') + text.slice(to);

/** 比2023年, 和去年相比: the period that another one is compared with. */
function comparedIn(text: string, today: string): { from: number; to: number; days: Days; unit: string } | undefined {
  for (const { from, to, period } of findTimes(text, today)) {
    const [before, after] = [text.slice(0, from), text.slice(to)];
    const behind = COMPARED.exec(after)?.[0] ?? '';
    const lead = THAN.exec(before)?.[0] ?? (behind === '' ? undefined : WITH.exec(before)?.[0]);
    const { start, end, unit } = period;
    if (lead !== undefined && start !== undefined && end !== undefined)
      return { from: from - lead.length, to: to + behind.length, days: { from: start, to: end }, unit };
  }
  return undefined;
}

/** Between two periods, and at the end of a question that compares them. */
const BESIDE = /^(?:和|与|跟|同|、|vs)$/u;
const SIDE_BY_SIDE =
  /的?(?:对比|比较|相比)(?:情况|一下|如何|怎么样)?$|(?:哪个|哪年|哪一年|谁|哪个时期)(?:的)?(?:更|比较)?[多高大]$/u;

/** 今年与去年融资金额对比, 2024年和2025年哪个多: the later period beside the earlier one. */
function pairIn(asked: string, today: string): Stripped | undefined {
  const tail = SIDE_BY_SIDE.exec(asked);
  const [one, other, third] = findTimes(asked, today);
  if (!tail || !one || !other || third || !BESIDE.test(asked.slice(one.to, other.from).trim())) return undefined;
  const [before, later] = (one.period.start ?? '') < (other.period.start ?? '') ? [one, other] : [other, one];
  const { start, end } = before.period;
  if (start === undefined || end === undefined || later.period.start === before.period.start) return undefined;
  const [from, to] = before === one ? [one.from, other.from] : [one.to, other.to];
  const rest = blank(blank(asked, tail.index, asked.length), from, to);
  return { rest, way: { from: start, to: end }, order: undefined, assumed: [] };
}

function stripped(asked: string, today: string): Stripped | undefined {
  if (BOUND.test(asked)) return undefined;
  const pair = pairIn(asked, today);
  if (pair) return pair;
  const ordered = orderIn(asked);
  const { text, order, place: first } = ordered;
  const compared = comparedIn(text, today);
  const without = compared ? blank(text, compared.from, compared.to) : text;
  const words = Array.from(without.matchAll(GROWTH));
  if (words.length === 0 && !order) return undefined;
  let rest = without;
  for (const { index, 0: word } of words) rest = blank(rest, index, index + word.length);
  const isEach = EACH_YEAR.test(rest);
  EACH_YEAR.lastIndex = 0;
  if (isEach) rest = rest.replaceAll(EACH_YEAR, (word) => ' '.repeat(word.length));
  const isAdjacent = asked.includes('环比');
  const isYear = asked.includes('同比');
  const way =
    compared?.days ?? (isEach ? 'each' : isYear || (order && !isAdjacent) ? 'year' : isAdjacent && 'adjacent');
  if (!way) return undefined;
  const assumed = [
    ...ordered.assumed,
    ...(order && way === 'year' && !isYear ? ['没有说与何时比较，按上年同期比较'] : []),
  ];
  if (isEach || findTimes(rest, today).length > 0) return { rest, way, order, assumed };
  const unit = compared?.unit ?? (way === 'adjacent' ? 'month' : 'year');
  const present = PRESENT[unit];
  const [word] = words;
  // Behind 最多, which is put where the superlative was.
  const spare = first && { from: first.from + 2, to: first.to };
  const place = compared ?? spare ?? { from: word?.index ?? 0, to: (word?.index ?? 0) + (word?.[0].length ?? 0) };
  if (present === undefined) return undefined;
  const given = [...assumed, `没有说时间，按${present}比较`];
  if (place.to - place.from >= present.length)
    return { rest: blank(rest, place.from, place.to, present), way, order, assumed: given };
  // There is no room in the middle, and nothing behind the end is shown to the user.
  return { rest: `${rest}，${present}`, way, order, assumed: given };
}

function daysOf({ op, value }: Comparison, today: string): Days | undefined {
  const range = relativeDays(op, Number(value ?? 1), today);
  if (range?.from !== undefined && range.to !== undefined) return { from: range.from, to: range.to };
  if (op === 'on') return { from: firstDay(String(value)), to: lastDay(String(value)) };
  if (op !== 'between' || !Array.isArray(value)) return undefined;
  const [from, to] = value as unknown[];
  return typeof from === 'string' && typeof to === 'string' ? { from: firstDay(from), to: lastDay(to) } : undefined;
}

const isEndOfMonth = (day: string): boolean => lastDay(day.slice(0, 7)) === day;
/** The same day some months ago; the end of a month stays one. */
function monthsBack(day: string, months: number): string {
  const same = ago(day, months, '个月');
  return isEndOfMonth(day) ? lastDay(same.slice(0, 7)) : same;
}
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const lengthOf = ({ from, to }: Days): number => daysFrom(from, to);

function daysBefore(days: Days, way: 'year' | 'adjacent'): Days {
  const { from, to } = days;
  const isMonths = from.endsWith('-01') && isEndOfMonth(to);
  if (way === 'adjacent' && !isMonths) return { from: addDays(from, -lengthOf(days) - 1), to: addDays(from, -1) };
  const months = way === 'year' ? 12 : monthOf(to) - monthOf(from) + 1;
  return { from: monthsBack(from, months), to: monthsBack(to, months) };
}

/** A period that is not over is compared with the same part of the other one. */
function cut(current: Days, before: Days, today: string): ComparedSpan {
  if (current.to <= today || current.from > today) return { ...current, before };
  const isYears = current.from.slice(5) === before.from.slice(5);
  const years = Number(current.from.slice(0, 4)) - Number(before.from.slice(0, 4));
  const same = isYears ? ago(today, years, '年') : addDays(before.from, lengthOf({ from: current.from, to: today }));
  const to = same < before.to ? same : before.to;
  return { from: current.from, to: today, before: { from: before.from, to }, isCut: true };
}

function yearsOf({ from, to }: Days, isRelative: boolean, today: string): Days[] {
  const last = Math.min(Number(to.slice(0, 4)), Number(today.slice(0, 4)));
  const first = Number(from.slice(0, 4)) + (isRelative && !from.endsWith('-01-01') ? 1 : 0);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
    from: `${first + at}-01-01`,
    to: `${first + at}-12-31`,
  }));
}

/** The number that is compared: that which is asked for, else how many records there are. */
function measuresOf({ measures, select = [] }: Plan, object: AskableObject) {
  if (measures) return { measures, assumed: [] };
  const [only, another] = select;
  const field = another === undefined ? object.fields.find(({ apiName }) => apiName === only) : undefined;
  if (field && isNumeric(field))
    return { measures: [{ fn: added(field), field: field.apiName } as Measure], assumed: [] };
  return select.length > 0 ? undefined : { measures: [{ fn: 'count' } as Measure], assumed: ['按数量比较'] };
}

/** Groups may be of anything but time, which is what is compared; a superlative of growth is of groups alone. */
function canGrow({ group, having, sort = [] }: Plan, object: AskableObject, { order }: Stripped): boolean {
  const by = object.fields.find(({ apiName }) => apiName === group?.by);
  if (having || (by && (isDate(by) || isYear(by)))) return false;
  return by ? sort.every((one) => 'measure' in one) : !group && !order;
}

/** A plan as the growth of its number between two periods; undefined where it has none, or no one period. */
function grown(
  plan: Plan,
  object: AskableObject,
  said: Stripped,
  today: string,
): { readonly plan: Plan; readonly assumed: readonly string[] } | undefined {
  if (!canGrow(plan, object, said)) return undefined;
  const parts = partsOf(plan.filter);
  const dated = parts.flatMap((part) => {
    const field = 'field' in part ? object.fields.find(({ apiName }) => apiName === part.field) : undefined;
    const days = field && isDate(field) && 'field' in part ? daysOf(part, today) : undefined;
    return field && days ? [{ part, field, days }] : [];
  });
  const made = measuresOf(plan, object);
  const [one] = dated;
  if (!made || !one || dated.length > 1) return undefined;
  const { days, field, part } = one;
  const { way } = said;
  const isRelative = 'op' in part && part.op !== 'between' && part.op !== 'on';
  const periods = way === 'each' ? yearsOf(days, isRelative, today).slice(-SPANS) : [days];
  const spans = periods.map((each) =>
    cut(each, typeof way === 'object' ? way : daysBefore(each, way === 'adjacent' ? way : 'year'), today),
  );
  const { object: apiName, linked, group, limit } = plan;
  if (spans.length === 0 || (group && (spans.length > 1 || made.measures.length > 1))) return undefined;
  const within = ({ from, to }: Days): Condition => ({ field: field.apiName, op: 'between', value: [from, to] });
  const [first, last] = [spans[0], spans.at(-1)];
  const both: Condition[] =
    spans.length === 1 || !first || !last
      ? spans.flatMap((span) => [within(span), within(span.before)])
      : [within({ from: first.before.from, to: last.to })];
  const filter = allOf([
    ...parts.filter((each) => each !== part),
    both.length > 1 ? { or: both } : (both[0] as Condition),
  ]);
  return {
    plan: {
      object: apiName,
      ...(filter && { filter }),
      ...(linked && { linked }),
      ...(group && { group }),
      measures: made.measures,
      ...(group && limit !== undefined && { limit }),
      growth: { field: field.apiName, spans, ...(said.order && { order: said.order }) },
    },
    assumed: made.assumed,
  };
}

/**
 * 2024年比2023年增长多少, 同比, 近三年逐年增长, 哪个行业增长最快: how a number of one period is to that of another, for each of
 * its groups where there are some. `read` reads what is left of the question, at the same places. Undefined where the
 * question asks for nothing of the kind.
 */
export function growthOf(
  text: string,
  { objects }: Vocabulary,
  today: string,
  read: (rest: string) => Reading,
): Reading | undefined {
  const said = stripped(text, today);
  const reading = said && read(said.rest);
  if (!said || (reading?.kind !== 'answer' && reading?.kind !== 'ask')) return undefined;
  const of = (plan: Plan) => {
    const object = objects.get(plan.object);
    return object && grown(plan, object, said, today);
  };
  if (reading.kind === 'ask') {
    const choices = reading.choices.flatMap(({ label, plan }) => {
      const one = of(plan);
      return one ? [{ label, plan: one.plan }] : [];
    });
    return choices.length === reading.choices.length ? { ...reading, choices } : undefined;
  }
  const one = of(reading.plan);
  return (
    one && {
      kind: 'answer',
      plan: one.plan,
      understood: marksOf(text, said.rest, reading.understood),
      assumptions: [...said.assumed, ...one.assumed, ...reading.assumptions],
    }
  );
}

/** The growth of groups is that rather than a number of the records that is nearly called so. */
export function growthInstead(
  alone: Extract<Reading, { kind: 'answer' }>,
  grow: () => Reading | undefined,
): Reading | undefined {
  const isGuessed = alone.plan.group !== undefined && alone.assumptions.length > 0;
  const growth = isGuessed ? grow() : undefined;
  const plans = growth?.kind === 'answer' ? [growth.plan] : growth?.kind === 'ask' ? growth.choices : [];
  return plans.length > 0 && plans.every((one) => ('plan' in one ? one.plan : one).group) ? growth : undefined;
}
