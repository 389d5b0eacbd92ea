import type { FieldMapping } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
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
const MOST_KEY_COLUMNS = 4;
/** Texts of a column that are tried in each field. */
const TEXTS_LOOKED_AT = 40;

/**
 * Suggests a field for each column: the best pair first, every field and every column once. `giveWay` is waited for
 * between columns: there may be two thousand of them.
 */
export async function suggestFields(
  columns: readonly Column[],
  fields: readonly FieldDefinition[],
  giveWay: () => Promise<void>,
): Promise<Suggestion[]> {
  const pairs: { readonly column: Column; readonly field: FieldDefinition; readonly score: number }[] = [];
  for (const column of columns) {
    const texts = column.texts.slice(0, TEXTS_LOOKED_AT);
    for (const field of fields.filter((candidate) => !isSealed(candidate)))
      pairs.push({ column, field, score: columnScore(column.name, texts, field) });
    await giveWay();
  }
  const sorted = pairs.filter(({ score }) => score >= LEAST).sort((a, b) => b.score - a.score);
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
 * Columns whose texts together tell the rows apart: an identifier where there is one, else the first columns that go
 * into fields. `rows` are the cells of the first rows in the order of `columns`.
 */
export function suggestKey(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  suggestions: readonly Suggestion[],
): string[] {
  const full = (name: string) => columns.find((column) => column.name === name)?.texts.length === rows.length;
  const kinds = (names: readonly string[]) => {
    const places = names.map((name) => columns.findIndex((column) => column.name === name));
    return new Set(rows.map((cells) => JSON.stringify(places.map((place) => cells[place] ?? '')))).size;
  };
  const apart = (names: readonly string[]) => kinds(names) === rows.length;
  const identifier = columns.find(({ name }) => IDENTIFIER.test(name.trim()) && full(name) && apart([name]));
  if (identifier) return [identifier.name];
  const order = columns.map(({ name }) => name).filter((name) => suggestions.some(({ column }) => column === name));
  const candidates = order.length > 0 ? order : columns.map(({ name }) => name);
  const alone = candidates.find((name) => full(name) && apart([name]));
  if (alone !== undefined) return [alone];
  // One that names something else in several rows still says most: the company of a round.
  const naming = columns.find(({ name }) => IDENTIFIER.test(name.trim()) && full(name));
  const chosen: string[] = naming ? [naming.name] : [];
  while (chosen.length < MOST_KEY_COLUMNS && !apart(chosen)) {
    const rest = candidates.filter((name) => !chosen.includes(name));
    const [best] = rest.sort((a, b) => kinds([...chosen, b]) - kinds([...chosen, a]));
    if (best === undefined || kinds([...chosen, best]) === kinds(chosen)) break;
    chosen.push(best);
  }
  return chosen.length > 0 ? chosen : candidates.slice(0, 1);
}
