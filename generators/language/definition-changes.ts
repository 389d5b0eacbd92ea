import { FieldDefinition } from '#schemas/metadata/field.ts';
import { ObjectDefinition, RelatedList, Section } from '#schemas/metadata/object.ts';
import { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { Rule } from '#schemas/metadata/rule.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { ruleTitles } from '#generators/rule-title.ts';
import { formerNames } from '#generators/former-names.ts';
import { choices, titleOf, type LanguageSchema } from './language-schema.ts';
import { renamedDefinition, type Renaming } from './renamed-definition.ts';

/* What one version changed, in words for people. What the language comes to hold is named by its title. */

type Fragment = Readonly<Record<string, unknown>>;

const schemaOf = (schema: unknown): LanguageSchema => schema as LanguageSchema;
const isObject = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Do two values of a definition say the same? The order of keys does not matter: the database does not keep it. */
export function isSameFragment(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((entry, index) => isSameFragment(entry, right[index]));
  if (!isObject(left) || !isObject(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isSameFragment(left[key], right[key]));
}

const LONGEST = 60;
const clipped = (text: string): string => {
  const points = [...text];
  return points.length > LONGEST ? `${points.slice(0, LONGEST).join('')}…` : text;
};

/** One value in words; undefined where words would not help. */
function said(value: unknown, schema: LanguageSchema | undefined): string | undefined {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const isChoice = schema !== undefined && choices(schema) !== undefined;
  return isChoice ? (schema['x-labels']?.[value] ?? value) : `“${clipped(value)}”`;
}

/** `label` from “A” to “B”, property by property; nested groups are walked into. */
function propertyChanges(
  before: Fragment,
  after: Fragment,
  schema: LanguageSchema,
  skip: ReadonlySet<string>,
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [from, to] = [before[key], after[key]];
    if (skip.has(key) || isSameFragment(from, to)) return [];
    const property = schema.properties?.[key];
    if (property?.properties) return propertyChanges(fragment(from), fragment(to), property, NONE);
    const [old, next] = [said(from, property), said(to, property)];
    const title = titleOf(property, key);
    return [old === undefined || next === undefined ? title : `${title}由${old}改为${next}`];
  });
}
const NONE: ReadonlySet<string> = new Set();
const fragment = (value: unknown): Fragment => (isObject(value) ? value : {});

interface Listing<Entry> {
  readonly noun: string;
  readonly key: (entry: Entry) => string;
  readonly name: (entry: Entry) => string;
  readonly schema: LanguageSchema;
}

/** Entries of a list that came, went or changed, by their key. */
function listChanges<Entry extends object>(
  before: readonly Entry[],
  after: readonly Entry[],
  { noun, key, name, schema }: Listing<Entry>,
  special: (from: Entry, to: Entry) => string | undefined = () => undefined,
): string[] {
  const [old, next] = [before, after].map((list) => new Map(list.map((entry) => [key(entry), entry])));
  const words: string[] = [];
  for (const [id, entry] of next ?? []) {
    const known = old?.get(id);
    if (!known) words.push(`新增${noun}“${clipped(name(entry))}”`);
    else if (!isSameFragment(known, entry)) {
      const changes = propertyChanges(known as Fragment, entry as Fragment, schema, SPECIAL);
      const first = special(known, entry);
      if (first !== undefined) words.push(first);
      if (changes.length > 0) words.push(`修改${noun}“${clipped(name(entry))}”：${changes.join('，')}`);
    }
  }
  for (const [id, entry] of old ?? []) if (!next?.has(id)) words.push(`去掉${noun}“${clipped(name(entry))}”`);
  const order = (list: readonly Entry[], other: Map<string, Entry> | undefined) =>
    list.map(key).filter((id) => other?.has(id));
  if (!isSameFragment(order(before, next), order(after, old))) words.push(`调整${noun}的顺序`);
  return words;
}
/** Said in a sentence of their own. */
const SPECIAL: ReadonlySet<string> = new Set(['removed', 'retired']);

