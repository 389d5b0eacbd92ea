import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { DECIMAL_SOURCE, FIELD_TYPES } from '#schemas/generated/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { choices, titleOf, type LanguageSchema } from './language-schema.ts';

/** Texts that may be longer than this are written over several lines. */
const LONGEST_LINE = 300;
const LONG_CONTROLS = new Set(['cel', 'value', 'json', 'condition']);
/** One of several things that the screen knows. */
const FIELD_LISTS = /(^f|F)ieldNames$|^blockNames$/;
const DATA_CHOICES = /(^f|F)ieldName$|^(objectName|optionSetName|optionValue)$/;
const JSON_LENGTH = 5000;
const DECIMALS = 12;

/** A property of the language as a field of a form, and how the screen helps with it. */
export interface LanguageField {
  readonly field: FieldDefinition;
  readonly control?: string;
}

type Shape = Partial<FieldDefinition> & { readonly type: FieldTypeName; readonly control?: string };

const optionOf = (schema: LanguageSchema, value: string): SelectOption => {
  if (schema['x-control'] !== 'fieldType') return { value, label: schema['x-labels']?.[value] ?? value };
  const { label, aliases } = fieldType({ type: value as FieldTypeName });
  return { value, label, ...(aliases && { aliases: [...aliases] }) };
};

const optionsOf = (schema: LanguageSchema, values: readonly string[]) => values.map((value) => optionOf(schema, value));

function textShape(schema: LanguageSchema): Shape {
  const control = schema['x-control'];
  if (control !== undefined && DATA_CHOICES.test(control)) return { type: 'select', selectOptions: [], control };
  if (schema.pattern === DECIMAL_SOURCE) return { type: 'decimal', decimalPlaces: DECIMALS };
  const isLong = (schema.maxLength ?? 0) > LONGEST_LINE || LONG_CONTROLS.has(control ?? '');
  return {
    type: isLong ? 'longText' : 'text',
    ...(schema.minLength !== undefined && { minLength: schema.minLength }),
    ...(schema.maxLength !== undefined && { maxLength: schema.maxLength }),
    ...(control !== undefined && { control }),
  };
}

function listShape(schema: LanguageSchema, items: LanguageSchema): Shape {
  const config = schema.maxItems === undefined ? {} : { config: { maxItems: schema.maxItems } };
  const values = choices(items);
  if (values) return { type: 'multiSelect', selectOptions: optionsOf(items, values), ...config };
  const labels = schema['x-labels'];
  if (labels) return { type: 'multiSelect', selectOptions: optionsOf(schema, Object.keys(labels)), ...config };
  const control = schema['x-control'];
  if (control !== undefined && FIELD_LISTS.test(control))
    return { type: 'multiSelect', selectOptions: [], control, ...config };
  return { type: 'textList', ...(items.maxLength !== undefined && { maxLength: items.maxLength }), ...config };
}

function numberShape({ minimum, maximum }: LanguageSchema): Shape {
  return {
    type: 'integer',
    config: {
      notation: 'plain',
      ...(minimum !== undefined && { min: String(minimum) }),
      ...(maximum !== undefined && { max: String(maximum) }),
    },
  };
}

function shapeOf(schema: LanguageSchema): Shape {
  const values = choices(schema);
  if (values) return { type: 'select', selectOptions: optionsOf(schema, values) };
  if (schema.type === 'string') return textShape(schema);
  if (schema.type === 'integer') return numberShape(schema);
  if (schema.type === 'boolean') return { type: 'boolean' };
  if (schema.type === 'array' && schema.items?.type !== 'object' && schema.items)
    return listShape(schema, schema.items);
  // Whatever else the language may come to hold is written as JSON, so that nothing is out of reach.
  return { type: 'longText', maxLength: JSON_LENGTH, control: schema['x-control'] ?? 'json' };
}

/** The field of a form that a property of the language becomes; `name` is the last part of its path. */
export function languageField(apiName: string, name: string, schema: LanguageSchema, required: boolean): LanguageField {
  const { control, type, config, ...limits } = shapeOf(schema);
  const help = schema.description === undefined ? {} : { help: schema.description };
  const mayBeEmpty = schema.type === 'array' && schema.minItems === undefined;
  const isNeeded = (required && !mayBeEmpty) || schema['x-required'] === true;
  return {
    field: {
      apiName,
      type,
      label: titleOf(schema, name),
      ...(isNeeded && fieldType({ type }).kind !== 'boolean' && { required: true }),
      ...limits,
      ...((config ?? schema.description !== undefined) && { config: { ...config, ...help } }),
    },
    ...(control !== undefined && { control }),
  };
}

/** Field types for which an attribute means something; undefined when it does for all, or for none that says so. */
export function typesOf(attribute: string): readonly FieldTypeName[] | undefined {
  const types = FIELD_TYPES.filter((type) => fieldType({ type }).attributes.includes(attribute));
  return types.length === 0 || types.length === FIELD_TYPES.length ? undefined : types;
}
