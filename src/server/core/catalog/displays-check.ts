import type { ListSummary } from '#schemas/metadata/displays.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isFile } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import { canSum, groupKind } from '#shared/charts/grouping.ts';
import type { Problem } from '#shared/errors.ts';

/** What is looked up of a field, by the place that names it. */
type Test = readonly [name: string | undefined, place: string, isFit: (field: FieldDefinition) => boolean];

const isDay = (field: FieldDefinition) => ['date', 'instant'].includes(fieldType(field).kind);
const isAny = () => true;

/** What would keep the calendar, the gallery or the dashboard of a list from being drawn. */
export function displayProblems(object: ObjectDefinition): Problem[] {
  const { calendar, gallery, dashboard } = object.layouts;
  const live = new Map(liveFields(object).map((field) => [field.apiName, field]));
  const unfit = (tests: readonly Test[]) =>
    tests.flatMap(([name, place, isFit]) => {
      const field = name === undefined ? undefined : live.get(name);
      return name === undefined || (field && isFit(field)) ? [] : [`“${place}”不能使用“${field?.label ?? name}”`];
    });
  const labels = dashboard?.charts.map(({ label }) => label) ?? [];
  const words: readonly (readonly [key: string, title: string, problems: readonly string[]])[] = [
    [
      'calendar',
      '日历',
      unfit([
        [calendar?.date, '日期字段', (field) => isDay(field) && field.config?.sortable === true],
        [calendar?.badge, '标记字段', isAny],
      ]),
    ],
    [
      'gallery',
      '图册',
      unfit([
        [gallery?.picture, '图片字段', isFile],
        [gallery?.badge, '标记字段', isAny],
        ...(gallery?.facts ?? []).map((name): Test => [name, '卡片字段', isAny]),
      ]),
    ],
    [
      'dashboard',
      '仪表盘',
      [
        ...(dashboard?.charts ?? []).flatMap((chart) => summaryProblems(object, chart, '图表')),
        ...labels.filter((label, at) => labels.indexOf(label) !== at).map((label) => `有两个图表都叫“${label}”`),
      ],
    ],
  ];
  return words.flatMap(([key, title, problems]) =>
    problems.map((problem) => ({ field: `layouts.${key}`, message: `${title}：${problem}` })),
  );
}

/** What would keep records from being counted or added up group by group. */
export function summaryProblems(object: ObjectDefinition, summary: ListSummary, noun = '汇总'): string[] {
  const { label, by, unit, sum } = summary;
  const find = (name: string) => liveFields(object).find(({ apiName }) => apiName === name);
  const group = find(by);
  const added = sum === undefined ? undefined : find(sum);
  const kind = group && groupKind(group, { field: by, ...(unit && { unit }) });
  // Of single numbers there are as many groups as records, and periods are of some length.
  const isGroup = kind !== undefined && kind !== 'number' && (kind !== 'period' || unit !== undefined);
  return [
    ...(isGroup ? [] : [`${noun}“${label}”不能按“${by}”分组`]),
    ...(sum === undefined || (added && canSum(added)) ? [] : [`${noun}“${label}”不能合计“${sum}”`]),
  ];
}
