/**
 * Type of an expression. `int` is a count or a whole literal, a safe JavaScript integer at run time; `double` exists as
 * a literal only; `decimal` is every number of a record. The last two are exact Decimals at run time.
 */
export type ValueType =
  | { readonly kind: 'string' | 'int' | 'double' | 'decimal' | 'bool' | 'currency' | 'file' }
  | { readonly kind: 'list'; readonly of: ValueType | undefined };

export const STRING = { kind: 'string' } as const satisfies ValueType;
export const INT = { kind: 'int' } as const satisfies ValueType;
export const DOUBLE = { kind: 'double' } as const satisfies ValueType;
export const DECIMAL = { kind: 'decimal' } as const satisfies ValueType;
export const BOOL = { kind: 'bool' } as const satisfies ValueType;
export const CURRENCY = { kind: 'currency' } as const satisfies ValueType;
export const FILE = { kind: 'file' } as const satisfies ValueType;
export const STRINGS = { kind: 'list', of: STRING } as const satisfies ValueType;

const NAMES = {
  string: '文本',
  int: '整数',
  double: '小数常量',
  decimal: '数值',
  bool: '是否',
  currency: '金额',
  file: '文件',
} as const;

/** The type in Chinese, for messages. */
export function typeName(type: ValueType): string {
  if (type.kind !== 'list') return NAMES[type.kind];
  return type.of ? `${typeName(type.of)}列表` : '列表';
}

/** True for the same type; an empty list has the type of any list. */
export function sameType(left: ValueType, right: ValueType): boolean {
  if (left.kind === 'list' && right.kind === 'list') {
    return left.of === undefined || right.of === undefined || sameType(left.of, right.of);
  }
  return left.kind === right.kind;
}

/** True for the three types of numbers. */
export const isNumber = (type: ValueType): boolean =>
  type.kind === 'decimal' || type.kind === 'int' || type.kind === 'double';
