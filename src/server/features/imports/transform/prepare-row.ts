import type { FieldValue } from '#schemas/metadata/value.ts';
import type { RawRow } from '#server/features/imports/reading/raw-row.ts';
import { keyText, storedKey, textFault } from './cell-text.ts';
import type { FieldPlan, LinkPlan, RowPlan } from './row-plan.ts';

/** Something of a row that could not be kept. `field` and `column` are '' where it is the row as a whole. */
export interface Fault {
  readonly field: string;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** A row read, with its links still to be looked up. */
export interface PreparedRow {
  readonly raw: RawRow;
  readonly key: string;
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly wanted: readonly { readonly link: LinkPlan; readonly texts: readonly string[] }[];
  /** Values that were left out. */
  readonly faults: readonly Fault[];
}

/** What a row became: ready to be written, or refused as a whole. */
export type Prepared = { readonly row: PreparedRow } | { readonly refused: readonly Fault[] };

/** Reads one row. Never throws: what cannot be read is a fault. */
export function prepareRow(raw: RawRow, plan: RowPlan, shortRows: 'reject' | 'pad'): Prepared {
  const broken = rowFault(raw, plan, shortRows);
  if (broken) return { refused: [broken] };
  const key = naturalKey(raw, plan);
  if (typeof key !== 'string') return { refused: [key] };
  const values: Record<string, FieldValue> = {};
  const faults: Fault[] = [];
  let refused = false;
  const note = (field: FieldPlan, text: string, reason: string) => {
    faults.push({ field: field.apiName, column: field.source.name, value: text, reason });
    if (!field.soft) refused = true;
  };
  for (const field of plan.fields) {
    const spoilt = spoiltCell(raw, field);
    const reading = spoilt === undefined ? readField(raw.cells, field) : undefined;
    if (spoilt !== undefined) note(field, field.source.text(raw.cells), spoilt);
    for (const { text, reason } of reading?.faults ?? []) note(field, text, reason);
    if (reading?.value !== undefined) values[field.apiName] = reading.value;
    else if (field.clears && reading?.faults.length === 0) values[field.apiName] = null;
  }
  const wanted = plan.links.map((link) => {
    if (link.constant !== undefined) values[link.apiName] = link.constant;
    const { texts, faults: own } = link.texts(raw.cells);
    for (const { text, reason } of own) note(link, text, reason);
    const sound = texts.filter((text) => textFault(text) === undefined);
    for (const text of texts) if (!sound.includes(text)) note(link, text, textFault(text) ?? '');
    if (texts.length === 0 && link.clears) values[link.apiName] = null;
    return { link, texts: sound };
  });
  if (refused) return { refused: faults };
  return { row: { raw, key, values, wanted: wanted.filter(({ texts }) => texts.length > 0), faults } };
}

/** One field of a row, or of a record made because of it. */
export const readField = (cells: readonly string[], field: FieldPlan) => field.read(field.source.text(cells), cells);

function spoiltCell(raw: RawRow, field: FieldPlan): string | undefined {
  if (!raw.cellFaults) return undefined;
  const place = field.source.columns.find((column) => raw.cellFaults?.has(column));
  return place === undefined ? undefined : raw.cellFaults.get(place);
}

function rowFault(raw: RawRow, plan: RowPlan, shortRows: 'reject' | 'pad'): Fault | undefined {
  if (raw.fault) return { field: '', ...raw.fault };
  const width = plan.columns.length;
  const spare = raw.cells.slice(width).findIndex((cell) => cell.trim() !== '');
  const value = raw.cells.slice(0, 3).join(' ').slice(0, 100);
  if (spare !== -1) return { field: '', column: '', value, reason: `有 ${raw.cells.length} 列，表头只有 ${width} 列` };
  if (raw.cells.length < width && raw.line > 0 && shortRows === 'reject') {
    return { field: '', column: '', value, reason: `只有 ${raw.cells.length} 列，表头有 ${width} 列` };
  }
  const torn = raw.cells.findIndex((cell) => cell.includes('\uFFFD'));
  return torn === -1 || raw.line === 0
    ? undefined
    : { field: '', column: plan.columns[torn] ?? '', value: raw.cells[torn] ?? '', reason: '含有无法解码的字符' };
}

function naturalKey(raw: RawRow, plan: RowPlan): string | Fault {
  const parts = plan.key.map((place) => (raw.cells[place] ?? '').trim());
  const column = plan.key.map((place) => plan.columns[place] ?? '').join('+');
  const text = keyText(parts);
  const fault = parts.every((part) => part === '') ? '唯一标识为空' : textFault(text);
  if (fault !== undefined) return { field: '', column, value: text, reason: fault };
  return storedKey(text);
}
