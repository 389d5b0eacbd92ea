import { Decimal } from 'decimal.js';
import jsonLogic from 'json-logic-js';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { compileExpression } from '#shared/rules/compile.ts';
import { ruleFields } from '#shared/rules/fields.ts';
import type { Frame } from '#shared/rules/frame.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import type { Row } from './row.ts';
import { context, options, sampleObject } from '#tests/support/metadata/sample-object.ts';

const FIELDS: readonly FieldDefinition[] = [
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'repaymentWay', type: 'select', label: '还款方式', selectOptions: options('a_times', 'monthly') },
  { apiName: 'repaymentCycle', type: 'select', label: '还款周期', selectOptions: options('all', 'month') },
  { apiName: 'paid', type: 'currency', label: '已付' },
  { apiName: 'contract', type: 'currency', label: '合同' },
  { apiName: 'share', type: 'percent', label: '比例' },
  { apiName: 'staff', type: 'integer', label: '人数' },
  { apiName: 'status', type: 'select', label: '状态', selectOptions: options('draft', 'open', 'closed') },
];

const CODES = ['CNY', 'USD', 'EUR', 'GBP', 'HKD', 'TWD', 'JPY', 'AUD', 'SGD', 'CAD'];
const money = (num: string, currency: string) => ({ num, currency });

const RECORDS: readonly RecordValues[] = [
  {
    name: '𠮷野家餐饮',
    repaymentWay: 'a_times',
    repaymentCycle: 'all',
    paid: money('120.50', 'CNY'),
    contract: money('300.00', 'CNY'),
    share: '12.5',
    staff: 40,
    status: 'open',
  },
  {
    name: '星',
    repaymentWay: 'monthly',
    repaymentCycle: 'month',
    paid: money('880.10', 'CAD'),
    contract: money('300.00', 'CAD'),
    share: '99.9',
    staff: 4000,
    status: 'draft',
  },
  {
    name: '远航数据服务有限公司',
    repaymentWay: 'a_times',
    repaymentCycle: 'month',
    paid: money('5.00', 'USD'),
    contract: money('5.01', 'CNY'),
    share: '0',
    staff: 3,
    status: 'closed',
  },
];

type Subject = Record<string, never> & {
  name: string;
  repaymentWay: string;
  repaymentCycle: string;
  share: number;
  staff: number;
  status: string;
  paid: { num: number; currency: string };
  contract: { num: number; currency: string };
};

interface Candidate {
  readonly id: string;
  readonly cel: string;
  readonly logic: jsonLogic.RulesLogic;
  readonly hand: (record: Subject) => boolean;
}

const v = (path: string) => ({ var: path });
const CANDIDATES: readonly Candidate[] = [
  {
    id: 'R1 还款周期',
    cel: "self.repaymentWay != 'a_times' || self.repaymentCycle == 'all'",
    logic: { or: [{ '!=': [v('repaymentWay'), 'a_times'] }, { '==': [v('repaymentCycle'), 'all'] }] },
    hand: (r) => r.repaymentWay !== 'a_times' || r.repaymentCycle === 'all',
  },
  {
    id: 'R2 两个金额',
    cel: 'self.paid.currency == self.contract.currency ? self.paid.num <= self.contract.num : self.share <= 100',
    logic: {
      if: [
        { '==': [v('paid.currency'), v('contract.currency')] },
        { '<=': [v('paid.num'), v('contract.num')] },
        { '<=': [v('share'), 100] },
      ],
    },
    hand: (r) => (r.paid.currency === r.contract.currency ? r.paid.num <= r.contract.num : r.share <= 100),
  },
  {
    id: 'R3 长度',
    cel: 'len(self.name) >= 2 && len(self.name) <= 50',
    // json-logic-js has no length; the operation added below counts code points as well.
    logic: {
      and: [{ '>=': [{ len: [v('name')] }, 2] }, { '<=': [{ len: [v('name')] }, 50] }],
    } as unknown as jsonLogic.RulesLogic,
    hand: (r) => [...r.name].length >= 2 && [...r.name].length <= 50,
  },
  {
    id: 'R4 币种',
    cel: `self.paid.currency in [${CODES.map((code) => `'${code}'`).join(', ')}]`,
    logic: { in: [v('paid.currency'), CODES] },
    hand: (r) => CODES.includes(r.paid.currency),
  },
  {
    id: 'R5 范围与状态',
    cel: "self.share >= 0 && self.share <= 100 && self.staff > 0 && (self.status == 'open' || self.status == 'draft')",
    logic: {
      and: [
        { '>=': [v('share'), 0] },
        { '<=': [v('share'), 100] },
        { '>': [v('staff'), 0] },
        { or: [{ '==': [v('status'), 'open'] }, { '==': [v('status'), 'draft'] }] },
      ],
    },
    hand: (r) => r.share >= 0 && r.share <= 100 && r.staff > 0 && (r.status === 'open' || r.status === 'draft'),
  },
];

