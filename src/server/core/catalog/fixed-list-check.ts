import type { FixedList } from '#schemas/metadata/fixed-list.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { findField, isSystem, liveFields } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { Problem } from '#shared/errors.ts';
import { summaryProblems } from './displays-check.ts';

type FindObject = (apiName: string) => ObjectDefinition | undefined;

/** What would keep a list with a condition of its own from being opened, or its summaries from being worked out. */
export function fixedListProblems(object: ObjectDefinition, findObject: FindObject): Problem[] {
  const { fixedLists = [], route } = object;
  const taken = [route, ...fixedLists.map((list) => list.route)];
  const twice = fixedLists.find((list) => taken.filter((each) => each === list.route).length > 1);
  const words = [
    ...(fixedLists.length > 0 && isSystem(object) ? ['系统对象不能另开专题列表'] : []),
    ...(twice ? [`列表地址“${twice.route}”重复`] : []),
    ...fixedLists.flatMap((list) => problemsOf(object, list, findObject).map((problem) => `“${list.label}”${problem}`)),
  ];
  return words.map((message) => ({ field: 'fixedLists', message: `专题列表：${message}` }));
}

function problemsOf(object: ObjectDefinition, list: FixedList, findObject: FindObject): string[] {
  const { columns = [], filters = [], sort = [], summaries = [] } = list;
  const live = new Set(liveFields(object).map(({ apiName }) => apiName));
  const named = [...columns, ...filters, ...sort.map(({ field }) => field)];
  const unsorted = sort.flatMap(({ field }) => {
    const found = findField(object, field);
    return found && found.config?.sortable !== true ? [`不能按“${found.label}”排序`] : [];
  });
  return [
    ...new Set(named.filter((name) => !live.has(name)).map((name) => `使用了不存在的字段“${name}”`)),
    ...unsorted,
    ...conditionProblems(object, list.filter, findObject),
    ...summaries.flatMap((summary) => summaryProblems(object, summary).map((problem) => `的${problem}`)),
  ];
}

/**
 * It may ask for records of other objects as the filters of lists do. A field that was removed there counts as one of them:
 * what the staff of that object do must not keep this one from being saved. Lists of users are none of its business.
 */
function conditionProblems(object: ObjectDefinition, filter: unknown, findObject: FindObject): string[] {
  const others = (apiName: string) => {
    const other = findObject(apiName);
    if (!other || isSystem(other)) return undefined;
    const fields = other.fields.map(({ removed: _removed, ...field }) => field);
    return { apiName, label: other.label, fields: withSystemFields(other, fields) };
  };
  try {
    const { apiName } = object;
    parseCondition({ apiName, fields: withSystemFields(object, liveFields(object)), others }, filter);
    return [];
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return [`的固定条件有误：${error.message}`];
  }
}
