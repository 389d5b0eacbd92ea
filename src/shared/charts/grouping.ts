import type { Chart, PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { GroupKind } from '#generators/field-types/field-type.ts';
import { fieldType, isLinking, isList } from '#generators/field-types/registry.ts';

/** What a field groups records into; undefined when it cannot. A whole number with a unit is the number of a year. */
export function groupKind(field: FieldDefinition, { unit, level }: Chart['groupBy']): GroupKind | undefined {
  const { group, options } = fieldType(field);
  if (level !== undefined && options !== 'tree') return undefined;
  if (group === 'number' && unit !== undefined) return unit === 'year' ? 'period' : undefined;
  return unit === undefined || group === 'period' ? group : undefined;
}

/** The unit of a chart over time; years unless it says otherwise. */
export const periodUnit = ({ unit }: Chart['groupBy']): PeriodUnit => unit ?? 'year';

/** Can a chart have one series for each value? Lists cannot: a record would be in several. */
export function canSplit(field: FieldDefinition): boolean {
  const { group } = fieldType(field);
  return group !== undefined && group !== 'period' && !isList(field);
}

/** Can the values be added up? Shares cannot. */
export function canSum(field: FieldDefinition): boolean {
  const { kind, share } = fieldType(field);
  return ['integer', 'decimal', 'money'].includes(kind) && !share;
}

/** Can records be alike in this field: does it hold options, labels, links, or a short text that several may share? */
export const canCompare = (field: FieldDefinition): boolean =>
  isLinking(field) || isList(field) || fieldType(field).options !== undefined || fieldType(field).freeText === 'line';
