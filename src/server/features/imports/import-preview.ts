import { setImmediate as turn } from 'node:timers/promises';
import type { ImportPreview, ImportPreviewQuery } from '#schemas/api/imports.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { broughtField } from '#generators/field-types/results.ts';
import { Failure } from '#shared/errors.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { readHead } from '#server/features/imports/preview/read-head.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import type { Column } from '#server/features/imports/suggest/field-reading.ts';
import { type KeyTrial, tryKeys } from '#server/features/imports/suggest/key-trial.ts';
import { keyCandidates, suggestFields } from '#server/features/imports/suggest/suggest-mapping.ts';

const SHOWN_ROWS = 20;
const LONGEST_CELL = 160;

/** Reads the beginning of a file and suggests a mapping. @throws Failure where it cannot be read that way. */
export async function previewFile(
  file: string,
  job: { readonly format: 'csv' | 'jsonl' | 'xlsx'; readonly fileName: string },
  asked: ImportPreviewQuery,
  object: CatalogObject,
  sources: readonly string[],
  today: string,
): Promise<ImportPreview> {
  const { key: _key, ...reading } = asked;
  const head = await readHead(file, job.format, reading, limitsOf(undefined));
  const header = job.format === 'jsonl' ? 0 : (head.reading.header ?? 1);
  const rows = head.rows
    .filter(({ row, cells }) => row > header && cells.some((cell) => cell.trim()))
    .map(({ cells }) => cells);
  const columns = head.columns.map((name, place): Column => ({
    name,
    texts: rows.map((cells) => cells[place] ?? '').filter((text) => text.trim()),
  }));
  const fields = object.fields.map(broughtField);
  const suggestions = await suggestFields(columns, fields, object.definition.nameField, () => turn());
  const mapping: ImportMapping = {
    object: object.apiName,
    source: sourceName(job.fileName, today),
    format: job.format,
    ...head.reading,
    key: [],
    fields: suggestions.map((suggestion) => suggestion.mapping),
  };
  const wanted = asked.key ? [asked.key] : keyCandidates(columns, rows, suggestions, fields);
  // Damage further down in a file is reported when it is checked; its beginning can be mapped all the same.
  const trials = await tryKeys(file, mapping, head.columns, wanted, limitsOf(undefined), () => turn()).catch(
    (error: unknown) => {
      if (error instanceof Failure) return [];
      throw error;
    },
  );
  // A key that would let rows overwrite each other is none to suggest.
  const found = asked.key ? trials[0] : trials.find(({ collisions, blank }) => collisions === 0 && blank === 0);
  const suggested = { ...mapping, key: found ? [...found.key] : [] };
  return {
    reading: head.reading,
    sheets: [...head.sheets],
    columns: [...head.columns],
    rows: head.rows
      .slice(0, SHOWN_ROWS)
      .map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell.slice(0, LONGEST_CELL)) })),
    mapping: suggested,
    keyTrial: shownTrial(found ?? trials[0]),
    scores: Object.fromEntries(suggestions.map(({ column, score }) => [column, score])),
    sources: [...sources],
  };
}

const shownTrial = (trial: KeyTrial | undefined): ImportPreview['keyTrial'] =>
  trial ? { ...trial, key: [...trial.key], examples: [...trial.examples] } : null;

/** A name for where the data is from, out of the file's: `Suppliers 2026.csv` → `suppliers-2026`. */
function sourceName(fileName: string, today: string): string {
  const plain = fileName
    .replace(/(\.(csv|tsv|txt|tab|jsonl|ndjson|json|xlsx|gz))+$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, 60);
  return plain === '' ? `upload-${today}` : plain;
}
