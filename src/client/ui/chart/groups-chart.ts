import type { ChartReply } from '#schemas/api/details.ts';
import type { ListGroups } from '#schemas/api/list-groups.ts';
import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isMoney } from '#generators/field-types/registry.ts';

interface GroupsLayout {
  readonly label: string;
  readonly by: string;
  readonly unit?: PeriodUnit | undefined;
  /** The field that is added up; records are counted without one. */
  readonly added?: FieldDefinition | undefined;
  /** The word by which records are counted. */
  readonly counted: string;
}

/** The groups of a list as a chart is drawn from them. */
export const groupsChart = ({ groups }: ListGroups, { label, by, unit, added, counted }: GroupsLayout): ChartReply => ({
  categories: groups.map((group) => ({ key: group.key, label: group.label })),
  series:
    groups.length === 0
      ? []
      : [{ key: '', label, values: groups.map((group) => (added ? group.sum : String(group.count))) }],
  unit: added ? unitOf(added) : counted,
  period: unit ?? null,
  groupField: by,
  sampleSize: groups.reduce((total, { count }) => total + count, 0),
  unknown: 0,
  earlier: 0,
  asOf: null,
});

const unitOf = (field: FieldDefinition): string => (isMoney(field) ? 'CNY' : (field.config?.unit ?? ''));
