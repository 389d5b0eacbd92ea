import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { quote } from '#generators/storage.ts';
import { readOwnName } from '#generators/own-columns.ts';
import { fieldType, valueKind } from '#generators/field-types/registry.ts';
import { heldOfRow } from '#server/core/conditions/listed-queries.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { Statement } from '#server/db/read-queries.ts';
import type { SelectionPlan } from './list-plan.ts';
import { sampledRows } from './count-queries.ts';
import { selectionRows } from './queries.ts';

/** Values that records hold of a field, each with how many of them do; of all that match, or of those in some of a hundred pages. */
export function heldValues(plan: SelectionPlan, field: FieldDefinition, percent: number | undefined): Statement {
  const parameters = new Parameters();
  const own = readOwnName(field.apiName);
  const [stored] = fieldType(field).columns(field);
  const column = own ? heldOfRow(own, stored?.sqlType ?? 'text') : quote(field.apiName);
  const held = valueKind(field) === 'texts' ? `unnest(${column})` : `${column}::text`;
  const rows = percent === undefined ? selectionRows(plan, parameters) : sampledRows(plan, percent, parameters);
  const text = `select held, count(*) from (select ${held} as held ${rows}) found where held is not null group by held`;
  return { text, values: parameters.values };
}
