import type { LanguageForm, LanguagePart } from '#schemas/api/metadata-editing.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FIELD_TYPES } from '#schemas/generated/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { DefinitionPart } from './definition-part.ts';
import { fieldOptions } from '#client/features/metadata/draft/definition-index.ts';
import type { MetadataSchemaStore } from './metadata-schema-store.ts';

/** What surrounds the part on the screen. */
export interface PartContext {
  readonly schema: MetadataSchemaStore;
  /** The object being edited. */
  readonly object: ObjectDefinition;
  /** Fields of the form that the person may look at and not change. */
  readonly fixed?: readonly string[] | undefined;
  /** Fields of the form that the screen shows by other means. */
  readonly hidden?: readonly string[] | undefined;
}

/** The form of a kind with the choices that only this screen knows: fields, objects, option sets, the default's own input. */
export function filledForm(form: LanguageForm, definitionPart: DefinitionPart, context: PartContext): LanguageForm {
  const { definition } = form;
  const { fixed = [], hidden = [] } = context;
  const partOf = new Map(form.parts.map((part) => [part.field, part]));
  // What is asked elsewhere on the screen is not missing here.
  const asked = (field: FieldDefinition) => (hidden.includes(field.apiName) ? { ...field, required: false } : field);
  const fields = definition.fields.map((field) =>
    asked(fill(field, partOf.get(field.apiName), form, definitionPart, context)),
  );
  const { sections } = definition.layouts.form;
  const kept = sections.map((section) => ({
    ...section,
    fields: section.fields.filter((name) => !hidden.includes(name)),
  }));
  return {
    definition: {
      ...definition,
      fields,
      rules: [
        ...definition.rules,
        ...fixed.map((target) => ({ id: `fixed-${target}`, kind: 'readonly' as const, target, rule: 'true' })),
      ],
      layouts: { ...definition.layouts, form: { sections: kept.filter((section) => section.fields.length > 0) } },
    },
    parts: form.parts.map((part) => (hasOwnInput(part, definitionPart) ? { ...part, control: 'own' } : part)),
  };
}

function fill(
  field: FieldDefinition,
  part: LanguagePart | undefined,
  form: LanguageForm,
  definitionPart: DefinitionPart,
  context: PartContext,
): FieldDefinition {
  switch (part?.control) {
    case 'fieldName':
    case 'fieldNames':
    case 'otherFieldName':
    case 'otherFieldNames':
    case 'wayFieldName':
    case 'wayFieldNames':
    case 'referredFieldName':
      return { ...chosen(field), selectOptions: fieldChoices(part, form, definitionPart, context) };
    case 'blockNames':
      return { ...chosen(field), selectOptions: blockChoices(context.object, definitionPart) };
    case 'objectName':
      return { ...chosen(field), selectOptions: context.schema.objectOptions };
    case 'optionSetName':
      return { ...chosen(field), selectOptions: context.schema.optionSetOptions };
    case 'value':
      return hasOwnInput(part, definitionPart) ? ownInput(field, definitionPart as unknown as FieldDefinition) : field;
    default:
      return field;
  }
}

/** How a name is spelled is of no use to a person who picks one from a list. */
function chosen(field: FieldDefinition): FieldDefinition {
  const { help, ...config } = field.config ?? {};
  return help?.includes('标识') === true ? { ...field, config } : field;
}

/** A default is best given as a value is given: by the input of its type, where the type has defaults. */
function hasOwnInput(part: LanguagePart, definitionPart: DefinitionPart): boolean {
  const type = FIELD_TYPES.find((name) => name === definitionPart['type']);
  return part.control === 'value' && type !== undefined && fieldType({ type }).attributes.includes('default');
}

function ownInput(field: FieldDefinition, edited: FieldDefinition): FieldDefinition {
  // What the field says of its values' secrecy is not so of its default, which all staff read in the definition.
  const {
    default: _default,
    help: _help,
    visibleTo: _who,
    limits: _limits,
    sealed: _sealed,
    private: _private,
    ...config
  } = edited.config ?? {};
  const { help } = field.config ?? {};
  return {
    ...edited,
    apiName: field.apiName,
    label: field.label,
    required: false,
    config: { ...config, ...(help !== undefined && { help }) },
  };
}

/** A part of a definition by its path; undefined where there is none. */
export function valueAt(definitionPart: DefinitionPart, path: readonly string[]): unknown {
  let value: unknown = definitionPart;
  for (const key of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  return value;
}

/** The object that the nearest choice of an object beside the property names, or beside what the property is in. */
export function namedObject({ path }: LanguagePart, form: LanguageForm, definitionPart: DefinitionPart): unknown {
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const around = path.slice(0, depth);
    const naming = form.parts.find(
      (other) => other.control === 'objectName' && other.path.slice(0, -1).join() === around.join(),
    );
    if (naming) return valueAt(definitionPart, naming.path);
  }
  return undefined;
}

/** What there is to read on the page of an object and is in no other tab, by its label. */
function blockChoices({ layouts }: ObjectDefinition, definitionPart: DefinitionPart): SelectOption[] {
  const { sections, related, charts = [], tabs = [] } = layouts.detail;
  const own = new Set(Array.isArray(definitionPart['blocks']) ? (definitionPart['blocks'] as string[]) : []);
  const taken = new Set(tabs.flatMap(({ blocks }) => blocks).filter((label) => !own.has(label)));
  const labels = [...sections, ...related, ...charts].map(({ label }) => label);
  return [...new Set(labels)].filter((label) => !taken.has(label)).map((label) => ({ value: label, label }));
}

/** The fields to choose from: of this object, of the one that the part names, or of the one that a reference leads to. */
function fieldChoices(
  part: LanguagePart,
  form: LanguageForm,
  definitionPart: DefinitionPart,
  { object, schema }: PartContext,
): SelectOption[] {
  if (part.control === 'fieldName' || part.control === 'fieldNames') return fieldOptions(object);
  const reference = valueAt(definitionPart, [...part.path.slice(0, -1), 'reference']);
  const target =
    part.control === 'referredFieldName'
      ? object.fields.find(({ apiName }) => apiName === reference)?.targetApiName
      : namedObject(part, form, definitionPart);
  if (target === object.apiName) return fieldOptions(object);
  const other = typeof target === 'string' ? schema.other(target) : undefined;
  return other ? fieldOptions(other) : [];
}
