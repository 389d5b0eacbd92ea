import type { FieldMapping } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { fieldType, isImportable, isLinking } from '#generators/field-types/registry.ts';
import { type Column, fieldReading } from './field-reading.ts';
import { columnScore } from './score.ts';

/** A field suggested for a column, and how sure the suggestion is (0 to 1). */
export interface Suggestion {
  readonly column: string;
  readonly mapping: FieldMapping;
  readonly score: number;
}

/** Below this a guess is worse than none. */
const LEAST = 0.5;
const IDENTIFIER = /(^|[_\s.])(id|code|key|permalink|uuid|no)$|编号|代码|注册号|id$/i;
/**
 * At most this many columns are combined into a key by the rows that they distinguish; after that all are tried at
 * once.
 */
const MOST_KEY_COLUMNS = 4;
const MOST_ALONE = 3;
/** Columns that a mapping lets a key have. */
const MOST_COLUMNS_OF_A_KEY = 20;
/** Texts of a column that are tried in each field. */
const TEXTS_LOOKED_AT = 40;

/** A column that would name the records this well does, before it goes into any field beside the name. */
const SURELY_NAMES = 0.85;

/**
 * Suggests a field for each column: the name of the records first, as no record is kept without it, then the best pair
 * first, every field and every column once. `giveWay` is waited for between columns: there may be two thousand of them.
 */
export async function suggestFields(
  columns: readonly Column[],
  fields: readonly FieldDefinition[],
  nameField: string,
  giveWay: () => Promise<void>,
): Promise<Suggestion[]> {
  const pairs: { readonly column: Column; readonly field: FieldDefinition; readonly score: number }[] = [];
  for (const column of columns) {
    const texts = column.texts.slice(0, TEXTS_LOOKED_AT);
    for (const field of fields.filter((candidate) => !isSealed(candidate)))
      pairs.push({ column, field, score: columnScore(column.name, texts, field) });
    await giveWay();
  }
  const names = ({ field, score }: (typeof pairs)[number]) => field.apiName === nameField && score >= SURELY_NAMES;
  const sorted = pairs
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => Number(names(b)) - Number(names(a)) || b.score - a.score);
  const usedColumns = new Set<string>();
  const usedFields = new Set<string>();
  const found: Suggestion[] = [];
  for (const { column, field, score } of sorted) {
    if (usedColumns.has(column.name) || usedFields.has(field.apiName)) continue;
    usedColumns.add(column.name);
    usedFields.add(field.apiName);
    const mapping: FieldMapping = {
      field: field.apiName,
      column: column.name,
      ...fieldReading(field, column, columns, fields),
    };
    if (mapping.reference?.otherwise !== undefined) usedFields.add(mapping.reference.otherwise);
    found.push({ column: column.name, mapping, score: Math.round(score * 100) / 100 });
  }
  return found;
}

/**
 * Whether values of the field identify records. Those do not that many records share, or that change from one file to
 * the next: numbers, dates, choices, long texts and lists of texts.
 */
function tellsApart(field: FieldDefinition): boolean {
  const { kind, freeText, options } = fieldType(field);
  const isShort = kind === 'text' && freeText !== 'long' && options === undefined;
  return isShort || isLinking(field) || !isImportable(field);
}

const isLong = (field: FieldDefinition | undefined): boolean =>
  field !== undefined && fieldType(field).freeText === 'long';

/**
 * Keys to be tried on the whole file, the best first: identifiers, columns that name a record by themselves, then sets
 * of columns that distinguish more and more rows, at last all there are. `rows` are the cells of the first rows in the
 * order of `columns`.
 */
export function keyCandidates(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  suggestions: readonly Suggestion[],
  fields: readonly FieldDefinition[],
): string[][] {
  const full = (name: string) => columns.find((column) => column.name === name)?.texts.length === rows.length;
  const kinds = (names: readonly string[]) => {
    const places = names.map((name) => columns.findIndex((column) => column.name === name));
    return new Set(rows.map((cells) => JSON.stringify(places.map((place) => cells[place] ?? '')))).size;
  };
  const fieldOf = new Map(
    suggestions.map(({ column, mapping }) => [column, fields.find(({ apiName }) => apiName === mapping.field)]),
  );
  const distinct = new Set(rows.map((cells) => JSON.stringify(cells))).size;
  const isNamed = (name: string) => IDENTIFIER.test(name.trim());
  const mapped = columns.map(({ name }) => name).filter((name) => fieldOf.has(name));
  const usable = mapped.length > 0 ? mapped : columns.map(({ name }) => name);
  const identifiers = columns.map(({ name }) => name).filter((name) => isNamed(name) && full(name));
  const isDistinctive = (name: string) => {
    const field = fieldOf.get(name);
    return field === undefined || tellsApart(field);
  };
  const distinctive = usable.filter((name) => full(name) && isDistinctive(name));
  const alone = [...identifiers, ...distinctive].filter((name) => kinds([name]) === distinct);
  // Of several together one that names something says most: the company of a round.
  const chosen = [identifiers[0] ?? distinctive[0] ?? usable[0] ?? ''].filter(Boolean);
  const together: string[][] = [];
  while (chosen.length < MOST_KEY_COLUMNS) {
    const rest = usable.filter((name) => !chosen.includes(name) && !isLong(fieldOf.get(name)));
    const [best] = rest.sort((a, b) => kinds([...chosen, b]) - kinds([...chosen, a]));
    if (best === undefined) break;
    chosen.push(best);
    if (kinds(chosen) === distinct) together.push([...chosen]);
  }
  // The difference may be in a column that goes into no field.
  const all = columns.map(({ name }) => name).slice(0, MOST_COLUMNS_OF_A_KEY);
  const candidates = [
    ...alone.map((name) => [name]).slice(0, MOST_ALONE),
    ...together,
    ...(all.length > 0 ? [all] : []),
  ];
  const texts = candidates.map((names) => JSON.stringify(names));
  return candidates.filter((_names, at) => texts.indexOf(texts[at] ?? '') === at);
}
