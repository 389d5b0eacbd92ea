import type { Chart } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, RelatedList } from '#schemas/metadata/object.ts';
import { findField, liveFields } from './object.ts';
import { fieldType } from './field-types/registry.ts';

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

/** A related list and its place in the layout, by which the server knows it. */
export interface DetailRelated extends RelatedList {
  readonly id: string;
  readonly index: number;
}

/** A chart and its place in the layout, by which the server knows it. */
export interface DetailChart extends Chart {
  readonly id: string;
  readonly index: number;
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
  const { logo, subtitle, tags = [], highlights = [] } = object.layouts.detail;
  return {
    name: findField(object, object.nameField),
    logo: logo === undefined ? undefined : findField(object, logo),
    subtitle: subtitle === undefined ? undefined : findField(object, subtitle),
    tags: pick(object, tags),
    highlights: pick(object, highlights),
  };
}

/** The related lists of a detail page, in layout order. */
export function detailRelated(object: ObjectDefinition): readonly DetailRelated[] {
  return object.layouts.detail.related.map((related, index) => ({ ...related, id: `related-${index}`, index }));
}

/** The charts of a detail page, in layout order. */
export function detailCharts(object: ObjectDefinition): readonly DetailChart[] {
  return (object.layouts.detail.charts ?? []).map((chart, index) => ({ ...chart, id: `chart-${index}`, index }));
}

/** The fields that hold a record's origin. */
export function detailProvenance(object: ObjectDefinition): DetailProvenance {
  const { source, sourceUrl, asOf } = object.layouts.detail.provenance ?? {};
  const find = (apiName: string | undefined) => (apiName === undefined ? undefined : findField(object, apiName));
  return { source: find(source), sourceUrl: find(sourceUrl), asOf: find(asOf) };
}

function pick(object: ObjectDefinition, apiNames: readonly string[]): readonly FieldDefinition[] {
  const live = new Map(liveFields(object).map((field) => [field.apiName, field]));
  return apiNames.flatMap((apiName) => live.get(apiName) ?? []);
}
