import type { Comparison } from '#schemas/metadata/condition.ts';
import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isList, valueType } from '#generators/field-types/registry.ts';
import { daysOfPeriod } from '#shared/charts/periods.ts';

/** The comparison that a link or an option of a record is a value: of single values it is one of, in lists it is contained. */
export function holding(field: FieldDefinition, value: string): Comparison {
  return { field: field.apiName, op: isList(field) ? 'containsAny' : 'in', value: [value] };
}

/** How records were put into groups. */
export interface Grouping {
  /** Of groups that are periods. */
  readonly unit?: PeriodUnit | undefined;
  /** Of a tree: groups are branches, and not single options. */
  readonly isBranch?: boolean;
}

/** The comparison that records of one group meet, so that a group opens as a list. */
export function inGroup(field: FieldDefinition, key: string, { unit, isBranch = false }: Grouping): Comparison {
  const { apiName } = field;
  const { group } = fieldType(field);
  if (group === 'number') return { field: apiName, op: 'eq', value: key };
  if (unit) {
    const { from, to } = daysOfPeriod(key, unit);
    return { field: apiName, op: 'between', value: [from, to] };
  }
  if (group === 'flag') return { field: apiName, op: 'eq', value: key === 'true' };
  if (isBranch && valueType(field).options === 'tree') return { field: apiName, op: 'under', value: [key] };
  return holding(field, key);
}
