import type { ColumnName, ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { DigestSet } from '#server/features/imports/run/digest-set.ts';
import type { Limits } from '#server/features/imports/reading/limits.ts';
import { isBlankRow, type RawRow, type RowReader } from '#server/features/imports/reading/raw-row.ts';
import { openCsv } from '#server/features/imports/reading/csv-reader.ts';
import { namedColumns, openJsonLines } from '#server/features/imports/reading/json-lines-reader.ts';
import { xlsxSource } from '#server/features/imports/reading/source-file.ts';
import { isGzip } from '#server/features/imports/reading/byte-source.ts';
import { keyText } from '#server/features/imports/transform/cell-text.ts';

/** What a natural key does to the rows of a file. */
export interface KeyTrial {
  readonly key: readonly string[];
  /** Rows looked at, and whether they are all. */
  readonly rows: number;
  readonly isWhole: boolean;
  /** Rows that would overwrite an earlier one: the same key, another content. */
  readonly collisions: number;
  /** Rows without anything in the key, which are rejected. */
  readonly blank: number;
  /** The first such rows: number and key. */
  readonly examples: readonly { readonly row: number; readonly key: string }[];
}

/** Rows that are looked at: each key takes some 64 bytes of each. */
const MOST_ROWS = 300_000;
const SHOWN = 5;
const LONGEST_KEY = 120;

interface Trial {
  readonly key: readonly string[];
  readonly places: readonly number[];
  readonly keys: DigestSet;
  collisions: number;
  blank: number;
  readonly examples: { readonly row: number; readonly key: string }[];
}

function look(trial: Trial, { row, cells }: RawRow): void {
  const parts = trial.places.map((place) => (cells[place] ?? '').trim());
  if (parts.every((part) => part === '')) trial.blank += 1;
  else if (!trial.keys.add(keyText(parts))) {
    trial.collisions += 1;
    if (trial.examples.length < SHOWN) trial.examples.push({ row, key: parts.join(' · ').slice(0, LONGEST_KEY) });
  }
}

/** Opens the rows without looking the file through first: a preview must not wait for a gigabyte. */
async function openRows(
  file: string,
  mapping: ImportMapping,
  columns: readonly string[],
  limits: Limits,
): Promise<{ readonly reader: RowReader; readonly dispose: () => Promise<void> }> {
  if (mapping.format === 'xlsx') {
    const source = await xlsxSource(file, await isGzip(file), mapping, limits);
    return { reader: await source.open(), dispose: source.dispose };
  }
  const encoding = mapping.encoding ?? 'utf-8';
  const reader = await (mapping.format === 'jsonl'
    ? openJsonLines(file, encoding, namedColumns(columns), limits)
    : openCsv(file, encoding, mapping, limits));
  return { reader, dispose: async () => undefined };
}

/** Tries keys on the rows of a file, reading it once. Keys whose columns are not there are left out. */
export async function tryKeys(
  file: string,
  mapping: ImportMapping,
  columns: readonly string[],
  candidates: readonly (readonly ColumnName[])[],
  limits: Limits,
  giveWay: () => Promise<void>,
): Promise<KeyTrial[]> {
  const trials = candidates.flatMap((names): Trial[] => {
    const places = names.map((name) => (typeof name === 'number' ? name - 1 : columns.indexOf(name)));
    const key = places.map((place) => columns[place] ?? '');
    const isThere = names.length > 0 && places.every((place) => place >= 0 && place < columns.length);
    return isThere ? [{ key, places, keys: new DigestSet(), collisions: 0, blank: 0, examples: [] }] : [];
  });
  if (trials.length === 0) return [];
  const { reader, dispose } = await openRows(file, mapping, columns, limits);
  const contents = new DigestSet();
  let rows = 0;
  let isWhole = true;
  try {
    for await (const batch of reader.batches()) {
      for (const read of batch) {
        if (isBlankRow(read) || read.fault !== undefined) continue;
        rows += 1;
        if (!contents.add(read.text ?? JSON.stringify(read.cells))) continue;
        for (const trial of trials) look(trial, read);
      }
      isWhole = rows < MOST_ROWS;
      if (!isWhole) break;
      await giveWay();
    }
  } finally {
    await reader.close();
    await dispose();
  }
  return trials.map(({ key, collisions, blank, examples }) => ({ key, rows, isWhole, collisions, blank, examples }));
}
