import { Decimal } from 'decimal.js';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { CurrencyValue, FieldValue, FileValue } from '#schemas/metadata/value.ts';
import { isDateText } from '#generators/field-types/date.ts';
import { DEFAULT_DECIMAL_PLACES } from '#generators/field-types/decimal.ts';
import { fieldType, isComputed, isNumbered, valueKind } from '#generators/field-types/registry.ts';
import { exactText } from '#shared/money/exact.ts';
import type { Program } from './compile.ts';
import { ruleTypeOf } from './fields.ts';
import { fault, type NoAnswer } from './no-answer.ts';
import { sameType, STRINGS, typeName, type ValueType } from './value-type.ts';

/** What is wrong with the type of a rule's answer, in Chinese; undefined when it is as its kind asks. */
export function resultRefusal(
  kind: Rule['kind'] | 'formula',
  target: FieldDefinition,
  program: Program,
): string | undefined {
  const { type } = program;
  if (kind === 'value' || kind === 'formula') return valueRefusal(kind, target, type);
  if (kind === 'options') {
    if (!fieldType(target).narrows) return `字段“${target.label}”没有选项，不能限定可选的值`;
    return sameType(type, STRINGS) ? unknownOption(target, program) : `结果必须是文本列表，不能是${typeName(type)}`;
  }
  return type.kind === 'bool' ? undefined : `结果必须是条件（是或否），不能是${typeName(type)}`;
}

/** A value written out in the rule that is no option of the target would leave the person nothing to choose. */
function unknownOption(target: FieldDefinition, { ast }: Program): string | undefined {
  const known = new Set(target.selectOptions?.map(({ value }) => value));
  if (ast.op !== 'list' || known.size === 0) return undefined;
  const unknown = ast.args.find((entry) => entry.op === 'value' && !known.has(String(entry.args)));
  return unknown && `字段“${target.label}”没有选项“${String(unknown.args)}”`;
}

function valueRefusal(kind: 'value' | 'formula', target: FieldDefinition, type: ValueType): string | undefined {
  if (kind === 'value' && isComputed(target)) return '公式字段的值由它自己的表达式给出';
  if (kind === 'value' && isNumbered(target)) return '自动编号的值由系统给出';
  const wanted = ruleTypeOf(target);
  const numbers = wanted.kind === 'decimal' && (type.kind === 'int' || type.kind === 'double');
  if (numbers || sameType(wanted, type)) return undefined;
  return `结果必须是${typeName(wanted)}，不能是${typeName(type)}`;
}

/** An answer as the wire value of its target; decimals are rounded half-even to the places of the field. */
export function toWire(target: FieldDefinition, answer: unknown): FieldValue | NoAnswer {
  switch (typeof answer) {
    case 'number':
      return valueKind(target) === 'integer' ? answer : String(answer);
    case 'boolean':
      return answer;
    case 'string':
      return textToWire(target, answer);
    default:
      return Decimal.isDecimal(answer) ? decimalToWire(target, answer) : compoundToWire(target, answer);
  }
}

function textToWire(target: FieldDefinition, answer: string): FieldValue | NoAnswer {
  if (valueKind(target) === 'link') return { id: answer };
  if (isComputed(target) && valueKind(target) === 'date' && !isDateText(answer)) {
    return fault(`“${answer.slice(0, 40)}”不是日期`);
  }
  return answer === '' ? undefined : answer;
}

function decimalToWire(target: FieldDefinition, answer: Decimal): FieldValue | NoAnswer {
  if (valueKind(target) !== 'integer') {
    return exactText(answer.toDecimalPlaces(target.decimalPlaces ?? DEFAULT_DECIMAL_PLACES, Decimal.ROUND_HALF_EVEN));
  }
  const whole = answer.toNumber();
  return Number.isSafeInteger(whole) && answer.isInteger() ? whole : fault(`${exactText(answer)} 不是整数`);
}

function compoundToWire(target: FieldDefinition, answer: unknown): FieldValue {
  if (Array.isArray(answer)) {
    if (answer.length === 0) return undefined;
    return valueKind(target) === 'links' ? (answer as string[]).map((id) => ({ id })) : (answer as string[]);
  }
  if (valueKind(target) !== 'money') return answer as FileValue;
  const { num, currency, band } = answer as CurrencyValue;
  return {
    ...(num !== undefined && { num }),
    ...(currency !== undefined && { currency }),
    ...(band !== undefined && { band }),
  };
}
