import type { Annotations } from '#schemas/metadata/annotations.ts';
import { Chart, type Through } from '#schemas/metadata/detail.ts';
import { type ObjectDefinition, RelatedList } from '#schemas/metadata/object.ts';
import { fieldType, isDated } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { Problem } from '#shared/errors.ts';
import { canCompare, canSplit, canSum, groupKind } from '#shared/charts/grouping.ts';
import { type FindObject, linksTo, notLinking, Place, type Test } from './definition-place.ts';
import { tabProblems, viewProblems } from './view-check.ts';

const RELATED_KINDS = ['fields', 'through', 'similarBy', 'of', 'rollup'] as const;
const CHART_KINDS = ['fields', 'through', 'rollup'] as const;

const isOpen: Test = (field) => !isSealed(field);

/** Names the settings by the titles that staff see in the editor. */
function exactlyOne<Key extends string>(properties: Readonly<Record<Key, object>>, keys: readonly Key[]): string {
  return `应在${keys.map((key) => `“${(properties[key] as Annotations).title ?? key}”`).join('')}中恰好填写一项`;
}

function throughProblems(
  place: Place,
  through: Through | undefined,
  home: ObjectDefinition,
  target: ObjectDefinition,
  find: FindObject,
): void {
  if (!through) return;
  const via = find(through.objectApiName);
  if (!via) return place.say('through.objectApiName', `对象“${through.objectApiName}”不存在`);
  place.fields(via, through.from, 'through.from', linksTo(home.apiName), notLinking(home));
  place.fields(via, through.to, 'through.to', linksTo(target.apiName), notLinking(target));
  place.field(via, through.date, 'through.date', isDated, '不是日期');
  if (through.order === 'latest' && through.date === undefined)
    place.say('through.order', '要按最近日期排列，需要指明日期字段');
}

/** A total that a list or a chart follows: counted from records of the object that it shows, by links of theirs. */
function countedProblems(place: Place, rollup: string | undefined, home: ObjectDefinition, target: ObjectDefinition) {
  const counts: Test = ({ config }) =>
    config?.rollup?.objectApiName === target.apiName && config.rollup.fields !== undefined && !config.rollup.through;
  place.field(home, rollup, 'rollup', counts, `不是由“${target.label}”直接汇总的字段`);
}

function relatedProblems(related: RelatedList, index: number, home: ObjectDefinition, find: FindObject): Problem[] {
  const place = new Place(`layouts.detail.related.${index}`, `关联列表“${related.label}”`);
  const target = find(related.objectApiName);
  if (!target) place.say('objectApiName', `对象“${related.objectApiName}”不存在`);
  if (RELATED_KINDS.filter((kind) => related[kind] !== undefined).length !== 1)
    place.say('', exactlyOne(RelatedList.properties, RELATED_KINDS));
  if (!target) return place.problems;
  place.fields(target, related.fields, 'fields', linksTo(home.apiName), notLinking(home));
  throughProblems(place, related.through, home, target, find);
  if (related.similarBy && target.apiName !== home.apiName) place.say('similarBy', '只能在同一对象的记录之间比较相似');
  // What names a record is its own: nothing would be like it.
  const isShared: Test = (field) => canCompare(field) && field.apiName !== home.nameField;
  place.fields(target, related.similarBy, 'similarBy', isShared, '不能用来比较相似');
  place.field(home, related.of, 'of', linksTo(target.apiName), notLinking(target));
  countedProblems(place, related.rollup, home, target);
  viewProblems(place, related.view, target);
  place.filter(target, related.filter, find);
  place.fields(target, related.columns, 'columns', isOpen, '加密保存，不能列出');
  if (related.sort && (related.similarBy || related.of)) place.say('sort', '这种关联列表有自己的顺序，不能另定');
  for (const [at, { field }] of (related.sort ?? []).entries())
    place.field(
      target,
      field,
      `sort.${at}.field`,
      (found) => fieldType(found).sortColumn(found) !== null,
      '不能用来排序',
    );
  return place.problems;
}

function chartProblems(chart: Chart, index: number, home: ObjectDefinition, find: FindObject): Problem[] {
  const place = new Place(`layouts.detail.charts.${index}`, `图表“${chart.label}”`);
  const target = find(chart.objectApiName);
  if (!target) place.say('objectApiName', `对象“${chart.objectApiName}”不存在`);
  if (CHART_KINDS.filter((kind) => chart[kind] !== undefined).length !== 1)
    place.say('', exactlyOne(Chart.properties, CHART_KINDS));
  if (!target) return place.problems;
  place.fields(target, chart.fields, 'fields', linksTo(home.apiName), notLinking(home));
  throughProblems(place, chart.through, home, target, find);
  place.filter(target, chart.filter, find);
  const groups: Test = (field) => groupKind(field, chart.groupBy) !== undefined;
  place.field(target, chart.groupBy.field, 'groupBy.field', groups, '不能这样分组');
  place.field(target, chart.splitBy, 'splitBy', canSplit, '不能用来区分系列');
  if (chart.kind === 'pie' && chart.splitBy !== undefined) place.say('splitBy', '饼图只有一个系列');
  countedProblems(place, chart.rollup, home, target);
  if (chart.rollup !== undefined) {
    if (chart.measure !== undefined) place.say('measure', '数值取自汇总字段，不能另定');
    const draws: Test = ({ config }) => config?.rollup?.function === 'count' || config?.rollup?.function === 'sum';
    place.field(home, chart.rollup, 'rollup', draws, '不是记录数或合计，画不成图');
  }
  if ((chart.kind === 'compare') !== (chart.stated !== undefined))
    place.say('stated', chart.kind === 'compare' ? '与自述对照需要指明自述字段' : '只用于与自述对照');
  place.field(home, chart.stated, 'stated', (field) => fieldType(field).options !== undefined, '不是选项');
  if (chart.measure !== undefined && chart.measure !== 'count')
    place.field(target, chart.measure.sum, 'measure.sum', canSum, '不能求和');
  return place.problems;
}

/** Everything that a detail layout names beyond the fields of its own sections must be there and fit. */
export function detailProblems(home: ObjectDefinition, findOther: FindObject): Problem[] {
  const find: FindObject = (apiName) => (apiName === home.apiName ? home : findOther(apiName));
  const { related, charts = [], provenance } = home.layouts.detail;
  const place = new Place('layouts.detail.provenance', '数据来源');
  place.field(home, provenance?.source, 'source', isOpen, '加密保存，不能作为来源');
  place.field(home, provenance?.sourceUrl, 'sourceUrl', (field) => fieldType(field).isWebAddress === true, '不是网址');
  place.field(home, provenance?.asOf, 'asOf', isDated, '不是日期');
  return [
    ...related.flatMap((list, index) => relatedProblems(list, index, home, find)),
    ...charts.flatMap((chart, index) => chartProblems(chart, index, home, find)),
    ...tabProblems(home.layouts.detail),
    ...place.problems,
  ];
}
