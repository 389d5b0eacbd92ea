import type { ImportMapping, StubField } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { ParsedText } from '#generators/field-types/field-type.ts';
import { fieldType, isDated, takesNames } from '#generators/field-types/registry.ts';
import { LIST_MARK } from '#server/features/imports/reading/raw-row.ts';
import { amountReader, numberReader } from './amount-text.ts';
import { textFault } from './cell-text.ts';
import type { Columns } from './columns.ts';
import { dateReader } from './date-format.ts';
import { TextWork, type Worked } from './text-work.ts';

/** What a text became: a value, nothing, and what of it could not be kept. */
export interface Reading {
  readonly value: FieldValue;
  readonly faults: readonly { readonly text: string; readonly reason: string }[];
}

/** Reads the text of one field in one row. */
export type ValueReader = (text: string, cells: readonly string[]) => Reading;

const NOTHING: Reading = { value: undefined, faults: [] };
/** Texts remembered for each field whose reading is a search through its options. */
const REMEMBERED = 20_000;

/** Makes the reader of a field; its mapping has passed `parseMapping`. */
export function valueReader(
  field: FieldDefinition,
  mapped: StubField,
  mapping: ImportMapping,
  columns: Columns,
  path: string,
): ValueReader {
  if (mapped.constant !== undefined) {
    const reading: Reading = { value: mapped.constant, faults: [] };
    return () => reading;
  }
  const work = new TextWork(mapped, mapping);
  const parse = parser(field, mapped, columns, path);
  if (fieldType(field).kind === 'texts') return listReader(field, work, parse);
  return (raw, cells) => {
    const text = raw.includes(LIST_MARK) ? raw.replaceAll(LIST_MARK, '、') : raw;
    const fault = textFault(text);
    if (fault !== undefined) return { value: undefined, faults: [{ text, reason: fault }] };
    return settle(text, work.work(text), (worked) => parse(worked, cells));
  };
}

function settle(text: string, worked: Worked, parse: (text: string) => ParsedText): Reading {
  if (worked.kind === 'blank') return NOTHING;
  if (worked.kind === 'value') return { value: worked.value, faults: [] };
  const parsed = worked.kind === 'fault' ? worked : parse(worked.text);
  return 'reason' in parsed
    ? { value: undefined, faults: [{ text, reason: parsed.reason }] }
    : { value: parsed.value, faults: [] };
}

/** Entries that are understood are kept even where others are not. */
function listReader(field: FieldDefinition, work: TextWork, parse: Parse): ValueReader {
  return (raw, cells) => {
    const fault = textFault(raw);
    if (fault !== undefined) return { value: undefined, faults: [{ text: raw, reason: fault }] };
    if (work.isBlank(raw)) return NOTHING;
    const kept = new Set<string>();
    const faults: { text: string; reason: string }[] = [];
    for (const part of work.parts(raw)) {
      const reading = settle(part, work.work(part), (text) =>
        takesNames(field) ? { value: [text] } : parse(text, cells),
      );
      faults.push(...reading.faults);
      const values = Array.isArray(reading.value) ? (reading.value as readonly string[]) : [reading.value];
      for (const value of values) if (typeof value === 'string') kept.add(value);
    }
    return { value: kept.size > 0 ? [...kept] : undefined, faults };
  };
}

type Parse = (text: string, cells: readonly string[]) => ParsedText;

function parser(field: FieldDefinition, mapped: StubField, columns: Columns, path: string): Parse {
  const type = fieldType(field);
  if (type.kind === 'money') {
    const { currencyColumn } = mapped.amount ?? {};
    const place = currencyColumn === undefined ? -1 : columns.index(currencyColumn, `${path}/amount/currencyColumn`);
    const read = amountReader(field, mapped.amount ?? {});
    return (text, cells) => read(text, cells[place] ?? '');
  }
  if (type.kind === 'integer' || type.kind === 'decimal') return numberReader(field, mapped.amount ?? {});
  if (isDated(field) && mapped.date) return dateReader(field, mapped.date);
  if (type.options) return remembering((text) => type.fromText(text, field));
  return (text) => type.fromText(text, field);
}

function remembering(parse: (text: string) => ParsedText): (text: string) => ParsedText {
  const known = new Map<string, ParsedText>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const parsed = parse(text);
    if (known.size < REMEMBERED) known.set(text, parsed);
    return parsed;
  };
}
