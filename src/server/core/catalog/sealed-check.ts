import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { canSeal, isSealed } from '#generators/field-types/sealed.ts';
import type { Problem } from '#shared/errors.ts';
import { compileRules } from '#shared/rules/rule-set.ts';

/** Settings that would have the database look into what it cannot read, in the words of the metadata editor. */
const LOOKING = { sortable: '列表可快速排序', searchable: '关键词可搜索', naming: '也是名称' } as const;

function settingProblems(field: FieldDefinition): Problem[] {
  const say = (message: string) => ({ field: field.apiName, message: `字段“${field.label}”：${message}` });
  if (!canSeal(fieldType(field))) return [say(`类型“${fieldType(field).label}”不能加密保存`)];
  return (['sortable', 'searchable', 'naming'] as const)
    .filter((name) => field.config?.[name] === true)
    .map((name) => say(`加密保存的字段不能设置“${LOOKING[name]}”`));
}

/** The places of an object's own layouts that show, compare or order many records. */
function placeProblems(object: ObjectDefinition, sealed: ReadonlyMap<string, FieldDefinition>): Problem[] {
  const { list, detail } = object.layouts;
  const places: readonly (readonly [string, string, readonly string[]])[] = [
    ['nameField', '名称字段', [object.nameField]],
    ['layouts.list.columns', '列表列', list.columns],
    ['layouts.list.filters', '常用筛选', list.filters],
    ['layouts.list.sort', '默认排序', list.sort.map(({ field }) => field)],
    ['access.teaser', '访客预览', object.access.teaser ?? []],
  ];
  const provenance = detail.provenance ?? {};
  const origins = [provenance.source, provenance.sourceUrl].filter((name) => name !== undefined);
  return [...places, ['layouts.detail.provenance', '数据来源', origins] as const].flatMap(([field, place, names]) =>
    names.flatMap((name) => {
      const found = sealed.get(name);
      return found ? [{ field, message: `“${place}”不能使用加密保存的字段“${found.label}”` }] : [];
    }),
  );
}

/** A value worked out from a sealed one would be kept in the clear in another column. */
function ruleProblems(object: ObjectDefinition, sealed: ReadonlyMap<string, FieldDefinition>): Problem[] {
  return compileRules(object).rules.flatMap(({ id, kind, target, reads, readsOfOld }) => {
    const read = [...reads, ...readsOfOld].map((name) => sealed.get(name)).find((field) => field !== undefined);
    if (!read || isSealed(target) || (kind !== 'formula' && kind !== 'value')) return [];
    const what = kind === 'formula' ? '公式' : `规则“${id}”`;
    return [
      {
        field: target.apiName,
        message: `字段“${target.label}”的${what}不能读取加密保存的字段“${read.label}”`,
        rule: id,
      },
    ];
  });
}

/** Everything that would show or compare a sealed value where many are listed; each problem names the place. */
export function sealedProblems(object: ObjectDefinition): Problem[] {
  const fields = object.fields.filter((field) => isSealed(field) && field.removed !== true);
  if (fields.length === 0) return [];
  const sealed = new Map(fields.map((field) => [field.apiName, field]));
  return [...fields.flatMap(settingProblems), ...placeProblems(object, sealed), ...ruleProblems(object, sealed)];
}