const BATCH = 30_000;
const BATCHES = 9;

/** Median nanoseconds of one call over batches, after one batch to warm up. */
function nanoseconds(call: (turn: number) => unknown): number {
  const times: number[] = [];
  let kept: unknown;
  for (let batch = 0; batch <= BATCHES; batch += 1) {
    const start = performance.now();
    for (let turn = 0; turn < BATCH; turn += 1) kept = call(turn);
    if (batch > 0) times.push(((performance.now() - start) * 1e6) / BATCH);
  }
  if (kept === undefined) throw new Error('The measured call gave nothing');
  return times.sort((left, right) => left - right)[BATCHES >> 1] ?? 0;
}

/** What json-logic-js and the hand-written closures get: plain numbers, which is in their favour. */
const plain = (record: RecordValues): Subject =>
  JSON.parse(JSON.stringify(record), (key, value: unknown) =>
    key === 'num' || key === 'share' ? Number(value) : value,
  ) as Subject;

const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, each) => sum + Math.log(each), 0) / numbers.length);

function engines(): Row[] {
  jsonLogic.add_operation('len', (text: string) => [...text].length);
  const fields = ruleFields(sampleObject(FIELDS));
  const subjects = RECORDS.map(plain);
  const frames: Frame[] = RECORDS.map((values) => ({
    self: (name) => values[name],
    values,
    context,
    failed: () => undefined,
    variables: [],
    steps: 1000,
  }));
  const measured = CANDIDATES.map(({ id, cel, logic, hand }) => {
    const { run } = compileExpression(cel, fields);
    for (const [index, frame] of frames.entries()) {
      const answers = [run(frame), jsonLogic.apply(logic, subjects[index]), hand(subjects[index] as Subject)];
      if (new Set(answers).size !== 1) throw new Error(`${id} disagrees on record ${index}: ${answers.join(', ')}`);
    }
    return {
      id,
      ours: nanoseconds((turn) => run(frames[turn % 3] as Frame)),
      rival: nanoseconds((turn) => jsonLogic.apply(logic, subjects[turn % 3])),
      limit: nanoseconds((turn) => hand(subjects[turn % 3] as Subject)),
    };
  });
  const mean = (pick: (row: (typeof measured)[number]) => number) => geometricMean(measured.map(pick));
  const all = [
    ...measured,
    { id: 'geometric mean', ours: mean((r) => r.ours), rival: mean((r) => r.rival), limit: mean((r) => r.limit) },
  ];
  return all.map(({ id, ours, rival, limit }) => ({
    name: `rule ${id}`,
    ours: `${ours.toFixed(0)} ns`,
    rival: `${rival.toFixed(0)} ns (json-logic-js)`,
    limit: `${limit.toFixed(0)} ns (hand-written)`,
    ratio: `${(rival / ours).toFixed(1)} ×`,
    target: id === 'geometric mean' ? '≥ 3 ×' : '–',
    met: id !== 'geometric mean' || rival / ours >= 3,
  }));
}

