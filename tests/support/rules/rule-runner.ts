import { Decimal } from 'decimal.js';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { compileExpression } from '#shared/rules/compile.ts';
import { ruleFields } from '#shared/rules/fields.ts';
import { MAX_STEPS, type RuleContext } from '#shared/rules/frame.ts';
import { NoAnswer } from '#shared/rules/no-answer.ts';
import { RuleRefusal } from '#shared/rules/rule-refusal.ts';
import { context, options, sampleObject } from '#tests/support/metadata/sample-object.ts';

const named = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Options whose names are not their values. */
export const WAY_LABELS: Readonly<Record<string, string>> = { a_times: '一次性', monthly: '按月' };

/** One field of every type that rules see differently. */
export const FIELDS: readonly FieldDefinition[] = [
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'alias', type: 'text', label: '别名' },
  { apiName: 'way', type: 'select', label: '方式', selectOptions: named(WAY_LABELS) },
  { apiName: 'cycle', type: 'select', label: '周期', selectOptions: options('all', 'month') },
  { apiName: 'amount', type: 'currency', label: '金额' },
  { apiName: 'paid', type: 'currency', label: '已付', config: { rateDateField: 'start' } },
  { apiName: 'ratio', type: 'percent', label: '比例' },
  { apiName: 'price', type: 'decimal', label: '价格' },
  { apiName: 'staff', type: 'integer', label: '人数' },
  { apiName: 'listed', type: 'boolean', label: '上市' },
  { apiName: 'start', type: 'date', label: '开始', config: { partial: true } },
  { apiName: 'end', type: 'date', label: '结束', config: { partial: true } },
  { apiName: 'seen', type: 'dateTime', label: '时间' },
  { apiName: 'tags', type: 'textList', label: '标签' },
  { apiName: 'company', type: 'reference', label: '公司', targetApiName: 'InsightCompany' },
  { apiName: 'investors', type: 'multiReference', label: '投资方', targetApiName: 'InsightOrg' },
  { apiName: 'deck', type: 'file', label: '附件' },
];

const fields = ruleFields(sampleObject(FIELDS));

/** Which fields an expression over FIELDS reads. Throws RuleRefusal. */
export const readsOf = (expression: string): string[] => [...compileExpression(expression, fields).reads].toSorted();

/** An answer as tests write it: decimals as text, `absent`, or `fault: …`. */
export function answer(expression: string, values: RecordValues = {}, given: RuleContext = context): unknown {
  const { run } = compileExpression(expression, fields);
  const value = run({
    self: (name) => values[name],
    failed: () => undefined,
    values,
    context: given,
    variables: [],
    steps: MAX_STEPS,
  });
  if (value instanceof NoAnswer) return value.kind === 'absent' ? 'absent' : `fault: ${value.message}`;
  return Decimal.isDecimal(value) ? value.toFixed() : value;
}

/** Why an expression over FIELDS may not be used, with its place; undefined when it may. */
export function refusal(expression: string): string | undefined {
  try {
    compileExpression(expression, fields);
    return undefined;
  } catch (error) {
    if (error instanceof RuleRefusal) return error.placed;
    throw error;
  }
}