const FIELDS: Listing<FieldDefinition> = {
  noun: '字段',
  key: (field) => field.apiName,
  name: (field) => field.label,
  schema: schemaOf(FieldDefinition),
};

function fieldChanges(before: readonly FieldDefinition[], after: readonly FieldDefinition[]): string[] {
  const words = listChanges(before, after, FIELDS, (from, to) => {
    if ((from.removed === true) === (to.removed === true)) return undefined;
    return `${to.removed === true ? '停用' : '恢复'}字段“${clipped(to.label)}”`;
  });
  const added = new Map(after.map((field) => [`新增字段“${clipped(field.label)}”`, fieldType(field).label]));
  return words.map((word) => (added.has(word) ? `${word}（${added.get(word) ?? ''}）` : word));
}

/** A list of field names: what was put in and taken out, by label. */
function nameChanges(
  where: string,
  before: readonly string[],
  after: readonly string[],
  label: (name: string) => string,
) {
  if (isSameFragment(before, after)) return [];
  const quoted = (names: readonly string[]) => names.map((name) => `“${clipped(label(name))}”`).join('、');
  const added = after.filter((name) => !before.includes(name));
  const gone = before.filter((name) => !after.includes(name));
  const parts = [
    ...(added.length > 0 ? [`加入${quoted(added)}`] : []),
    ...(gone.length > 0 ? [`移出${quoted(gone)}`] : []),
  ];
  return [`${where}：${parts.length > 0 ? parts.join('，') : '调整顺序'}`];
}

function sectionChanges(
  where: string,
  before: readonly Section[],
  after: readonly Section[],
  label: (name: string) => string,
): string[] {
  const same = (section: Section) => after.find((candidate) => candidate.label === section.label);
  return [
    ...listChanges(
      before.map((section) => ({ ...section, fields: [] as string[] })),
      after.map((section) => ({ ...section, fields: [] as string[] })),
      { noun: `${where}分区`, key: (entry) => entry.label, name: (entry) => entry.label, schema: schemaOf(Section) },
    ),
    ...before.flatMap((section) =>
      nameChanges(
        `${where}分区“${clipped(section.label)}”`,
        section.fields,
        same(section)?.fields ?? section.fields,
        label,
      ),
    ),
  ];
}

const DISPLAYS = ['board', 'calendar', 'gallery', 'dashboard'] as const;

/** A look of the list that came, went or is another. */
function displayChanges(before: object | undefined, after: object | undefined, schema: LanguageSchema): string[] {
  const title = titleOf(schema, '');
  if (!before || !after) return before === after ? [] : [`${after ? '添加' : '移除'}显示方式“${title}”`];
  return propertyChanges(before as Fragment, after as Fragment, schema, NONE).map((word) => `${title}：${word}`);
}

const AUDIENCES = ['list', 'detail', 'create', 'edit'] as const;

/** What an object that was not there before is made of: its fields, how many rules, and who may do what with it. */
function creationWords({ label, fields, rules, access }: ObjectDefinition): string[] {
  const schema = schemaOf(ObjectDefinition).properties?.['access']?.properties;
  const audiences = AUDIENCES.map((key) => `${titleOf(schema?.[key], key)}：${said(access[key], schema?.[key]) ?? ''}`);
  const roles = access.roles?.map((role) => schema?.['roles']?.['x-labels']?.[role] ?? role) ?? [];
  const described = fields.map(
    (field) => `“${clipped(field.label)}”（${fieldType(field).label}${field.required === true ? '，必填' : ''}）`,
  );
  return [
    `新建对象“${clipped(label)}”，含 ${fields.length} 个字段`,
    ...(described.length > 0 ? [`字段：${described.join('、')}`] : []),
    ...(rules.length > 0 ? [`规则：${rules.length} 条`] : []),
    `权限：${audiences.join('；')}`,
    ...(roles.length > 0 ? [`${titleOf(schema?.['roles'], 'roles')}：${roles.join('、')}`] : []),
  ];
}

