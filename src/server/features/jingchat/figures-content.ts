import type { ContentOf } from '#schemas/api/jingchat.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isLinking, isList, valueType } from '#generators/field-types/registry.ts';
import { isDate } from '#shared/assistant/field-facts.ts';
import { partsOf } from '#shared/conditions/condition-parts.ts';
import type { Measure, Plan } from '#shared/assistant/plan.ts';
import { branchesOf } from '#shared/assistant/tree-groups.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import { endsAtLatest, type Figures, type GroupFigures } from '#server/core/aggregates/reader.ts';
import { figureText, groupLabel, measureLabel, superlative } from './figure-words.ts';
import { chartOf, type GroupsMade, isTime, wholeSpan } from './groups-chart.ts';
import { type ShareOf, sharesOf } from './group-shares.ts';
import { withParts } from './plan-words.ts';

const fieldOf = ({ fields }: AskableObject, apiName: string | undefined) =>
  fields.find((field) => field.apiName === apiName);

export function numberContent(plan: Plan, rows: readonly GroupFigures[], object: AskableObject): ContentOf<'number'> {
  const { measures = [] } = plan;
  const [row] = rows;
  const figures = measures.map((measure, at) => {
    const field = fieldOf(object, measure.field);
    return { label: measureLabel(measure, field), text: figureText(row?.values[at] ?? null, measure, field, object) };
  });
  const which = plan.filter ? '符合条件的' : '';
  const words = measures.map(({ fn }, at) => {
    const { label, text } = figures[at] ?? { label: '', text: '' };
    return fn === 'count' ? `共 ${text}` : `${label} ${text}`;
  });
  return { kind: 'number', sentence: `${which}${object.label}${words.join('，')}。`, figures };
}

/** The records of one group as a condition; undefined where the list has none that says it. */
function groupCondition(field: FieldDefinition, key: string, plan: Plan): Comparison | undefined {
  if (isDate(field)) return /^\d{4}(-\d{2})?$/.test(key) ? { field: field.apiName, op: 'on', value: key } : undefined;
  if (valueType(field).options === undefined && !isLinking(field)) return undefined;
  const isBranch = branchesOf(field, plan)?.unspecified.has(key) === false;
  if (isBranch) return { field: field.apiName, op: 'under', value: [key] };
  return { field: field.apiName, op: isList(field) ? 'containsAny' : 'in', value: [key] };
}

/** The groups that were left out as one: their numbers together, null where they cannot be added up. */
function restOf({ rows, groups, totals }: Figures, { measures = [] }: Plan) {
  const count = groups - rows.length;
  if (count <= 0) return undefined;
  const values = measures.map((_, at) => {
    const total = totals[at] ?? null;
    if (total === null) return null;
    const shown = rows.reduce((sum, { values: own }) => sum.add(own[at] ?? 0), new Exact(0));
    return exactText(new Exact(total).sub(shown));
  });
  return { count, values };
}

/** The group that is first by the number that the groups are ordered by: “半导体”最多（12 家）. */
function leadOf({ plan, object }: GroupsMade, [first]: readonly GroupFigures[], shareOf: ShareOf | undefined): string {
  const { measures = [], sort: [order] = [], group } = plan;
  const by = fieldOf(object, group?.by);
  const isByMeasure = order ? 'measure' in order : !group?.isSpread && by !== undefined && !isTime(by);
  const at = order && 'measure' in order ? order.measure : 0;
  const measure = measures[at];
  if (!isByMeasure || !measure || !first) return '';
  const field = fieldOf(object, measure.field);
  const text = figureText(first.values[at] ?? null, measure, field, object);
  const label = measure.fn === 'count' ? '' : measureLabel(measure, field);
  const words = shareOf && at === 0 ? `${text}，占 ${shareOf(first.values[0] ?? null)}` : text;
  return `，“${first.label}”${label}${superlative(measure, field, order?.order ?? 'desc')}（${words}）`;
}

export function groupsContent(made: GroupsMade): ContentOf<'groups'> {
  const { plan, figures, object, route } = made;
  const { measures = [], group } = plan;
  const by = fieldOf(object, group?.by);
  const byLabel = groupLabel(group, by);
  const text = (value: string | null, measure: Measure) =>
    figureText(value, measure, fieldOf(object, measure.field), object);
  const hrefOf = (key: string | null) => {
    const condition = by && key !== null ? groupCondition(by, key, plan) : undefined;
    if (route === undefined || !condition) return undefined;
    const { filter } = withParts(plan, [...partsOf(plan.filter), condition]);
    return route + encodeListState({ ...DEFAULT_LIST_STATE, filter });
  };
  const rows = by ? wholeSpan(made, by) : figures.rows;
  // Of more periods than there is room for, the latest are shown.
  const isLatest = by !== undefined && endsAtLatest(by, plan);
  const shown = new Set(rows.map(({ key }) => key));
  const rest = restOf({ ...figures, rows: figures.rows.filter(({ key }) => shown.has(key)) }, plan);
  const restName = isLatest ? '更早的' : '其他';
  const added = rest?.values.map((value, at) => {
    const measure = measures[at];
    return value === null || !measure ? '—' : text(value, measure);
  });
  const [restText = '—'] = added ?? [];
  const some = isLatest ? `${rows[0]?.label}以来的` : `其中 ${rows.length} 组`;
  const limit = rest ? `，以下是${some}` : '';
  const others = rest && restText !== '—' ? `；${restName} ${rest.count} 组合计 ${restText}` : '';
  const tie = figures.isTied ? '；还有与最后一组相等的组，未列出' : '';
  const shares = sharesOf(plan, figures);
  const shareOf = typeof shares === 'function' ? shares : undefined;
  // A picture has one number for each group: the share is beside its name.
  const drawn = shareOf
    ? rows.map((row) => ({ ...row, label: `${row.label} ${shareOf(row.values[0] ?? null)}` }))
    : rows;
  const chart = by && chartOf(made, by, drawn);
  const [firstMeasure] = measures;
  const sum = shareOf && firstMeasure ? `；合计 ${text(figures.totals[0] ?? null, firstMeasure)}` : '';
  const whole = typeof shares === 'object' ? `；${shares.why}，因此没有占比` : sum;
  const which = plan.filter ? '符合条件的' : '';
  return {
    kind: 'groups',
    sentence: `${which}${object.label}按“${byLabel}”共 ${figures.groups} 组${limit}${leadOf(made, rows, shareOf)}${others}${tie}${whole}。`,
    by: byLabel,
    measures: [...measures.map((one) => measureLabel(one, fieldOf(object, one.field))), ...(shareOf ? ['占比'] : [])],
    rows: [
      ...rows.map(({ key, label, values }) => {
        const href = hrefOf(key);
        const texts = measures.map((measure, at) => text(values[at] ?? null, measure));
        if (shareOf) texts.push(shareOf(values[0] ?? null));
        return { key, label, texts, ...(href !== undefined && { href }) };
      }),
      ...(rest && added?.some((one) => one !== '—')
        ? [
            {
              key: null,
              label: `${restName}（${rest.count} 组）`,
              texts: shareOf ? [...added, shareOf(rest.values[0] ?? null)] : added,
            },
          ]
        : []),
    ],
    ...(chart && { chart }),
  };
}
