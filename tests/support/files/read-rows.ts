import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import type { RawRow } from '#server/features/imports/reading/raw-row.ts';
import { openSource } from '#server/features/imports/reading/source-file.ts';

/** A mapping that says nothing but what it must. */
const PLAIN_MAPPING: ImportMapping = {
  object: 'Sample',
  source: 'sample',
  key: [1],
  fields: [{ field: 'name', column: 1 }],
};

/** Reads a file of these bytes to its end, with the readers that an import uses. */
export async function readRows(
  name: string,
  bytes: Buffer | string,
  more: Partial<ImportMapping> = {},
  columns: readonly (string | number)[] = [],
): Promise<{ columns: readonly string[]; rows: RawRow[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-read-'));
  const mapping = { ...PLAIN_MAPPING, ...more };
  try {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    const source = await openSource(file, mapping, limitsOf(mapping.limits));
    try {
      const reader = await source.open(columns);
      try {
        const rows: RawRow[] = [];
        for await (const batch of reader.batches()) rows.push(...batch);
        return { columns: reader.columns, rows };
      } finally {
        await reader.close();
      }
    } finally {
      await source.dispose();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
