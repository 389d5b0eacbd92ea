import { PREPARED, SYSTEM_COLUMNS, storageColumns, tableOf } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';
import { isSystem } from '#generators/object.ts';
import { allObjects, tableColumns } from './queries.ts';
import { databaseType, viewProblems } from './system-check.ts';

/**
 * Where metadata and storage disagree, in words for the log: a column that metadata names and the table lacks, one of
 * another type, or one that no metadata knows. Empty when all is well, which transactions are there to guarantee.
 */
export async function storageDrift(db: Db): Promise<string[]> {
  const faults: string[] = [];
  for (const { definition: object } of await allObjects(db)) {
    if (isSystem(object)) {
      faults.push(...(await viewProblems(db, object)).map(({ message }) => `${object.apiName}: ${message}`));
      continue;
    }
    const actual = new Map((await tableColumns(db, tableOf(object))).map((column) => [column.name, column.type]));
    for (const { name, sqlType } of storageColumns(object)) {
      const type = actual.get(name);
      if (type === undefined) faults.push(`${object.apiName}.${name}: column is missing`);
      else if (type !== databaseType(sqlType)) faults.push(`${object.apiName}.${name}: ${type} instead of ${sqlType}`);
      actual.delete(name);
    }
    for (const column of SYSTEM_COLUMNS) actual.delete((column.split(' ')[0] ?? '').replaceAll('"', ''));
    // What a process that died prepared is of no use; the next one that changes types there removes it.
    for (const name of actual.keys()) if (name.endsWith(PREPARED)) actual.delete(name);
    for (const name of actual.keys()) faults.push(`${object.apiName}.${name}: no field has this column`);
  }
  return faults;
}
