import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType, isList } from '#generators/field-types/registry.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { valueCheck } from '#shared/validation/value-check.ts';

/**
 * Reads values of a field as values of one of another type, by the texts that users see and the option or spelling that
 * they name; undefined where they are none. Both fields have their options filled in. Nothing is read in part: of a list
 * with an entry that cannot be read nothing is.
 */
export function recaster(from: FieldDefinition, to: FieldDefinition): (value: FieldValue) => FieldValue {
  const [old, next, check] = [fieldType(from), fieldType(to), valueCheck(to)];
  const known = new Set(to.selectOptions?.map(({ value }) => value));
  const read = (text: string): FieldValue => {
    const parsed = text.trim() === '' ? undefined : next.fromText(text, to);
    return parsed && 'value' in parsed ? parsed.value : undefined;
  };
  const textOf = (entry: unknown): string => {
    // The same option may be called otherwise in another set.
    if (old.options !== undefined && known.has(String(entry))) return String(entry);
    return old.toText((isList(from) ? [entry] : entry) as FieldValue, from);
  };
  const readWhole = (value: FieldValue): FieldValue => {
    if (next.options === undefined && !(isList(from) && isList(to))) return read(old.toText(value, from));
    const texts = (Array.isArray(value) ? value : [value]).map(textOf);
    if (!isList(to)) return texts.length === 1 ? read(texts[0] ?? '') : undefined;
    if (next.options === undefined) return texts;
    const entries = texts.map(read);
    return entries.includes(undefined) ? undefined : ([...new Set(entries.flat())] as FieldValue);
  };
  return (value) => {
    const whole = cleanValue(to, readWhole(value));
    // An option that is retired stays where it was chosen.
    return whole === undefined || check(whole, whole) !== undefined ? undefined : whole;
  };
}

/** What of the values of a field is lost when it is read as one of another type. */
export interface Loss {
  readonly field: string;
  /** Records that lose their value. */
  readonly records: number;
  /** Tells these values, each as often as it is lost, from others; what parts say of themselves is added up. */
  readonly mark: number;
}

/** Marks are counted modulo 2^31, as whole numbers of the wire are smaller. */
const LARGEST_MARK = 0x7fffffff;

export const noLoss = (field: string): Loss => ({ field, records: 0, mark: 0 });

/** A loss with one more value that some records lose. */
export function withLost({ field, records, mark }: Loss, text: string, lost: number): Loss {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return { field, records: records + lost, mark: (mark + Math.imul(hash, lost)) & LARGEST_MARK };
}

export const isSameLoss = (left: Loss, right: Loss): boolean =>
  left.field === right.field && left.records === right.records && left.mark === right.mark;
