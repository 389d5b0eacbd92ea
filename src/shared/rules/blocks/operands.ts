import type { Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { isComputed, valueKind, valueType } from '#generators/field-types/registry.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import { liveFields } from '#generators/object.ts';

/** What kinds of values are compared alike. */
export type OperandKind = 'text' | 'choice' | 'number' | 'day' | 'flag' | 'link' | 'list' | 'whole';

/** Something that a condition may compare, or a value be taken from. */
export interface Operand {
  /** As CEL writes it. */
  readonly path: string;
  readonly label: string;
  readonly kind: OperandKind;
  /** How values that it is compared with are entered and shown. */
  readonly field: FieldDefinition;
  /** May it be asked whether there is a value? */
  readonly isField: boolean;
  /** The heading that it is found under. */
  readonly group: '字段' | '原值' | '其他';
}

const KINDS: Readonly<Record<ValueKind, OperandKind>> = {
  text: 'text',
  integer: 'number',
  decimal: 'number',
  money: 'whole',
  date: 'day',
  instant: 'day',
  boolean: 'flag',
  link: 'link',
  texts: 'list',
  links: 'list',
  file: 'whole',
};

/** How values of each kind are compared, in the order that a screen offers them. */
const OPERATORS: Readonly<Record<OperandKind, readonly Operator[]>> = {
  text: ['eq', 'ne', 'contains', 'notContains', 'startsWith', 'endsWith', 'in', 'notIn'],
  choice: ['eq', 'ne', 'in', 'notIn'],
  number: ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'],
  day: ['on', 'before', 'after', 'notBefore', 'notAfter', 'startsWith'],
  flag: ['eq'],
  link: ['eq', 'ne', 'in', 'notIn'],
  list: ['containsAny', 'containsAll', 'containsNone'],
  whole: [],
};

const PRESENCE = ['notEmpty', 'empty'] as const satisfies readonly Operator[];

/** The operators that an operand offers. */
export const operatorsOf = ({ kind, isField }: Operand): readonly Operator[] =>
  isField ? [...OPERATORS[kind], ...PRESENCE] : OPERATORS[kind];

const isNamed: ReadonlySet<OperandKind> = new Set(['choice', 'flag', 'link']);

/** The word for an operator, as it is said of values of the operand's kind. */
export function operatorWord(op: Operator, kind: OperandKind): string {
  if (op === 'empty') return '未填写';
  if (op === 'notEmpty') return '已填写';
  if (isNamed.has(kind) && op === 'eq') return '是';
  return isNamed.has(kind) && op === 'ne' ? '不是' : OPERATOR_FORMS[op].label;
}

const number = (apiName: string, label: string, config?: FieldDefinition['config']): FieldDefinition => ({
  apiName,
  label,
  type: 'decimal',
  decimalPlaces: 6,
  ...(config && { config }),
});

const integer = (apiName: string, label: string): FieldDefinition => ({ apiName, label, type: 'integer' });

/** The kind of a field's values where they are compared. */
function kindOf(field: FieldDefinition): OperandKind {
  const kind = KINDS[valueKind(field)];
  return kind === 'text' && valueType(field).options !== undefined ? 'choice' : kind;
}

/** A value that is worked out is compared as a value of its result. */
const entered = (field: FieldDefinition): FieldDefinition =>
  isComputed(field) ? { ...field, type: valueType(field).type } : field;

function partsOf(field: FieldDefinition, path: string): Omit<Operand, 'group'>[] {
  const { apiName, label } = field;
  const part = (tail: string, words: string, kind: OperandKind, of: FieldDefinition): Omit<Operand, 'group'> => ({
    path: tail.includes('(') ? tail : `${path}.${tail}`,
    label: words,
    kind,
    field: of,
    isField: false,
  });
  switch (valueKind(field)) {
    case 'money':
      return [
        part('equivalentMoney', `${label}（折合人民币）`, 'number', number(apiName, label, { unit: '元' })),
        part('num', `${label}（原币数值）`, 'number', number(apiName, label)),
        part('currency', `${label}的币种`, 'choice', {
          apiName,
          label,
          type: 'select',
          selectOptions: CURRENCIES.map((code) => ({ value: code, label: CURRENCY_NAMES[code] })),
        }),
        ...(field.config?.bandOptionSet === undefined
          ? []
          : [
              part('band', `${label}的量级`, 'choice', {
                apiName,
                label,
                type: 'select',
                config: { optionSet: field.config.bandOptionSet },
                ...(field.selectOptions && { selectOptions: field.selectOptions }),
              }),
            ]),
      ];
    case 'date':
    case 'instant':
      return [
        part(`year(${path})`, `${label}的年份`, 'number', integer(apiName, label)),
        part(`month(${path})`, `${label}的月份`, 'number', integer(apiName, label)),
      ];
    case 'texts':
    case 'links':
      return [part(`size(${path})`, `${label}的项数`, 'number', integer(apiName, label))];
    case 'text': {
      const { options } = valueType(field);
      if (options === undefined) return [part(`size(${path})`, `${label}的字数`, 'number', integer(apiName, label))];
      const text: FieldDefinition = { apiName, label, type: 'text' };
      return options === 'list'
        ? [part(`label(${path})`, `${label}的选项名称`, 'text', text)]
        : [part(`size(${path})`, `${label}的代码位数`, 'number', integer(apiName, label))];
    }
    default:
      return [];
  }
}

function ofField(field: FieldDefinition, root: 'self' | 'old'): Operand[] {
  const path = `${root}.${field.apiName}`;
  const group = root === 'self' ? '字段' : '原值';
  const whole = { path, label: field.label, kind: kindOf(field), field: entered(field), isField: true };
  // What is asked of an amount is nearly always how much it is.
  const all = valueKind(field) === 'money' ? [...partsOf(field, path), whole] : [whole, ...partsOf(field, path)];
  return all.map((operand) => ({
    ...operand,
    label: root === 'self' ? operand.label : `原${operand.label}`,
    group,
  }));
}

const ELSEWHERE: readonly Operand[] = [
  {
    path: 'today',
    label: '今天',
    kind: 'day',
    field: { apiName: 'today', label: '今天', type: 'date' },
    isField: false,
    group: '其他',
  },
  {
    path: 'user.id',
    label: '当前用户',
    kind: 'link',
    field: { apiName: 'user', label: '当前用户', type: 'text' },
    isField: false,
    group: '其他',
  },
  {
    path: 'user.roles',
    label: '当前用户的身份',
    kind: 'list',
    field: { apiName: 'roles', label: '当前用户的身份', type: 'textList' },
    isField: false,
    group: '其他',
  },
];

/** What a formula may be composed of: the record without the formula itself, and the day. */
export function formulaOperands(object: ObjectDefinition, apiName: string): ReadonlyMap<string, Operand> {
  const others = liveFields(object).filter((field) => field.apiName !== apiName);
  const all = [
    ...others.flatMap((field) => ofField(field, 'self')),
    ...ELSEWHERE.filter(({ path }) => path === 'today'),
  ];
  // A result that is kept would go on with the old name of an option.
  return new Map(all.filter(({ path }) => !path.startsWith('label(')).map((operand) => [operand.path, operand]));
}

/** Everything that the rules of an object may compare, by path; the fields first, then what they were before, then the rest. */
export function operandsOf(object: Pick<ObjectDefinition, 'fields'>): ReadonlyMap<string, Operand> {
  const known = OPERANDS.get(object.fields) ?? writeOperands(object);
  OPERANDS.set(object.fields, known);
  return known;
}

/** By the fields, which stay while a rule is typed. */
const OPERANDS = new WeakMap<ObjectDefinition['fields'], ReadonlyMap<string, Operand>>();

function writeOperands(object: Pick<ObjectDefinition, 'fields'>): ReadonlyMap<string, Operand> {
  const fields = liveFields(object);
  const all = [
    ...fields.flatMap((field) => ofField(field, 'self')),
    ...ELSEWHERE,
    ...fields.flatMap((field) => ofField(field, 'old')),
  ];
  return new Map(all.map((operand) => [operand.path, operand]));
}
