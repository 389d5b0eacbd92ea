import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { FieldApiName } from './names.ts';

/** What a rule's answer does to its target field. */
const RULE_KINDS = ['assert', 'visible', 'required', 'readonly', 'value', 'options'] as const;
const RuleKind = Type.Unsafe<RuleKind>(Type.Union(RULE_KINDS.map((kind) => Type.Literal(kind))));
type RuleKind = (typeof RULE_KINDS)[number];

const KIND_LABELS: Readonly<Record<RuleKind, string>> = {
  assert: '检查：不成立时提示',
  visible: '显示：成立时显示目标',
  required: '必填：成立时目标必填',
  readonly: '只读：成立时目标不可改',
  value: '取值：结果写入目标',
  options: '限定选项：结果为可选的值',
};

/** A case that a rule must answer as expected; kept beside the rule and run at every save of the object. */
export const RuleTest = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 60, ...says('名称') })),
    /** The record: wire values by field. */
    values: Type.Record(FieldApiName, Type.Unknown(), says('记录的值')),
    /** The record as last saved; absent for a new one. */
    old: Type.Optional(Type.Record(FieldApiName, Type.Unknown(), says('原值'))),
    /** The day, YYYY-MM-DD. */
    today: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...says('今天') })),
    roles: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20, ...says('用户的角色') })),
    /** The answer: true or false, a list of options, a wire value; null where the rule does not apply. */
    expected: Type.Unknown(says('应得的结果')),
  },
  { additionalProperties: false, ...says('用例') },
);
export type RuleTest = Static<typeof RuleTest>;

/**
 * One rule. `rule` and `when` are CEL over the roots `self` (the record), `old` (as last saved), `user` and `today`.
 * - assert: true is good; false puts `message` at the target.
 * - visible, required, readonly: the answer is the state of the target. A hidden field never blocks a save.
 * - value: the answer is written to the target (a formula constraint).
 * - options: the answer is the list of values allowed; the select narrows and any other value is refused with `message`.
 * A rule whose inputs are absent does not apply. A rule that faults is an error with its id, never a silent pass.
 */
export const Rule = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z][A-Za-z0-9-]{0,59}$',
      ...says('规则编号', { description: '小写字母开头，只含字母、数字和连字符' }),
    }),
    kind: titled(RuleKind, '作用', { 'x-labels': KIND_LABELS }),
    target: titled(FieldApiName, '目标字段', { 'x-control': 'fieldName' }),
    when: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        ...says('前提条件', { description: '成立时规则才适用；不填则总是适用', 'x-control': 'cel' }),
      }),
    ),
    rule: Type.String({
      minLength: 1,
      maxLength: 2000,
      ...says('表达式', { description: 'CEL，可用 self、old、user、today', 'x-control': 'cel' }),
    }),
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        ...says('不通过时的提示', {
          description: '可写 {字段名称}，显示时换成该字段的值',
          'x-only': { property: 'kind', values: ['assert', 'options', 'required'] },
        }),
      }),
    ),
    on: Type.Optional(
      Type.Array(
        Type.Union(
          [Type.Literal('change'), Type.Literal('submit')],
          says('时机', { 'x-labels': { change: '填写时', submit: '提交时' } }),
        ),
        { minItems: 1, uniqueItems: true, ...says('检查时机', { description: '不选时，填写和提交都检查' }) },
      ),
    ),
    tests: Type.Optional(Type.Array(RuleTest, { maxItems: 30, ...says('用例', { 'x-control': 'given' }) })),
  },
  { additionalProperties: false, ...says('规则', { 'x-kind': 'rule' }) },
);
export type Rule = Static<typeof Rule>;
