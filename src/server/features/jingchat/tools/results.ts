import { valueKind, valueType } from '#generators/field-types/registry.ts';
import {
  COUNTED,
  type Evidence,
  joined,
  NO_EVIDENCE,
  type NumberFact,
  PLACE,
} from '#shared/assistant/checking/evidence.ts';
import { isDate, unitOf } from '#shared/assistant/field-facts.ts';
import type { Measure, Plan } from '#shared/assistant/plan.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { formatMoney } from '#shared/money/format.ts';
import { fold } from '#shared/text/fold.ts';
import { measureLabel } from '#server/features/jingchat/figure-words.ts';
import type { Result } from '#server/features/jingchat/result.ts';
import { dateValue, numberValue, type SaidValue, saidRow } from './row-values.ts';
import type { ToolResult } from './tool.ts';

const EMPTY: ToolResult = { data: {}, evidence: NO_EVIDENCE, cited: [], plans: [] };

const labelsOf = (texts: readonly string[]): Evidence => ({ ...NO_EVIDENCE, texts: texts.map(fold) });
/** Of an order that was asked for, which place each row has. */
const placeOf = (at: number, name: string): Evidence => ({
  ...NO_EVIDENCE,
  numbers: [{ value: String(at + 1), unit: PLACE, of: fold(name).trim() }],
});

/**
 * Records as data, whose number is exact. The conditions of the plan are no evidence: they are the caller's own words, and a number in them
 * would otherwise prove itself.
 */
export function recordsResult(plan: Plan, result: Result, object: AskableObject): ToolResult {
  if (result.kind !== 'records') return EMPTY;
  const fields = result.fields.flatMap((name) => object.fields.find(({ apiName }) => apiName === name) ?? []);
  const rows = result.rows.map((row) => ({ id: row.id, name: String(row[object.nameField] ?? row.id), row }));
  const said = rows.map(({ row, name }) => saidRow(row, fields, name));
  const isOrdered = (plan.sort ?? []).length > 0;
  const total: NumberFact = { value: String(result.total), unit: COUNTED };
  return {
    data: {
      object: object.label,
      total: result.total,
      shown: rows.length,
      rows: said.map(({ data }) => data),
    },
    evidence: joined([
      ...said.map(({ evidence }) => evidence),
      ...(isOrdered ? rows.map(({ name }, at) => placeOf(at, name)) : []),
      { ...labelsOf([object.label, ...fields.map(({ label }) => label)]), numbers: [total] },
    ]),
    cited: rows.map(({ id, name }) => ({ objectApiName: object.apiName, id, label: name })),
    plans: [plan],
  };
}

/** Numbers as data, group by group. */
export function figuresResult(plan: Plan, result: Result, object: AskableObject): ToolResult {
  if (result.kind !== 'figures') return EMPTY;
  const { measures = [], group, sort = [] } = plan;
  const field = (apiName: string | undefined) => object.fields.find((one) => one.apiName === apiName);
  const by = field(group?.by);
  const labels = measures.map((measure) => measureLabel(measure, field(measure.field)));
  const rows = result.rows.map(({ label, values }) => {
    const of = by ? fold(label).trim() : undefined;
    const said = measures.map((measure, at) => figure(measure, values[at] ?? null, object, of));
    const date = by && isDate(by) ? dateValue(label, undefined).evidence : NO_EVIDENCE;
    return {
      label,
      data: {
        ...(by && { [by.label]: label }),
        ...Object.fromEntries(said.map((one, at) => [labels[at] ?? '', one?.text ?? null])),
      },
      evidence: joined([
        ...said.map((one) => one?.evidence ?? NO_EVIDENCE),
        date,
        ...(of === undefined ? [] : [{ ...NO_EVIDENCE, texts: [of], rows: [of] }]),
      ]),
    };
  });
  return {
    data: { object: object.label, ...(by && { groups: rows.length }), rows: rows.map(({ data }) => data) },
    evidence: joined([
      ...rows.map(({ evidence }) => evidence),
      ...(sort.length > 0 ? rows.map(({ label }, at) => placeOf(at, label)) : []),
      {
        ...labelsOf([object.label, ...(by ? [by.label] : []), ...labels]),
        numbers: by ? [{ value: String(rows.length), unit: '个' }] : [],
      },
    ]),
    cited: [],
    plans: [plan],
  };
}

function figure(
  measure: Measure,
  value: string | null,
  object: AskableObject,
  of: string | undefined,
): SaidValue | undefined {
  const field = object.fields.find(({ apiName }) => apiName === measure.field);
  if (value === null) return undefined;
  if (measure.fn === 'count' || !field) return numberValue(value, COUNTED, of);
  if (measure.fn === 'distinct') return numberValue(value, '个', of);
  if (isDate(field)) return dateValue(value.slice(0, 10), of);
  if (valueKind(field) !== 'money') return numberValue(value, valueType(field).share ? '%' : unitOf(field), of);
  const { evidence } = numberValue(value, 'CNY', of);
  return { text: `${formatMoney(value, 'CNY')}（${value} CNY）`, evidence };
}
