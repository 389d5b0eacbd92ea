import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { readersOf } from '#generators/readers.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { findField, liveFields } from './object.ts';
import { fieldType } from './field-types/registry.ts';
import { isSealed } from './field-types/sealed.ts';

/** A titled group of a detail page. `columns` fields are side by side where there is room. */
export interface DetailSection {
  /** Anchor on the page: `section-0`, `section-1` … in layout order. */
  readonly id: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly columns: number;
  readonly fields: readonly FieldDefinition[];
  /** One column of long texts and pictures, which is read from top to bottom as an article is. */
  readonly isProse: boolean;
}

/** Fields that say where a record comes from; those that are removed or not named are undefined. */
export interface DetailProvenance {
  readonly source: FieldDefinition | undefined;
  readonly sourceUrl: FieldDefinition | undefined;
  readonly asOf: FieldDefinition | undefined;
}

/** What is shown above the sections. */
export interface DetailHeader {
  readonly name: FieldDefinition | undefined;
  readonly logo: FieldDefinition | undefined;
  readonly subtitle: FieldDefinition | undefined;
  readonly facts: readonly FieldDefinition[];
  readonly tags: readonly FieldDefinition[];
  readonly highlights: readonly FieldDefinition[];
}

const DEFAULT_COLUMNS = 2;

function isProse(field: FieldDefinition): boolean {
  const { freeText, isPicture } = fieldType(field);
  return freeText === 'long' || isPicture === true;
}

/** The sections of a detail page; removed fields and sections left empty by them are gone. */
export function detailSections(object: ObjectDefinition): readonly DetailSection[] {
  return object.layouts.detail.sections
    .map((section, index) => {
      const fields = pick(object, section.fields);
      const columns = section.columns ?? DEFAULT_COLUMNS;
      return {
        id: `section-${index}`,
        label: section.label,
        help: section.help,
        columns,
        fields,
        isProse: columns === 1 && fields.every(isProse),
      };
    })
    .filter((section) => section.fields.length > 0);
}

/** The header of a detail page; parts whose field is removed are undefined or left out. */
export function detailHeader(object: ObjectDefinition): DetailHeader {
  const { logo, subtitle, facts = [], tags = [], highlights = [] } = object.layouts.detail;
  return {
    name: findField(object, object.nameField),
    logo: logo === undefined ? undefined : findField(object, logo),
    subtitle: subtitle === undefined ? undefined : findField(object, subtitle),
    facts: pick(object, facts),
    tags: pick(object, tags),
    highlights: pick(object, highlights),
  };
}

/** The picture that records are known by, where it is for every user who may see their names. */
export function openLogo(object: ObjectDefinition): FieldDefinition | undefined {
  const { logo } = detailHeader(object);
  const isOpen = logo && fieldType(logo).isPicture === true && !isSealed(logo);
  return isOpen && readersOf(logo) === undefined ? logo : undefined;
}

/** The fields that hold a record's origin. */
export function detailProvenance(object: ObjectDefinition): DetailProvenance {
  const { source, sourceUrl, asOf } = object.layouts.detail.provenance ?? {};
  const find = (apiName: string | undefined) => (apiName === undefined ? undefined : findField(object, apiName));
  return { source: find(source), sourceUrl: find(sourceUrl), asOf: find(asOf) };
}

/** Does a section say where a record is from, rather than anything of what it is of? */
export function isSourceSection(object: ObjectDefinition, { fields }: Pick<Section, 'fields'>): boolean {
  const { source, sourceUrl, asOf } = object.layouts.detail.provenance ?? {};
  const ofSource = fields.filter((name) => name === source || name === sourceUrl || name === asOf);
  return ofSource.length > 0 && ofSource.length * 2 >= fields.length;
}

function pick(object: ObjectDefinition, apiNames: readonly string[]): readonly FieldDefinition[] {
  const live = new Map(liveFields(object).map((field) => [field.apiName, field]));
  return apiNames.flatMap((apiName) => live.get(apiName) ?? []);
}
