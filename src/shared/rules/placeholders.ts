import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import { optionLabel } from '#generators/field-types/select.ts';
import { findField, liveFields } from '#generators/object.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { readersOf } from '#generators/readers.ts';
import { formatMoney } from '#shared/money/format.ts';

/** A message of a rule, in whose text values of the record are shown. */
export interface Message {
  /** The fields whose values it shows. */
  readonly mentions: readonly string[];
  /** The message, each value as `valueOf` gives it. */
  readonly say: (valueOf: (apiName: string) => FieldValue) => string;
}

const PLACEHOLDER = /\{([^\s{}]{1,60})\}/g;

/** Said instead of a value that is not there, and of one that some readers may not see. */
const BLANK = '（未填写）';
const CLOSED = '…';

/** Kinds whose names the browser may not know. */
const NAMED: ReadonlySet<ValueKind> = new Set(['link', 'links', 'file']);

/** May the value be put into a message? Browser and server must both know how it is shown. */
const isShowable = (field: FieldDefinition): boolean =>
  !NAMED.has(valueKind(field)) && valueType(field).options !== 'tree';

/** May not everyone who reads the record read the value? */
const isClosed = (field: FieldDefinition): boolean =>
  readersOf(field) !== undefined || isSealed(field) || field.config?.private === true;

/** The field that a placeholder names, by its label or its identifier. */
const named = (object: Pick<ObjectDefinition, 'fields'>, name: string): FieldDefinition | undefined =>
  liveFields(object).find(({ label }) => label === name) ?? findField(object, name);

/** The message of a rule made ready; what is in braces and names no field stays as it is. */
export function compileMessage(text: string, object: ObjectDefinition): Message {
  const parts = text.split(PLACEHOLDER).map((part, index) => {
    if (index % 2 === 0) return part;
    return named(object, part) ?? `{${part}}`;
  });
  const fields = parts.filter((part) => typeof part !== 'string');
  if (fields.length === 0) return { mentions: [], say: () => text };
  return {
    mentions: fields.map(({ apiName }) => apiName),
    say: (valueOf) =>
      parts.map((part) => (typeof part === 'string' ? part : shown(part, valueOf(part.apiName)))).join(''),
  };
}

/** What is wrong with the placeholders of a message, in Chinese, for the person who saves it. */
export function placeholderProblems(text: string, object: Pick<ObjectDefinition, 'fields'>): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name).flatMap((name) => {
    const field = named(object, name);
    if (!field) return [`提示中的“{${name}}”不是字段的名称或标识`];
    if (!isShowable(field)) return [`提示中不能显示“${field.label}”的值：关联、文件与树形选项的名称不在表单里`];
    return isClosed(field) ? [`提示中不能显示“${field.label}”的值：它只对部分人可见`] : [];
  });
}

/** A value as a message shows it. */
function shown(field: FieldDefinition, value: FieldValue): string {
  if (isClosed(field) || !isShowable(field)) return CLOSED;
  const text = written(field, value);
  return text === '' ? BLANK : text;
}

function written(field: FieldDefinition, value: FieldValue): string {
  if (value === undefined || value === null) return '';
  switch (valueKind(field)) {
    case 'money': {
      const { num, currency, band } = value as CurrencyValue;
      const code = CURRENCIES.find((known) => known === currency);
      if (num !== undefined && num !== '') return formatMoney(num, code);
      return band === undefined ? '' : optionLabel(band, field);
    }
    case 'boolean':
      return value === true ? '是' : value === false ? '否' : '';
    case 'integer':
    case 'decimal': {
      const text = String(value);
      if (text === '') return '';
      const { notation, unit } = field.config ?? {};
      if (valueType(field).share) return `${text}%`;
      return `${notation === 'amount' ? formatMoney(text) : text}${unit === undefined ? '' : ` ${unit}`}`;
    }
    case 'texts':
      return [value]
        .flat()
        .map((entry) => optionLabel(String(entry), field))
        .join('、');
    default:
      return optionLabel(String(value), field);
  }
}
