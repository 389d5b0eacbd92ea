import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FIELD_TYPES } from '#schemas/generated/metadata/field.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { isComputed } from '#generators/field-types/registry.ts';

/** Rules of the object. */
const RULES = 100;
const OPTIONS = Array.from({ length: 10 }, (_, index) => ({ value: `o${index}`, label: `选项${index + 1}` }));
const IN_A_SECTION = 20;
/** Types that a definition can have without other objects and sets. */
const TYPES = FIELD_TYPES.filter(
  (type) => !['formula', 'rollup', 'lookup', 'treeSelect', 'multiTreeSelect'].includes(type),
);

function fieldAt(index: number): FieldDefinition {
  const type = index % 2 === 0 ? 'text' : (TYPES[index % TYPES.length] ?? 'text');
  const field: FieldDefinition = { apiName: `f${index}`, type, label: `字段${index + 1}`, required: index % 5 === 0 };
  if (type === 'text') return { ...field, minLength: 2, maxLength: 50, config: { help: '请如实填写' } };
  if (type === 'select' || type === 'multiSelect') return { ...field, selectOptions: OPTIONS };
  if (type === 'reference' || type === 'multiReference') return { ...field, targetApiName: 'Large' };
  return field;
}

function ruleAt(index: number, fields: number): Rule {
  const kinds = ['assert', 'required', 'visible', 'readonly'] as const;
  const kind = kinds[index % kinds.length] ?? 'assert';
  return {
    id: `rule-${index + 1}`,
    kind,
    target: `f${fields - 1 - index}`,
    rule: `has(self.f${2 * index}) && self.f${2 * index} != "secret${index}"`,
    ...(kind === 'assert' && { message: '内容有误' }),
  };
}

function sections(names: readonly string[]): Section[] {
  const count = Math.ceil(names.length / IN_A_SECTION);
  return Array.from({ length: count }, (_, index) => ({
    label: `分区 ${index + 1}`,
    fields: names.slice(index * IN_A_SECTION, (index + 1) * IN_A_SECTION),
  }));
}

/** An object of so many fields of every kind, in sections of 20, with 100 rules. */
export function largeObject(fields: number): ObjectDefinition {
  const definitions = Array.from({ length: fields }, (_, index) => fieldAt(index));
  const names = definitions.map(({ apiName }) => apiName);
  return {
    apiName: 'Large',
    label: '大对象',
    version: 1,
    nameField: 'f0',
    fields: definitions,
    layouts: {
      list: { columns: names.slice(0, 60), filters: names.slice(0, 20), sort: [] },
      detail: { sections: sections(names), related: [] },
      form: { sections: sections(definitions.filter((field) => !isComputed(field)).map(({ apiName }) => apiName)) },
    },
    rules: Array.from({ length: Math.min(RULES, Math.floor(fields / 2)) }, (_, index) => ruleAt(index, fields)),
    access: { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' },
  };
}
