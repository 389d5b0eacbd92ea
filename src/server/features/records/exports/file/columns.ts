import { CURRENCIES, type Currency, type FieldDefinition } from '#schemas/metadata/field.ts';
import { listColumns } from '#generators/columns.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import type { OwnColumn } from '#server/core/lists/own-columns.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';

/**
 * What the texts of a column are, where a file can keep more than text. A number is plain decimal text; percents are in
 * points. A text of another shape, such as a band or a year, is kept as text.
 */
export type CellKind = 'text' | 'number' | 'year' | 'percent' | 'date' | 'dateTime';
/** A cell as a person reads it; null for nothing. */
export type Cell = string | null;

/** One column of an export; `width` in pixels. */
export interface ExportColumn {
  readonly heading: string;
  readonly kind: CellKind;
  readonly width: number;
}

/** Names of linked records by id, for each object linked to. */
export type LinkNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A field as columns of an export: how many texts the database gives for it, and how they become cells. */
export interface FieldCells {
  readonly field: FieldDefinition;
  readonly columns: readonly ExportColumn[];
  readonly parts: number;
  /** Ids of the records that a text links to. */
  readonly links?: (text: string) => readonly string[];
  readonly fill: (cells: Cell[], texts: readonly Cell[], at: number, names: LinkNames) => void;
}

const MAX_REMEMBERED = 10_000;
const NARROW = 110;

/** Answers from memory where the same text comes again, as options do. */
function remembered(show: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const shown = show(text);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(text, shown);
    return shown;
  };
}

const currencyName = (code: string): string =>
  CURRENCIES.some((known) => known === code) ? CURRENCY_NAMES[code as Currency] : code;

function oneCell(
  field: FieldDefinition,
  kind: CellKind,
  show: (text: string, names: LinkNames) => string = (text) => text,
): FieldCells {
  const [width = NARROW] = widths([field]);
  return {
    field,
    columns: [{ heading: field.label, kind, width }],
    parts: 1,
    fill: (cells, texts, at, names) => {
      const text = texts[at] ?? null;
      cells.push(text === null ? null : show(text, names));
    },
  };
}

const widths = (fields: readonly FieldDefinition[]): number[] =>
  listColumns({ fields, columns: [], nameField: '' }).map(({ width }) => width);

/** Options by label; a free text as it is. */
function choice(field: FieldDefinition): FieldCells {
  const { toText } = valueType(field);
  return field.selectOptions
    ? oneCell(
        field,
        'text',
        remembered((value) => toText(value, field)),
      )
    : oneCell(field, 'text');
}

function money(field: FieldDefinition): FieldCells {
  const [width = NARROW] = widths([field]);
  const bandLabel = (band: string) => field.selectOptions?.find(({ value }) => value === band)?.label ?? band;
  return {
    field,
    columns: [
      { heading: field.label, kind: 'number', width },
      { heading: `${field.label}（币种）`, kind: 'text', width: NARROW },
      { heading: `${field.label}（折合人民币元）`, kind: 'number', width },
    ],
    parts: 4,
    fill: (cells, texts, at) => {
      const [num, currency, equivalent, band] = [texts[at], texts[at + 1], texts[at + 2], texts[at + 3]];
      cells.push(
        num ?? (band ? bandLabel(band) : null),
        currency ? currencyName(currency) : null,
        num || band ? (equivalent ?? null) : null,
      );
    },
  };
}

/** A record that is gone leaves its number behind. */
const linkName = ({ targetApiName = '' }: FieldDefinition, id: string, names: LinkNames): string =>
  names.get(targetApiName)?.get(id) ?? id;

const splitIds = (text: string): string[] => (text === '' ? [] : text.split(','));

const CELLS: Readonly<Record<ValueKind, (field: FieldDefinition) => FieldCells>> = {
  text: choice,
  texts: (field) => {
    const { toText } = valueType(field);
    return oneCell(
      field,
      'text',
      remembered((json) => toText(JSON.parse(json) as string[], field)),
    );
  },
  integer: (field) => oneCell(field, field.config?.notation === 'plain' ? 'year' : 'number'),
  decimal: (field) => oneCell(field, valueType(field).share ? 'percent' : 'number'),
  boolean: (field) => oneCell(field, 'text', (text) => (text === 'true' ? '是' : '否')),
  money,
  date: (field) => oneCell(field, 'date'),
  instant: (field) => oneCell(field, 'dateTime'),
  link: (field) => ({
    ...oneCell(field, 'text', (id, names) => linkName(field, id, names)),
    links: (id) => [id],
  }),
  links: (field) => ({
    ...oneCell(field, 'text', (ids, names) =>
      splitIds(ids)
        .map((id) => linkName(field, id, names))
        .join('、'),
    ),
    links: splitIds,
  }),
  file: (field) => oneCell(field, 'text'),
};

/** A field as columns of an export. */
export const fieldCells = (field: FieldDefinition): FieldCells => CELLS[valueKind(field)](field);

/** A column of a list of its own, called so that no field is called alike. */
export const besideColumns = ({ listName, field }: OwnColumn): readonly ExportColumn[] =>
  fieldCells(field).columns.map((column) => ({ ...column, heading: `${listName}·${column.heading}` }));
