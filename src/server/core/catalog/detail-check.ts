import type { Annotations } from '#schemas/metadata/annotations.ts';
import { Chart, type Through } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { type ObjectDefinition, RelatedList } from '#schemas/metadata/object.ts';
import { fieldType, isDated, isLinking } from '#generators/field-types/registry.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isSystem } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { Problem } from '#shared/errors.ts';
import { canCompare, canSplit, canSum, groupKind } from '#shared/charts/grouping.ts';

type FindObject = (apiName: string) => ObjectDefinition | undefined;
type Test = (field: FieldDefinition) => boolean;

const RELATED_KINDS = ['fields', 'through', 'similarBy', 'of'] as const;
const CHART_KINDS = ['fields', 'through'] as const;

const linksTo =
  (target: string): Test =>
  (field) =>
    isLinking(field) && field.targetApiName === target;
const isOpen: Test = (field) => !isSealed(field);

/** What is said about one place of a definition. */
export class Place {
  readonly problems: Problem[] = [];
  readonly #path: string;
  readonly #label: string;

  constructor(path: string, label: string) {
    this.#path = path;
    this.#label = label;
  }

  say(part: string, message: string): void {
    this.problems.push({ field: [this.#path, part].filter(Boolean).join('.'), message: `${this.#label}：${message}` });
  }

  /**
   * A field that was removed from another object is taken as if it were there: what the staff of that object do must not
   * keep this one from being saved. Screens leave it out.
   */
  field(object: ObjectDefinition, apiName: string | undefined, part: string, test: Test, must: string): void {
    if (apiName === undefined) return;
    const field = object.fields.find((candidate) => candidate.apiName === apiName);
    if (!field) this.say(part, `对象“${object.label}”没有字段“${apiName}”`);
    else if (!test(field)) this.say(part, `“${object.label}”的字段“${field.label}”${must}`);
  }

  /** A condition over records of another object; a field that was removed there counts as one of them, see above. */
  filter(object: ObjectDefinition, filter: unknown, find: FindObject): void {
    if (filter === undefined) return;
    const source = (one: ObjectDefinition) => {
      const fields = one.fields.map(({ removed: _removed, ...field }) => field);
      return { apiName: one.apiName, label: one.label, fields: withSystemFields(one, fields) };
    };
    const others = (apiName: string) => {
      const other = find(apiName);
      return other && !isSystem(other) ? source(other) : undefined;
    };
    try {
      parseCondition({ ...source(object), others }, filter);
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error;
      this.say(error.path, error.message.replace(`${error.path}：`, ''));
    }
  }

  fields(object: ObjectDefinition, apiNames: readonly string[] = [], part: string, test: Test, must: string): void {
    for (const [index, apiName] of apiNames.entries()) this.field(object, apiName, `${part}.${index}`, test, must);
  }
}

/** Names the settings by the titles that staff see in the editor. */
function exactlyOne<Key extends string>(properties: Readonly<Record<Key, object>>, keys: readonly Key[]): string {
  return `应在${keys.map((key) => `“${(properties[key] as Annotations).title ?? key}”`).join('')}中恰好填写一项`;
}

const notLinking = ({ label }: ObjectDefinition) => `没有关联“${label}”`;

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
  place.fields(target, related.similarBy, 'similarBy', canCompare, '不能用来比较相似');
  place.field(home, related.of, 'of', linksTo(target.apiName), notLinking(target));
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
  if (chart.measure !== 'count') place.field(target, chart.measure.sum, 'measure.sum', canSum, '不能求和');
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
    ...place.problems,
  ];
}