const FORM_FIELDS = 500;
const FORM_RULES = 100;
const KEY_LIMIT_MS = 3;

function bigForm(): { fields: FieldDefinition[]; rules: Rule[] } {
  const fields = Array.from({ length: FORM_FIELDS }, (_, index): FieldDefinition => {
    const apiName = `field${index}`;
    if (index % 3 === 0) return { apiName, type: 'text', label: apiName, minLength: 2, maxLength: 50 };
    if (index % 3 === 1) return { apiName, type: 'decimal', label: apiName, config: { min: '0', max: '1000000' } };
    return { apiName, type: 'select', label: apiName, selectOptions: options('a', 'b', 'c') };
  });
  // Every rule reads field0, so that a key in it is the worst one there can be.
  const rules = Array.from({ length: FORM_RULES }, (_, index): Rule => {
    const target = `field${index + 3}`;
    const other = `self.field${((index + 40) * 3 + 1) % FORM_FIELDS}`;
    if (index % 4 === 0) return { id: `r${index}`, kind: 'visible', target, rule: `len(self.field0) > ${index % 7}` };
    if (index % 4 === 1)
      return {
        id: `r${index}`,
        kind: 'required',
        target,
        rule: `self.field0.startsWith('x') && ${other.replace(/.*/, 'has(self.field0)')}`,
      };
    if (index % 4 === 2)
      return { id: `r${index}`, kind: 'assert', target, rule: `len(self.field0) + ${index} < 200`, message: '太大' };
    return { id: `r${index}`, kind: 'readonly', target, rule: `self.field0 == 'locked' || self.field2 == 'c'` };
  });
  return { fields, rules };
}

/** One key: the value changes, then state and problem of that field and of every field whose rules read it. */
function oneKey(): Row {
  const { fields, rules } = bigForm();
  const check = compileObject(sampleObject(fields, rules));
  const values: Record<string, string> = {};
  for (const [index, field] of fields.entries())
    values[field.apiName] = index % 3 === 0 ? '名称与说明' : index % 3 === 1 ? '12.5' : 'a';
  const affected = [...check.rulesReading('field0')];
  if (affected.length !== FORM_RULES) throw new Error(`${affected.length} fields are affected, not ${FORM_RULES}`);
  const key = (turn: number): unknown => {
    values['field0'] = `x${turn % 1000}`;
    let last: unknown = check.fieldProblem('field0', values, context) ?? '';
    for (const apiName of affected) {
      last = check.fieldState(apiName, values, context);
      check.fieldProblem(apiName, values, context);
    }
    return last;
  };
  const times = (call: (turn: number) => unknown, turns: number): number => {
    for (let turn = 0; turn < turns; turn += 1) call(turn);
    const start = performance.now();
    for (let turn = 0; turn < turns; turn += 1) call(turn);
    return (performance.now() - start) / turns;
  };
  const ours = times(key, 300);
  const whole = times((turn) => {
    values['field0'] = `x${turn % 1000}`;
    return check.check(values, context);
  }, 100);
  return {
    name: `one key among ${FORM_FIELDS} fields, all ${FORM_RULES} rules read it`,
    ours: `${ours.toFixed(3)} ms`,
    rival: `${whole.toFixed(3)} ms (checking the whole record)`,
    ratio: `${(whole / ours).toFixed(1)} ×`,
    target: `≤ ${KEY_LIMIT_MS} ms`,
    met: ours <= KEY_LIMIT_MS,
  };
}

/** Measures everything; takes some seconds. Decimals are exact on our side and floats on the rivals'. */
export function run(): Promise<Row[]> {
  if (!new Decimal('0.1').plus('0.2').eq('0.3')) throw new Error('decimal.js is not exact');
  return Promise.resolve([...engines(), oneKey()]);
}

if (import.meta.main) console.table(await run());
