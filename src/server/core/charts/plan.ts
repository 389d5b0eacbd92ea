import type { Condition } from '#schemas/metadata/condition.ts';
import type { PeriodUnit } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ChartSource } from '#generators/detail-blocks.ts';
import type { GroupKind } from '#generators/field-types/field-type.ts';
import { canSplit, canSum, groupKind, periodUnit } from '#shared/charts/grouping.ts';
import type { OpenedList, OpenList } from '#server/core/lists/opened-list.ts';
import { openFields, openFilter, openLinks, planWay, type Way } from '#server/core/related/plan.ts';

/** A chart whose every field is there, fits, and is open to the person. */
export interface ChartPlan {
  readonly target: OpenedList;
  /** The record that the chart belongs to. */
  readonly id: string;
  /** Links of the target that point there, or the way that leads from there. */
  readonly from: readonly FieldDefinition[] | Way;
  /** Which of those records count. */
  readonly filter: Condition | undefined;
  readonly group: FieldDefinition;
  readonly kind: GroupKind;
  /** Unit of the periods; null when the groups are none. */
  readonly unit: PeriodUnit | null;
  /** Groups of a tree are the branches at its root. */
  readonly byRoot: boolean;
  readonly split: FieldDefinition | undefined;
  /** The field that is added up; records are counted when there is none. */
  readonly sum: FieldDefinition | undefined;
}

/**
 * What a chart needs, or undefined when any of it has been removed or is closed to the person: half a chart would say
 * something else than its title. @throws Failure when a list that it is made of is closed.
 */
export function planChart(chart: ChartSource, home: string, id: string, open: OpenList): ChartPlan | undefined {
  const target = open(chart.objectApiName);
  const one = (apiName: string) => openFields(target, [apiName])[0];
  const links = chart.fields && openLinks(target, chart.fields, home);
  const from = links?.length === chart.fields?.length ? (links ?? wayOf(chart, home, open)) : undefined;
  const group = one(chart.groupBy.field);
  const kind = group && groupKind(group, chart.groupBy);
  const split = chart.splitBy === undefined ? undefined : one(chart.splitBy);
  const sum = chart.measure === 'count' ? undefined : one(chart.measure.sum);
  const isWhole =
    (chart.splitBy === undefined || (split !== undefined && canSplit(split))) &&
    (chart.measure === 'count' || (sum !== undefined && canSum(sum)));
  const filter = openFilter(target, chart.filter);
  if (!from || !group || !kind || !isWhole || filter === null) return undefined;
  const unit = kind === 'period' ? periodUnit(chart.groupBy) : null;
  return { target, id, from, filter, group, kind, unit, byRoot: chart.groupBy.level === 'top', split, sum };
}

const wayOf = ({ through, objectApiName }: ChartSource, home: string, open: OpenList): Way | undefined =>
  through && planWay(through, home, objectApiName, open);
