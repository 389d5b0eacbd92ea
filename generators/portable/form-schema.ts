import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { JsonSchema, ValueKind } from '#generators/field-types/field-type.ts';
import { fieldType, valueKind } from '#generators/field-types/registry.ts';
import { formSections } from '#generators/ui-schema.ts';
import { namedOptions } from './choices.ts';
import { writtenFields } from './record-schemas.ts';

const HIDDEN = { 'ui:widget': 'hidden' } as const;

/** Widgets of stock rjsf by the format of our own schemas; the others are what rjsf takes by itself. */
const WIDGETS: Readonly<Record<string, string>> = {
  'full-date': 'date',
  instant: 'date-time',
  'email-address': 'email',
  url: 'uri',
};

/** Parts of a link that a form keeps and does not show. */
const LINK = { name: HIDDEN, archived: HIDDEN, logo: HIDDEN, 'ui:order': ['id', '*'] } as const;

const OF_KIND: Readonly<Partial<Record<ValueKind, JsonSchema>>> = { link: LINK, links: { items: LINK } };

/** The names of options, which forms look for here. */
function manyNames(field: FieldDefinition): JsonSchema {
  const options = namedOptions(field, 'write');
  if (options.length === 0) return {};
  return { 'ui:enumNames': options.map(({ title }) => title) };
}

function fieldForm(field: FieldDefinition): JsonSchema {
  const { freeText, schema } = fieldType(field);
  const widget = freeText === 'long' ? 'textarea' : WIDGETS[String(schema(field)['format'])];
  const kind = valueKind(field);
  const names = manyNames(field);
  return {
    ...(widget !== undefined && { 'ui:widget': widget }),
    ...(field.config?.placeholder !== undefined && { 'ui:placeholder': field.config.placeholder }),
    ...OF_KIND[kind],
    ...(kind === 'texts' ? Object.keys(names).length > 0 && { items: names } : names),
  };
}

/**
 * uiSchema of the write schema for rjsf and its own widgets: order, widgets and words. Fields that are in no section of the
 * form are hidden, as they are in ours.
 */
export function stockUiSchema(object: ObjectDefinition): JsonSchema {
  const fields = writtenFields(object);
  const known = new Set(fields.map(({ apiName }) => apiName));
  const placed = new Set(formSections(object).flatMap((section) => section.fields.filter((name) => known.has(name))));
  const rest = fields.map(({ apiName }) => apiName).filter((apiName) => !placed.has(apiName));
  return {
    'ui:order': [...placed, ...rest],
    ...Object.fromEntries(
      fields
        .map((field) => [field.apiName, placed.has(field.apiName) ? fieldForm(field) : HIDDEN] as const)
        .filter(([, form]) => Object.keys(form).length > 0),
    ),
  };
}