/** Fields that have another identifier and keep the former one beside it. */
function renamings(before: ObjectDefinition, after: ObjectDefinition): (Renaming & { readonly label: string })[] {
  const [old, next] = [before, after].map(({ fields }) => new Set(fields.map(({ apiName }) => apiName)));
  return after.fields.flatMap((field) => {
    const from = formerNames(field).find((name) => old?.has(name) && !next?.has(name));
    if (from === undefined || old?.has(field.apiName)) return [];
    return [{ objectApiName: after.apiName, from, to: field.apiName, label: field.label }];
  });
}

const OWN_WORDS: ReadonlySet<string> = new Set(['version', 'fields', 'layouts', 'rules']);
const DETAIL_WORDS: ReadonlySet<string> = new Set(['sections', 'related']);

/** What leads from one definition to the next, one sentence for each change; empty when they say the same. */
export function definitionChanges(before: ObjectDefinition | undefined, after: ObjectDefinition): string[] {
  if (!before) return creationWords(after);
  const [renaming] = renamings(before, after);
  if (renaming) {
    const { label, from, to } = renaming;
    const words = `字段“${clipped(label)}”的标识由“${from}”改为“${to}”`;
    return [words, ...definitionChanges(renamedDefinition(before, renaming), after)];
  }
  const schema = schemaOf(ObjectDefinition);
  const labels = new Map([...before.fields, ...after.fields].map((field) => [field.apiName, field.label]));
  const label = (name: string) => labels.get(name) ?? name;
  const [from, to] = [before.layouts, after.layouts];
  const layouts = schema.properties?.['layouts']?.properties;
  const rest = (entry: LanguageSchema | undefined) => entry ?? {};
  return [
    ...propertyChanges(before, after, schema, OWN_WORDS),
    ...fieldChanges(before.fields, after.fields),
    ...nameChanges('列表列', from.list.columns, to.list.columns, label),
    ...nameChanges('常用筛选', from.list.filters, to.list.filters, label),
    ...propertyChanges(from.list, to.list, rest(layouts?.['list']), new Set(['columns', 'filters'])),
    ...propertyChanges(from.detail, to.detail, rest(layouts?.['detail']), DETAIL_WORDS).map(
      (word) => `详情页：${word}`,
    ),
    ...sectionChanges('详情', from.detail.sections, to.detail.sections, label),
    ...listChanges(from.detail.related, to.detail.related, {
      noun: '关联列表',
      key: (entry) => entry.label,
      name: (entry) => entry.label,
      schema: schemaOf(RelatedList),
    }),
    ...sectionChanges('表单', from.form.sections, to.form.sections, label),
    ...DISPLAYS.flatMap((name) => displayChanges(from[name], to[name], rest(layouts?.[name]))),
    ...listChanges(before.rules, after.rules, {
      noun: '规则',
      key: (rule) => rule.id,
      name: ruleTitles([...before.rules, ...after.rules], label),
      schema: schemaOf(Rule),
    }),
  ];
}

/** The same for an option set. */
export function optionSetChanges(before: OptionSet | undefined, after: OptionSet): string[] {
  if (!before) return [`新建选项集“${clipped(after.label)}”，含 ${after.options.length} 个选项`];
  return [
    ...propertyChanges(before, after, schemaOf(OptionSet), new Set(['options'])),
    ...listChanges(
      before.options,
      after.options,
      { noun: '选项', key: (option) => option.value, name: (option) => option.label, schema: schemaOf(SelectOption) },
      (from, to) =>
        (from.retired === true) === (to.retired === true)
          ? undefined
          : `${to.retired === true ? '停用' : '恢复'}选项“${clipped(to.label)}”`,
    ),
  ];
}
