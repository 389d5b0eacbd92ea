import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from './database.ts';

const FOLDER = new URL('./repeatable/', import.meta.url);
/**
 * Drops what no file has any more. During a rolling upgrade processes of the release before still call it, so this file is
 * applied by a start that comes RETIRED_AFTER after the start that saw its content first.
 */
const RETIRED = 'retired.sql';
const RETIRED_AFTER = '1 hour';

/** Functions and views as SQL text that may be applied any number of times. */
export interface RepeatableFile {
  readonly name: string;
  readonly text: string;
}

/** The files that ship, by name. */
export const repeatableFiles = (): RepeatableFile[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));

/** SHA-256 of a text, in hexadecimal digits. */
export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Applies the files whose content changed, in the order given; all of them after a migration, which may have dropped a
 * view to change a column. Part of the transaction of the migrations, so that only one process does it at a time.
 * @throws Error naming the file that the database refuses.
 */
export async function applyRepeatable(
  trx: Db,
  files: readonly RepeatableFile[],
  { isNew, hasMigrated }: { isNew: boolean; hasMigrated: boolean },
): Promise<void> {
  for (const { name, text } of files) {
    const isDue = await isFileDue(trx, name, checksumOf(text), isNew);
    if (!isDue && !(hasMigrated && name !== RETIRED)) continue;
    await sql
      .raw(text)
      .execute(trx)
      .catch((cause: unknown) => {
        throw new Error(`数据库脚本 ${name} 无法执行：${(cause as Error).message}`, { cause });
      });
    await sql`update repeatable_file set applied_at = now() where name = ${name}`.execute(trx);
  }
  const names = files.map(({ name }) => name);
  await sql`delete from repeatable_file where name <> all(${names}::text[])`.execute(trx);
}

async function isFileDue(trx: Db, name: string, checksum: string, isNew: boolean): Promise<boolean> {
  await sql`
    insert into repeatable_file as f (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum, seen_at = now(), applied_at = null
    where f.checksum <> excluded.checksum`.execute(trx);
  const { rows } = await sql`
    select from repeatable_file where name = ${name} and applied_at is null
      and (${name !== RETIRED || isNew} or seen_at <= now() - ${RETIRED_AFTER}::interval)`.execute(trx);
  return rows.length > 0;
}
