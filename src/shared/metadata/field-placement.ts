import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { fieldType, isComputed } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import { withoutInDisplays } from './display-fields.ts';
import { withoutGoneBlocks } from './named-blocks.ts';
import { sectioned } from './section-placement.ts';

/** Where a saved field shows; each defaults to `shownAtFirst` for a new field and to “as before” for a known one. */
export interface Show {
  readonly column?: boolean;
  readonly filter?: boolean;
  readonly detail?: boolean;
  readonly form?: boolean;
}

/** Labels of the sections that a field comes into, where they are known; otherwise those of fields like it. */
export interface Sections {
  readonly detail?: string | undefined;
  readonly form?: string | undefined;
}

function listed(names: readonly string[], name: string, show: boolean | undefined): string[] {
  const wanted = show ?? names.includes(name);
  if (!wanted) return names.filter((candidate) => candidate !== name);
  return names.includes(name) ? [...names] : [...names, name];
}

/** Does a new field show there unless staff say otherwise? */
export const shownAtFirst = (field: Pick<FieldDefinition, 'type'>, place: keyof Show): boolean =>
  place !== 'filter' || fieldType(field).rarelyFiltered !== true;

/** The definition with one field added or changed, and shown where `show` says. */
export function withField(
  object: ObjectDefinition,
  field: FieldDefinition,
  show: Show = {},
  into: Sections = {},
): ObjectDefinition {
  const known = object.fields.find((candidate) => candidate.apiName === field.apiName);
  const asNew = known === undefined || known.removed === true;
  const wanted = (place: keyof Show) => show[place] ?? (asNew ? shownAtFirst(field, place) : undefined);
  // What is sealed is in no list.
  const inLists = (place: keyof Show) => (isSealed(field) ? false : wanted(place));
  const { list, detail, form } = object.layouts;
  const inForm = isComputed(field) ? false : wanted('form');
  return withoutGoneBlocks({
    ...object,
    fields: known
      ? object.fields.map((candidate) => (candidate.apiName === field.apiName ? field : candidate))
      : [...object.fields, field],
    layouts: {
      ...object.layouts,
      list: {
        ...list,
        columns: listed(list.columns, field.apiName, inLists('column')),
        filters: listed(list.filters, field.apiName, inLists('filter')),
      },
      detail: { ...detail, sections: sectioned(object, detail.sections, field, wanted('detail'), into.detail) },
      form: { ...form, sections: sectioned(object, form.sections, field, inForm, into.form) },
    },
  });
}

/**
 * The definition with one field hidden everywhere; rules that aim at it go with it.
 * @throws Failure INVALID_METADATA when it names the records, UNKNOWN_OBJECT when there is no such field.
 */
export function withoutField(object: ObjectDefinition, apiName: string): ObjectDefinition {
  const field = object.fields.find((candidate) => candidate.apiName === apiName && !candidate.removed);
  if (!field) throw new Failure('UNKNOWN_OBJECT', `字段“${apiName}”不存在`);
  if (object.nameField === apiName) throw new Failure('INVALID_METADATA', `字段“${field.label}”是名称字段，不能停用`);
  const hidden = withField(object, field, { column: false, filter: false, detail: false, form: false });
  const { list, detail } = hidden.layouts;
  const { logo, subtitle, ...rest } = detail;
  const without = (names: readonly string[] | undefined) => names?.filter((name) => name !== apiName) ?? [];
  return {
    ...hidden,
    fields: hidden.fields.map((candidate) =>
      candidate.apiName === apiName ? { ...candidate, removed: true } : candidate,
    ),
    rules: hidden.rules.filter((rule) => rule.target !== apiName),
    access: {
      ...hidden.access,
      ...(hidden.access.teaser && { teaser: without(hidden.access.teaser) }),
    },
    layouts: {
      ...withoutInDisplays(hidden.layouts, apiName, object.nameField),
      list: { ...list, sort: list.sort.filter((sort) => sort.field !== apiName) },
      detail: {
        ...rest,
        ...(logo !== undefined && logo !== apiName && { logo }),
        ...(subtitle !== undefined && subtitle !== apiName && { subtitle }),
        tags: without(detail.tags),
        highlights: without(detail.highlights),
      },
    },
  };
}
