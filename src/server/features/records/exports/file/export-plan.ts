import type { ExportQuery } from '#schemas/api/exports.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { Failure } from '#shared/errors.ts';
import { type PagePlan, planPage } from '#server/core/lists/list-plan.ts';
import type { ReadableObject } from '#server/core/lists/readable-object.ts';
import type { ListAccess } from '#server/core/lists/list-access.ts';

/** An export that can be made: which records in which order, and which fields in which order. */
export interface ExportPlan {
  readonly object: ReadableObject;
  readonly page: PagePlan;
  readonly fields: readonly FieldDefinition[];
}

/**
 * Checks an export as a list is checked; what is closed to the person is left out of the columns.
 * @throws Failure INVALID_QUERY with the place in `problems`.
 */
export function planExport(
  object: ReadableObject,
  { filter, sort, keyword, ids, except, fields }: Omit<ExportQuery, 'objectApiName' | 'format'>,
  { owner, scope }: ListAccess,
): ExportPlan {
  const { nameField, layouts } = object.definition;
  const wanted = fields ?? layouts.list.columns.filter((apiName) => object.field(apiName));
  const page = planPage(object, { filter, sort, keyword, ids, except, owner, fields: [...wanted] }, scope);
  const shown = new Map(
    page.readable
      .filter(({ apiName }) => apiName === nameField || page.shown.some((field) => field.apiName === apiName))
      .map((field) => [field.apiName, field]),
  );
  const names = [...new Set([nameField, ...wanted])];
  const columns = names.flatMap((apiName) => shown.get(apiName) ?? []);
  if (columns.length > 0) return { object, page, fields: columns };
  throw new Failure('INVALID_QUERY', '没有可以导出的列', [{ field: 'fields', message: '没有可以导出的列' }]);
}
