import type { Audience } from '#schemas/metadata/audience.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FIELD_NAME_SOURCE, RESERVED_FIELD_NAMES } from '#schemas/generated/metadata/names.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { withField, withoutField, type Show } from '#shared/metadata/field-placement.ts';
import { withoutGoneBlocks } from '#shared/metadata/named-blocks.ts';
import { placesIn } from './definition-index.ts';

/** The steps that an editor takes, each from one whole definition to the next. */

/** Where a field may show, in the order of the columns of the field table. */
export type Place = keyof Show;

/** Does a field show there? */
export const isShown = ({ layouts }: ObjectDefinition, apiName: string, place: Place): boolean =>
  placesIn(layouts)[place].has(apiName);

export function show(
  object: ObjectDefinition,
  field: FieldDefinition,
  place: Place,
  wanted: boolean,
): ObjectDefinition {
  return withField(object, field, { [place]: wanted });
}

/** One field in the place of another; everything that names it goes along when its name changed. */
export function replaceField(object: ObjectDefinition, apiName: string, next: FieldDefinition): ObjectDefinition {
  const fields = object.fields.map((field) => (field.apiName === apiName ? next : field));
  return next.apiName === apiName ? { ...object, fields } : renamed({ ...object, fields }, apiName, next.apiName);
}

/** Only a field that was never saved changes its name, so rules that speak of it are the writer's to mend. */
function renamed(object: ObjectDefinition, from: string, to: string): ObjectDefinition {
  const name = (apiName: string) => (apiName === from ? to : apiName);
  const sections = (list: readonly Section[]) =>
    list.map((section) => ({ ...section, fields: section.fields.map(name) }));
  const { list, detail, form } = object.layouts;
  return {
    ...object,
    nameField: name(object.nameField),
    rules: object.rules.map((rule) => ({ ...rule, target: name(rule.target) })),
    layouts: {
      ...object.layouts,
      list: {
        ...list,
        columns: list.columns.map(name),
        filters: list.filters.map(name),
        sort: list.sort.map((sort) => ({ ...sort, field: name(sort.field) })),
      },
      detail: { ...detail, sections: sections(detail.sections) },
      form: { ...form, sections: sections(form.sections) },
    },
  };
}

/** A new field, shown everywhere unless `shown` says otherwise. */
export const addField = (object: ObjectDefinition, field: FieldDefinition, places: Show = {}): ObjectDefinition =>
  withField(object, field, places);

/** Hides a field and keeps its data; one that was never saved has none and is gone. @throws Failure for the name field. */
export function hideField(
  object: ObjectDefinition,
  base: ObjectDefinition | undefined,
  apiName: string,
): ObjectDefinition {
  const hidden = withoutField(object, apiName);
  const wasSaved = base?.fields.some((field) => field.apiName === apiName) === true;
  return wasSaved ? hidden : { ...hidden, fields: hidden.fields.filter((field) => field.apiName !== apiName) };
}

/** Brings a hidden field back, shown in the detail page and the form. */
export function restoreField(object: ObjectDefinition, apiName: string): ObjectDefinition {
  const field = object.fields.find((candidate) => candidate.apiName === apiName);
  if (!field) return object;
  const { removed: _removed, ...live } = field;
  return withField(object, live, { column: false, filter: false });
}

/** A list with the entry at one place put to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const taken = next.splice(from, 1);
  next.splice(Math.max(0, Math.min(to, next.length)), 0, ...taken);
  return next;
}

const NAME = new RegExp(FIELD_NAME_SOURCE);

/** Why a field cannot be called so, or undefined. `own` is the name it has now. */
export function nameProblem(object: ObjectDefinition, apiName: string, own?: string): string | undefined {
  if (!NAME.test(apiName)) return '以小写字母开头，只含字母和数字，最长 40 个字符';
  if (RESERVED_FIELD_NAMES.has(apiName)) return `“${apiName}”为系统保留，不能使用`;
  const other = object.fields.find((field) => field.apiName === apiName && apiName !== own);
  if (!other) return undefined;
  return other.removed ? `已停用的字段“${other.label}”使用了此标识，可在列表中恢复它` : `与字段“${other.label}”重复`;
}

