import type { Comparison, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from './field-types/registry.ts';

/** A range of numbers; an end that is absent is open. */
interface Range {
  readonly from?: string;
  readonly to?: string;
}

/** Ranges of a number or an amount that its filter offers at a press: those of the field, else those of its type. */
export const rangePresets = (field: FieldDefinition): readonly Range[] =>
  (field.config?.presets ?? valueType(field).presets ?? []).map((text) => {
    const [from, to] = text.split('-');
    return { ...(from && { from }), ...(to && { to }) };
  });

/** The comparison that a range means. */
export function rangeComparison({ apiName }: FieldDefinition, { from, to }: Range): Comparison {
  if (to === undefined) return { field: apiName, op: 'gte', value: from };
  if (from === undefined) return { field: apiName, op: 'lte', value: to };
  return { field: apiName, op: 'between', value: [from, to] };
}

/** What a filter of dates offers at a press, without the field. */
type DatePreset = Pick<Comparison, 'op' | 'value'> & { readonly label: string };

const LAST: readonly (readonly [label: string, op: Operator, count: number])[] = [
  ['近 7 天', 'lastDays', 7],
  ['近 30 天', 'lastDays', 30],
  ['近 3 个月', 'lastMonths', 3],
  ['近半年', 'lastMonths', 6],
  ['近一年', 'lastYears', 1],
  ['近三年', 'lastYears', 3],
];
/** Years before this one that a filter begins with at a press. */
const YEARS_BACK = [1, 2, 3];

/** Periods that a filter of dates offers on a day, `YYYY-MM-DD`. */
export function datePresets(today: string): readonly DatePreset[] {
  const year = Number(today.slice(0, 4));
  return [
    ...LAST.map(([label, op, value]) => ({ label, op, value })),
    { label: '今年', op: 'thisYear' },
    { label: '去年', op: 'lastYear' },
    ...YEARS_BACK.map((back) => ({
      label: `${year - back} 年至今`,
      op: 'notBefore' as const,
      value: String(year - back),
    })),
  ];
}

/** What a period is called at a press, where one of those means the same, on whichever day it was chosen. */
export function periodLabel({ op, value }: Comparison): string | undefined {
  const known = LAST.find(([, other, count]) => other === op && count === value);
  if (known) return known[0];
  return op === 'notBefore' && typeof value === 'string' && value.length === 4 ? `${value} 年至今` : undefined;
}
