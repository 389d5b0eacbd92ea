import type { ContentOf } from '#schemas/api/jingchat.ts';
import { lastDay } from '#generators/field-types/date.ts';
import type { ComparedSpan, Days, Plan } from '#shared/assistant/plan.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import type { Figures, GroupFigures } from '#server/core/aggregates/reader.ts';
import { figureText, figureUnit, groupLabel, measureLabel } from './figure-words.ts';
import { changeOf } from './grown.ts';

const LEAST_DRAWN = 3;
const MOST_DRAWN = 40;

const isYear = ({ from, to }: Days): boolean => from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`;
const isMonth = ({ from, to }: Days): boolean => from.endsWith('-01') && to === lastDay(from.slice(0, 7));

/** 2024年, 2024-03, else its days. */
function periodName(days: Days): string {
  if (isYear(days)) return `${days.from.slice(0, 4)}年`;
  return isMonth(days) ? days.from.slice(0, 7) : `${days.from} 至 ${days.to}`;
}
const withDays = (days: Days): string =>
  isYear(days) || isMonth(days) ? `${periodName(days)}（${days.from} 至 ${days.to}）` : periodName(days);

interface Change {
  readonly words: string;
  readonly difference: string;
  readonly percent: string;
}

/** How far a number is from the one before it, in words and as text. */
function changeWords(
  value: string | null,
  before: string | null,
  span: ComparedSpan,
  text: (value: string) => string,
): Change {
  const [change, rate] = changeOf(value, before);
  if (change === null) return { words: '有一方没有数据，无法比较', difference: '—', percent: '—' };
  const difference = new Exact(change);
  const by = text(exactText(difference.abs()));
  const verb = difference.isZero() ? '持平' : `${difference.isNegative() ? '减少' : '增加'} ${by}`;
  const written = difference.isZero() ? text('0') : signed(change, by);
  if (rate === null) {
    const which = span.from.slice(5) === span.before.from.slice(5) ? '上年' : '上期';
    return { words: `${verb}；${which}为 0，无法计算增幅`, difference: written, percent: '—' };
  }
  const percent = percentOf(rate);
  return { words: difference.isZero() ? verb : `${verb}（${percent}）`, difference: written, percent };
}

const signed = (number: string, text: string): string => `${number.startsWith('-') ? '−' : '+'}${text}`;
const percentOf = (rate: string): string =>
  new Exact(rate).isZero() ? '0%' : signed(rate, `${rate.replace(/^-/, '')}%`);

/** Numbers of periods beside those of the periods before them: both, how far they are apart, and by how much in a hundred. */
export function growthContent(
  plan: Plan,
  rows: readonly GroupFigures[],
  object: AskableObject,
  total: number,
): ContentOf<'groups'> {
  const { measures = [], growth } = plan;
  const spans = growth?.spans ?? [];
  const [measure = { fn: 'count' }] = measures;
  const field = object.fields.find(({ apiName }) => apiName === measure.field);
  const text = (value: string | null) => figureText(value, measure, field, object);
  const label = measureLabel(measure, field);
  const compared = spans.map((span, at) => {
    const [value = null] = rows[2 * at]?.values ?? [];
    const [before = null] = rows[2 * at + 1]?.values ?? [];
    return { span, value, before, change: changeWords(value, before, span, text) };
  });
  const [only] = compared;
  const sentence =
    compared.length === 1 && only
      ? `${object.label}${label}：${withDays(only.span)} ${text(only.value)}，${withDays(only.span.before)} ${text(only.before)}，${only.change.words}。`
      : `${object.label}${label}：${compared.map(({ span, value, change }) => `${periodName(span)} ${text(value)}（${change.words}）`).join('；')}。`;
  return {
    kind: 'groups',
    sentence,
    by: '时段',
    measures: [label, '对比时段', `对比${label}`, '变化', '增幅'],
    rows: compared.map(({ span, value, before, change }) => ({
      key: span.from,
      label: periodName(span),
      texts: [text(value), periodName(span.before), text(before), change.difference, change.percent],
    })),
    ...(compared.length >= LEAST_DRAWN && {
      chart: {
        kind: 'bar' as const,
        chart: {
          categories: compared.map(({ span }) => ({
            key: span.from,
            label: periodName(span),
            ...(span.isCut && { incomplete: true as const }),
          })),
          series: [{ key: measure.fn, label, values: compared.map(({ value }) => value) }],
          unit: figureUnit(measure, field, object),
          period: 'year' as const,
          groupField: growth?.field ?? '',
          sampleSize: total,
          unknown: 0,
          earlier: 0,
          asOf: null,
        },
      },
    }),
  };
}

/** Groups with their numbers of two periods, how far those are apart, and by how much in a hundred. */
export function grownGroups(plan: Plan, figures: Figures, object: AskableObject, total: number): ContentOf<'groups'> {
  const { measures: [measure = { fn: 'count' as const }] = [], growth, group } = plan;
  const fieldOf = (name: string | undefined) => object.fields.find(({ apiName }) => apiName === name);
  const [field, by] = [fieldOf(measure.field), fieldOf(group?.by)];
  const [span] = growth?.spans ?? [];
  const text = (value: string | null) => figureText(value, measure, field, object);
  const label = measureLabel(measure, field);
  const byLabel = groupLabel(group, by);
  const periods = span ? [span, span.before].map(periodName) : [];
  const rows = figures.rows.map(({ key, label: name, values: [value = null, before = null] }) => {
    const change = span && changeWords(value, before, span, text);
    return { key, label: name, texts: [text(value), text(before), change?.difference ?? '—', change?.percent ?? '—'] };
  });
  const { order } = growth ?? {};
  const [first] = rows;
  const isDown = order?.order === 'asc';
  const kinds = { rate: isDown ? '增幅最低' : '增幅最高', change: isDown ? '增加最少' : '增加最多' };
  const [, , difference = '', percent = ''] = first?.texts ?? [];
  const which = order && first ? `，“${first.label}”${kinds[order.by]}（${difference}，${percent}）` : '';
  const limited = figures.groups > rows.length ? `，以下是其中 ${rows.length} 组` : '';
  const tie = figures.isTied ? '；还有与最后一组相等的组，未列出' : '';
  return {
    kind: 'groups',
    sentence: `${object.label}${label}按“${byLabel}”共 ${figures.groups} 组${limited}，${periods.join(' 与 ')} 比较${which}${tie}。`,
    by: byLabel,
    measures: [`${periods[0] ?? ''} ${label}`, `${periods[1] ?? ''} ${label}`, '变化', '增幅'],
    rows,
    ...(rows.length >= LEAST_DRAWN &&
      rows.length <= MOST_DRAWN && {
        chart: {
          kind: 'bar' as const,
          chart: {
            categories: figures.rows.map(({ key, label: name }) => ({ key: key ?? '', label: name })),
            series: periods.map((name, at) => ({
              key: name,
              label: name,
              values: figures.rows.map(({ values }) => values[at] ?? null),
            })),
            compared: true as const,
            unit: figureUnit(measure, field, object),
            period: null,
            groupField: group?.by ?? '',
            sampleSize: total,
            unknown: 0,
            earlier: 0,
            asOf: null,
          },
        },
      }),
  };
}

/** Periods that are not over, with which part of the others they were compared. */
export const growthNotes = ({ growth }: Plan): string[] =>
  (growth?.spans ?? []).flatMap((span) =>
    span.isCut
      ? [
          `${span.from.slice(0, 4)} 年的时段尚未结束，按 ${span.from} 至 ${span.to} 与 ${span.before.from} 至 ${span.before.to} 比较`,
        ]
      : [],
  );