/** A name like this one that is still free. */
export function freeName(object: ObjectDefinition, wanted: string): string {
  const taken = new Set([...object.fields.map((field) => field.apiName), ...RESERVED_FIELD_NAMES]);
  const stem = (NAME.test(wanted) ? wanted : 'field').slice(0, 36);
  let name = NAME.test(wanted) ? wanted : `${stem}1`;
  for (let copy = 2; taken.has(name); copy += 1) name = `${stem}${copy}`;
  return name;
}

/** A definition as it is sent: sections without fields mean nothing and may not be saved, nor be named by a tab. */
export function sendable(object: ObjectDefinition): ObjectDefinition {
  const filled = (list: readonly Section[]) => list.filter((section) => section.fields.length > 0);
  const { detail, form } = object.layouts;
  return withoutGoneBlocks({
    ...object,
    layouts: {
      ...object.layouts,
      detail: { ...detail, sections: filled(detail.sections) },
      form: { ...form, sections: filled(form.sections) },
    },
  });
}

/** What is said of a new object before all else. */
export interface NewObject {
  readonly apiName: string;
  readonly label: string;
  /** Address of its list; absent where it has none. */
  readonly route?: string | undefined;
  /** Who reads its list and its records; staff alone create and edit them. */
  readonly audience: Audience;
}

/** The smallest object there can be: its records have a name. */
export function newDefinition({ apiName, label, route, audience }: NewObject): ObjectDefinition {
  const section = { label: '基本信息', fields: ['name'] };
  return {
    apiName,
    label,
    ...(route !== undefined && { route }),
    version: 1,
    nameField: 'name',
    fields: [
      { apiName: 'name', type: 'text', label: '名称', required: true, maxLength: 100, config: { searchable: true } },
    ],
    layouts: {
      list: { columns: ['name'], filters: [], sort: [] },
      detail: { sections: [section], related: [] },
      form: { sections: [section] },
    },
    rules: [],
    access: { list: audience, detail: audience, create: 'staff', edit: 'staff' },
  };
}

/** A field put into a section at a place, and out of its earlier place. */
export function placed(sections: readonly Section[], to: number, apiName: string, index: number): Section[] {
  return sections.map((section, at) => {
    const from = section.fields.indexOf(apiName);
    const rest = section.fields.filter((name) => name !== apiName);
    if (at !== to) return from < 0 ? section : { ...section, fields: rest };
    const place = from >= 0 && from < index ? index - 1 : index;
    return { ...section, fields: [...rest.slice(0, place), apiName, ...rest.slice(place)] };
  });
}

/** Does a problem speak of this field, by its name or by its place? */
export function isNameOf(object: ObjectDefinition, place: string, apiName: string): boolean {
  const [head = '', index = ''] = place.split('.');
  return head === 'fields' ? object.fields[Number(index)]?.apiName === apiName : place === apiName;
}

/** An earlier version on top of the current one: fields that came later are hidden, because a column is never dropped. */
export function restoredVersion(current: ObjectDefinition, earlier: ObjectDefinition): ObjectDefinition {
  const known = new Set(earlier.fields.map((field) => field.apiName));
  const later = current.fields.filter((field) => !known.has(field.apiName));
  const hidden = later.map((field) => ({ ...field, removed: true }));
  return { ...earlier, version: current.version, fields: [...earlier.fields, ...hidden] };
}

/** A block, by its label, at the end of a tab of the detail page; where there is no such tab, all is as it was. */
export function withBlockIn(object: ObjectDefinition, tab: number, block: string): ObjectDefinition {
  const blocksOf = (blocks: readonly string[], at: number) => (at === tab ? [...new Set([...blocks, block])] : blocks);
  return withTabs(object, blocksOf);
}

/**
 * The tabs of the detail page with a block under its new label, so that a block that is renamed stays where it is: also
 * over the moment in which its label is emptied to be typed again.
 */
export function withRenamedBlock(object: ObjectDefinition, from: unknown, to: unknown): ObjectDefinition {
  const [old, label] = [from ?? '', String(to ?? '')];
  if (old === label) return object;
  return withTabs(object, (blocks) => blocks.map((block) => (block === old ? label : block)));
}

function withTabs(
  object: ObjectDefinition,
  blocksOf: (blocks: readonly string[], at: number) => readonly string[],
): ObjectDefinition {
  const { detail } = object.layouts;
  if (!detail.tabs) return object;
  const tabs = detail.tabs.map((tab, at) => ({ ...tab, blocks: [...blocksOf(tab.blocks, at)] }));
  return { ...object, layouts: { ...object.layouts, detail: { ...detail, tabs } } };
}
