import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { JsonSchema } from './field-types/field-type.ts';
import { liveFields } from './object.ts';
import { fieldType } from './field-types/registry.ts';

/** A titled group of a form; `columns` fields are side by side where there is room. */
export interface FormSection {
  /** Anchor on the page: `section-0`, `section-1` … in layout order. */
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly columns: number;
  readonly fields: readonly string[];
}

const DEFAULT_COLUMNS = 2;

/**
 * The sections of a form. Removed fields and sections left empty by them are gone; a layout that names no section is one
 * section of all fields, so that a new object can be filled at once.
 */
export function formSections(object: ObjectDefinition): readonly FormSection[] {
  const fields = liveFields(object).map((field) => field.apiName);
  const live = new Set(fields);
  const { sections } = object.layouts.form;
  if (sections.length === 0) return [{ id: 'section-0', label: object.label, columns: DEFAULT_COLUMNS, fields }];
  return sections
    .map(({ label, help, columns, fields: named }, index) => ({
      id: `section-${index}`,
      label,
      ...(help !== undefined && { help }),
      columns: columns ?? DEFAULT_COLUMNS,
      fields: named.filter((apiName) => live.has(apiName)),
    }))
    .filter((section) => section.fields.length > 0);
}

/** Does the field take a whole row of a form, however many columns there are? */
export const isWide = (field: FieldDefinition): boolean => fieldType(field).freeText === 'long';

/** The rjsf uiSchema of fields of a form, in the order given: for every field its widget (named like its type), words and width. */
export function formUiSchema(fields: readonly FieldDefinition[]): JsonSchema {
  return {
    'ui:order': fields.map((field) => field.apiName),
    ...Object.fromEntries(fields.map((field) => [field.apiName, fieldUiSchema(field)])),
  };
}

function fieldUiSchema(field: FieldDefinition): JsonSchema {
  const { placeholder, help, unit } = field.config ?? {};
  return {
    'ui:field': 'leaf',
    'ui:widget': field.type,
    ...(placeholder !== undefined && { 'ui:placeholder': placeholder }),
    ...(help !== undefined && { 'ui:help': help }),
    'ui:options': { span: isWide(field) ? 'row' : 'cell', ...(unit !== undefined && { unit }) },
  };
}
