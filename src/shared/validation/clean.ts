import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { trimDecimal } from '#generators/field-types/parts.ts';
import { findField } from '#generators/object.ts';
import type { Problem } from '#shared/errors.ts';

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy without the keys named and without those whose value is blank. */
function without(value: Record<string, unknown>, ...dropped: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key, entry]) => !dropped.includes(key) && !isBlank(entry)));
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'longText', 'url', 'phone', 'email', 'textList']);

/** Text without the space around it and with one kind of line break: what the form and the import make of it anyway. */
function cleanText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

const PLAIN_DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Decimal text in its shortest form, as it is kept: `5.00` is `5` and `-0` is `0`. Anything else stays for the structure to refuse. */
function cleanDecimal(value: unknown): unknown {
  if (typeof value !== 'string' || !PLAIN_DECIMAL.test(value)) return value;
  const shortest = trimDecimal(value);
  return shortest === '-0' ? '0' : shortest;
}

/** An amount with nothing but a currency chosen is not known yet. The equivalent is ours to work out, never theirs to send. */
function cleanMoney(value: Record<string, unknown>): unknown {
  const money = without(value, 'equivalentMoney');
  const keys = Object.keys(money);
  if (keys.length === 0 || (keys.length === 1 && keys[0] === 'currency')) return undefined;
  return 'num' in money ? { ...money, num: cleanDecimal(money['num']) } : money;
}

/** A link keeps its id only; an empty choice is none. */
function cleanLink(value: unknown): unknown {
  if (!isPlain(value)) return value;
  const link = without(value, 'name');
  return Object.keys(link).length === 0 ? undefined : link;
}

function cleanList(field: FieldDefinition, list: readonly unknown[]): unknown {
  const entries = list
    .map((entry) =>
      field.type === 'multiReference' ? cleanLink(entry) : field.type === 'textList' ? cleanText(entry) : entry,
    )
    .filter((entry) => !isBlank(entry));
  if (entries.length === 0) return undefined;
  if (field.type !== 'multiReference') return entries;
  const ids = new Set<unknown>();
  return entries.filter((entry) => !isPlain(entry) || (!ids.has(entry['id']) && ids.add(entry['id'])));
}

/**
 * A value as it is checked and kept: undefined when nothing is known (blank text, null, [], an amount without number and
 * band). What is not of the field's shape comes back as it is, for the structure to refuse.
 */
export function cleanValue(field: FieldDefinition, value: unknown): FieldValue {
  return cleaned(field, value) as FieldValue;
}

function cleaned(field: FieldDefinition, value: unknown): unknown {
  if (isBlank(value)) return undefined;
  if (Array.isArray(value)) return cleanList(field, value);
  if (TEXTS.has(field.type) && typeof value === 'string') return cleanText(value);
  if (field.type === 'decimal' || field.type === 'percent') return cleanDecimal(value);
  if (!isPlain(value)) return value;
  if (field.type === 'currency') return cleanMoney(value);
  if (field.type === 'reference') return cleanLink(value);
  const kept = without(value);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/**
 * What somebody sent as record values. Keys that name no field of the object are refused by name, `__proto__` and other
 * inherited names included; what was sent for a formula is dropped, as the system works it out.
 */
export function cleanRecord(object: ObjectDefinition, input: unknown): { values: RecordValues; problems: Problem[] } {
  if (!isPlain(input)) return { values: {}, problems: [{ field: '', message: '记录的内容必须是一个对象' }] };
  const values: Record<string, FieldValue> = {};
  const problems: Problem[] = [];
  for (const [key, sent] of Object.entries(input)) {
    const field = findField(object, key);
    const value = field && cleanValue(field, sent);
    if (!field) problems.push({ field: key.slice(0, 100), message: `没有字段“${key.slice(0, 100)}”` });
    else if (field.type !== 'formula' && value !== undefined) values[key] = value;
  }
  return { values, problems };
}
