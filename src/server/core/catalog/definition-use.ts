import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { storageColumns, SYSTEM_COLUMNS } from '#generators/storage.ts';
import { readersOf } from '#generators/readers.ts';
import type { Problem } from '#shared/errors.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { Formulas } from '#shared/rules/formulas.ts';
import { startingObject, startingRule, startingValues } from '#shared/rules/starting-values.ts';
import { compileObject } from '#shared/validation/record-check.ts';

/** What PostgreSQL puts into one table. */
const MAX_COLUMNS = 1600;

/** What can name a record: plain text in one column, and no option. */
function canName(field: FieldDefinition): boolean {
  const { kind, options } = fieldType(field);
  return kind === 'text' && options === undefined;
}

/** Names and orders must be of a type that can do it, or every list of the object would fail. */
export function fitnessProblems(object: ObjectDefinition): Problem[] {
  const problems: Problem[] = [];
  const live = (apiName: string) => object.fields.find((field) => field.apiName === apiName && !field.removed);
  const named = live(object.nameField);
  if (named && !canName(named)) problems.push({ field: named.apiName, message: `名称字段“${named.label}”应为文本` });
  if (named && readersOf(named))
    problems.push({ field: named.apiName, message: `名称字段“${named.label}”随处可见，不能限定可见角色` });
  for (const { field: apiName } of object.layouts.list.sort) {
    const field = live(apiName);
    if (field && !fieldType(field).sortColumn(field))
      problems.push({ field: apiName, message: `不能按“${field.label}”排序` });
  }
  problems.push(...dailyProblems(object));
  for (const apiName of object.access.teaser ?? []) {
    const field = live(apiName);
    if (field && readersOf(field))
      problems.push({ field: apiName, message: `字段“${field.label}”限定了可见角色，不能公开给访客` });
  }
  if (storageColumns(object).length + SYSTEM_COLUMNS.length > MAX_COLUMNS) {
    problems.push({
      field: 'fields',
      message: `字段太多：所有字段（含停用的）合计不能超过 ${MAX_COLUMNS - SYSTEM_COLUMNS.length} 列`,
    });
  }
  return problems;
}

/** What changes every day is worked out when it is shown; no list can be found or ordered by it. */
function dailyProblems(object: ObjectDefinition): Problem[] {
  const formulas = new Formulas(object);
  const daily = new Map(
    formulas.fields.filter(({ apiName }) => formulas.changesDaily(apiName)).map((field) => [field.apiName, field]),
  );
  const { filters, sort } = object.layouts.list;
  const places = [
    ['常用筛选', filters],
    ['默认排序', sort.map(({ field }) => field)],
  ] as const;
  return places.flatMap(([place, names]) =>
    names.flatMap((apiName) => {
      const field = daily.get(apiName);
      const message = field && `公式“${field.label}”读取 today，每天都会变化，不能用作${place}`;
      return message === undefined ? [] : [{ field: apiName, message }];
    }),
  );
}

/** A value that new records start with must be one that the field takes, or no user could create any. */
export function defaultProblems(object: ObjectDefinition): Problem[] {
  return object.fields.flatMap((field) => {
    const value = field.config?.default;
    if (value === undefined || value === null || field.removed) return [];
    const alone = compileObject({ ...object, fields: [field], rules: [], nameField: field.apiName });
    const cleaned = alone.clean({ [field.apiName]: value });
    const checked = alone.check(cleaned.values, { user: { id: '', roles: [] }, today: '2000-01-01' });
    const [problem] = [...cleaned.problems, ...checked.problems];
    return problem ? [{ field: field.apiName, message: `字段“${field.label}”的默认值不对：${problem.message}` }] : [];
  });
}

/** Formulas of default values, by the same checker as rules; they are no rules of the object, and no user gave them a name. */
export function startingProblems(object: ObjectDefinition): Problem[] {
  const { names } = startingValues(object);
  const fields = object.fields.filter(({ apiName }) => names.has(apiName));
  const decided = new Set(object.rules.filter(({ kind }) => kind === 'value').map(({ target }) => target));
  const own = fields.flatMap((field): Problem[] => {
    const { apiName, label, config } = field;
    const say = (words: string) => [{ field: apiName, message: `字段“${label}”：${words}` }];
    if (!fieldType(field).attributes.includes('defaultFormula'))
      return say(`“${fieldType(field).label}”不能有默认值公式`);
    if (config?.default !== undefined) return say('默认值和默认值公式只能填一项');
    return decided.has(apiName) ? say('已由“取值”规则计算，不需要默认值公式') : [];
  });
  if (own.length > 0 || fields.length === 0) return own;
  const byRule = new Map(fields.map((field) => [startingRule(field.apiName), field]));
  return checkRules(startingObject(object)).flatMap(({ rule, ...problem }): Problem[] => {
    const field = byRule.get(rule ?? '');
    if (!field) return rule === undefined ? [problem] : [];
    const words = problem.message.replace(`规则“${rule}”的表达式`, '');
    return [{ field: field.apiName, message: `字段“${field.label}”的默认值公式${words}` }];
  });
}
