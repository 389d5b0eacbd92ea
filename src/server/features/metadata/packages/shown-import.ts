import type { PackageImport } from '#schemas/api/packages.ts';
import { authorName } from '#server/core/catalog/versions/version-words.ts';
import type { ImportRow } from './queries.ts';

/** A package that was brought in, as staff see it. */
export const shownImport = (row: ImportRow): PackageImport => ({
  id: row.id,
  name: row.name,
  title: row.title,
  at: new Date(row.at).toISOString(),
  authorName: authorName(row),
  written: row.written.map(({ kind, name, label, before }) => ({ kind, name, label, isNew: before === null })),
  undoneAt: row.undone_at && new Date(row.undone_at).toISOString(),
  undoneByName: row.undone_by === null ? null : authorName({ author: row.undone_by, account: row.undone_account }),
});
