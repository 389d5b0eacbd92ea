import { ROLE_LABELS } from '#schemas/metadata/role.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import type { Problem } from '#shared/errors.ts';

/** A place of an object's own layouts, in the words of the metadata editor, with the fields that it names. */
type NamedPlace = readonly [place: string, names: readonly (string | undefined)[]];

function placesOf({ layouts, access, nameField, party }: ObjectDefinition): readonly NamedPlace[] {
  const { list, detail, form } = layouts;
  const sections = (kind: string, entries: readonly Section[]) =>
    entries.map(({ label, fields }) => [`${kind}“${label}”`, fields] as const);
  return [
    ['名称字段', [nameField]],
    ['列表列', list.columns],
    ['常用筛选', list.filters],
    ['默认排序', list.sort.map((sort) => sort.field)],
    ['标志', [detail.logo]],
    ['副标题', [detail.subtitle]],
    ['名称下的一行', detail.facts ?? []],
    ['标签', detail.tags ?? []],
    ['要点', detail.highlights ?? []],
    ...sections('详情分区', detail.sections),
    ...sections('表单分区', form.sections),
    ['访客预览', access.teaser ?? []],
    ['联系人经由字段', [party?.via]],
  ];
}

/** Fields that a place shows and that are not there. */
function missingProblems(object: ObjectDefinition): Problem[] {
  const live = new Set(object.fields.filter((field) => !field.removed).map((field) => field.apiName));
  return placesOf(object).flatMap(([place, names]) =>
    names.flatMap((apiName) => {
      if (apiName === undefined || live.has(apiName)) return [];
      const removed = object.fields.find((field) => field.apiName === apiName);
      const words = removed ? `已停用的字段“${removed.label}”` : `不存在的字段“${apiName}”`;
      return [{ field: apiName, message: `“${place}”使用了${words}` }];
    }),
  );
}

/** A field in two sections would be two inputs of one value. */
function twiceProblems(object: ObjectDefinition, kind: string, sections: readonly Section[]): Problem[] {
  const first = new Map<string, string>();
  return sections.flatMap(({ label, fields }) =>
    fields.flatMap((apiName) => {
      const before = first.get(apiName);
      if (before === undefined) first.set(apiName, label);
      if (before === undefined) return [];
      const name = findField(object, apiName)?.label ?? apiName;
      return [{ field: apiName, message: `字段“${name}”在${kind}“${before}”与“${label}”中重复，只能放在一处` }];
    }),
  );
}

/** Roles that there are not, and a form that would have no section for other users: it would show them all fields. */
function audienceProblems(object: ObjectDefinition): Problem[] {
  const { detail, form } = object.layouts;
  const unknown = [...detail.sections, ...form.sections].flatMap(({ label, audience = [] }) =>
    audience
      .filter((role) => !Object.hasOwn(ROLE_LABELS, role))
      .map((role) => ({ field: 'audience', message: `分区“${label}”的“显示给这些身份”中没有身份“${role}”` })),
  );
  const isEmpty = form.sections.length > 0 && sectionsOfAll(object).length === 0;
  return isEmpty ? [...unknown, { field: 'audience', message: '表单至少要有一个显示给所有用户的分区' }] : unknown;
}

/** Sections of the form that every user who may create a record is shown. */
const sectionsOfAll = ({ layouts, access }: ObjectDefinition): readonly Section[] =>
  layouts.form.sections.filter(({ audience }) => audience === undefined || access.create === 'staff');

/** A value that must be there and that nothing gives: no user could ever create a record. */
function unfillableProblems(object: ObjectDefinition): Problem[] {
  const { fields, layouts, rules } = object;
  if (layouts.form.sections.length === 0) return [];
  const given = new Set([
    ...sectionsOfAll(object).flatMap((section) => section.fields),
    ...rules.filter(({ kind }) => kind === 'value').map(({ target }) => target),
  ]);
  return fields
    .filter((field) => {
      const { removed, required, config } = field;
      const isAsked = required === true && removed !== true && !isComputed(field);
      return isAsked && (config?.default === undefined || config.default === null);
    })
    .filter(({ apiName }) => !given.has(apiName))
    .map(({ apiName, label }) => ({
      field: apiName,
      message: `字段“${label}”必填，却不在表单中，也没有默认值：表单将无法保存。请放入表单、给出默认值或取消必填`,
    }));
}

/** Everything in an object's own layouts that would break a screen or a form. */
export function layoutProblems(object: ObjectDefinition): Problem[] {
  const { detail, form } = object.layouts;
  return [
    ...missingProblems(object),
    ...twiceProblems(object, '详情分区', detail.sections),
    ...twiceProblems(object, '表单分区', form.sections),
    ...audienceProblems(object),
    ...unfillableProblems(object),
  ];
}
