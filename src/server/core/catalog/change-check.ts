import type { Through } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { viewFields } from '#generators/detail-blocks.ts';
import { resolveOptions } from '#generators/options.ts';
import { fieldType, isMoney } from '#generators/field-types/registry.ts';
import { Failure, type Problem } from '#shared/errors.ts';

/** Places named in one message at most. */
const MAX_PLACES = 5;

/** Options, or bands of amounts. */
const holdsChoices = (field: FieldDefinition): boolean => fieldType(field).options !== undefined || isMoney(field);

/** A field of an object and the place of a detail page that shows or follows it. */
type Use = readonly [apiName: string | undefined, place: string];

function throughUses(through: Through | undefined, target: string, place: string): Use[] {
  if (through?.objectApiName !== target) return [];
  return [...through.from, ...through.to, through.date].map((name) => [name, place]);
}

/** Where the detail page of `holder` builds on fields of the object `target`, which may be the same one. */
function usesOf(holder: ObjectDefinition, target: string): Use[] {
  const { related, charts = [], provenance = {} } = holder.layouts.detail;
  const isOwn = holder.apiName === target;
  const whose = isOwn ? '本对象' : `对象“${holder.label}”`;
  const lists = related.flatMap((list): Use[] => {
    const place = `${whose}的关联列表“${list.label}”`;
    const { fields = [], similarBy = [], columns = [], sort = [], view } = list;
    const named = [...fields, ...similarBy, ...columns, ...sort.map(({ field }) => field), ...viewFields(view)];
    const shown = list.objectApiName === target ? named : [];
    return [
      ...[...shown, ...(isOwn ? [list.of, list.rollup] : [])].map((name): Use => [name, place]),
      ...throughUses(list.through, target, place),
    ];
  });
  const pictures = charts.flatMap((chart): Use[] => {
    const place = `${whose}的图表“${chart.label}”`;
    const { fields = [], groupBy, splitBy, measure } = chart;
    const named = [...fields, groupBy.field, splitBy, typeof measure === 'object' ? measure.sum : undefined];
    const shown = chart.objectApiName === target ? named : [];
    const own = isOwn ? [chart.rollup, chart.stated] : [];
    return [...[...shown, ...own].map((name): Use => [name, place]), ...throughUses(chart.through, target, place)];
  });
  const { sourceRank: _names, ...sources } = provenance;
  const origins = isOwn ? Object.values(sources) : [];
  return [...lists, ...pictures, ...origins.map((name): Use => [name, '本对象的数据来源'])];
}

const isLive = ({ removed }: FieldDefinition) => removed !== true;

/**
 * A field that is hidden takes its columns out of lists and its bars out of charts of other pages.
 * @throws Failure INVALID_METADATA naming the field and every place that must be changed first.
 */
export function refuseUsedFields(
  from: ObjectDefinition,
  to: ObjectDefinition,
  others: readonly ObjectDefinition[],
): void {
  const kept = new Set(to.fields.filter(isLive).map(({ apiName }) => apiName));
  const gone = from.fields.filter((field) => isLive(field) && !kept.has(field.apiName));
  if (gone.length === 0) return;
  const holders = [to, ...others.filter(({ apiName }) => apiName !== to.apiName)];
  const uses = holders.flatMap((holder) => usesOf(holder, to.apiName));
  const problems = gone.flatMap(({ apiName, label }): Problem[] => {
    const places = [...new Set(uses.filter(([name]) => name === apiName).map(([, place]) => place))];
    if (places.length === 0) return [];
    const more = places.length > MAX_PLACES ? ` 等 ${places.length} 处` : '';
    const words = `${places.slice(0, MAX_PLACES).join('、')}${more}`;
    return [{ field: apiName, message: `字段“${label}”正用于${words}，不能停用；请先在这些位置去掉它` }];
  });
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems);
}

/**
 * Records may hold any option that could be chosen before: one that is gone would leave a value without a name that no form
 * accepts any more.
 * @throws Failure INVALID_METADATA naming field and option.
 */
export function refuseDroppedOptions(
  from: ObjectDefinition,
  to: ObjectDefinition,
  optionSets: ReadonlyMap<string, OptionSet>,
): void {
  const before = new Map(resolveOptions(from, optionSets).fields.map((field) => [field.apiName, field]));
  const problems = resolveOptions(to, optionSets).fields.flatMap((field): Problem[] => {
    if (!holdsChoices(field) || field.removed) return [];
    const kept = new Set(field.selectOptions?.map(({ value }) => value));
    const dropped = before.get(field.apiName)?.selectOptions?.find(({ value }) => !kept.has(value));
    if (!dropped) return [];
    const message = `字段“${field.label}”的选项“${dropped.label}”不能删除，只能停用：已有记录可能正在使用`;
    return [{ field: field.apiName, message }];
  });
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems);
}
