import type { Chart, PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';

/** What the groups of a chart are. */
export type GroupKind = 'period' | 'number' | 'option' | 'flag' | 'record';

const KINDS: Partial<Readonly<Record<FieldTypeName, GroupKind>>> = {
  date: 'period',
  dateTime: 'period',
  integer: 'number',
  select: 'option',
  multiSelect: 'option',
  treeSelect: 'option',
  boolean: 'flag',
  reference: 'record',
  multiReference: 'record',
};
const SUMMABLE: ReadonlySet<FieldTypeName> = new Set(['integer', 'decimal', 'currency']);
const LISTS: ReadonlySet<FieldTypeName> = new Set(['multiSelect', 'multiReference']);

/** What a field groups records into; undefined when it cannot. A whole number with a unit is the number of a year. */
export function groupKind(field: FieldDefinition, { unit, level }: Chart['groupBy']): GroupKind | undefined {
  if (level !== undefined && field.type !== 'treeSelect') return undefined;
  const kind = KINDS[field.type];
  if (kind === 'number' && unit !== undefined) return unit === 'year' ? 'period' : undefined;
  return unit === undefined || kind === 'period' ? kind : undefined;
}

/** The unit of a chart over time; years unless it says otherwise. */
export const periodUnit = ({ unit }: Chart['groupBy']): PeriodUnit => unit ?? 'year';

/** Can a chart have one series for each value? Lists cannot: a record would stand in several. */
export const canSplit = (field: FieldDefinition): boolean =>
  KINDS[field.type] !== undefined && KINDS[field.type] !== 'period' && !LISTS.has(field.type);

/** Can the values be added up? Percentages cannot. */
export const canSum = (field: FieldDefinition): boolean => SUMMABLE.has(field.type);

/** Can records be alike in this field: does it hold options, labels or links? */
export const canCompare = (field: FieldDefinition): boolean =>
  ['select', 'multiSelect', 'treeSelect', 'textList', 'reference', 'multiReference'].includes(field.type);
