import { createHash } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Schema } from '#server/db/dump/schema.ts';
import { isEmptyDatabase, writeDatabase, type Written } from '#server/db/dump/write-database.ts';
import { refuseNewer } from '#server/db/migrations.ts';
import type { Vault } from '#server/db/vault.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { type InstallationFiles, storeOf } from './installation-files.ts';
import { isImport, isUpload } from '#server/platform/objects/object-names.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';
import { isFingerprint, refuseForged, rowsFile, SCHEMA_FILE } from './manifest.ts';
import { forgetChangeLogIdentity } from './queries.ts';

type Progress = (line: string) => void;

const numbersOf = (release: string): number[] => release.split('.').map(Number);

function isNewer(release: string, than: string): boolean {
  const [one, other] = [numbersOf(release), numbersOf(than)];
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}

/** @throws Failure where this release, or this key, cannot use what the archive holds */
export function refuseUnfit(reader: ArchiveReader, vault: Vault, release: string): void {
  const { manifest } = reader;
  if (!isFingerprint(vault, manifest))
    throw new Failure(
      'UNAVAILABLE',
      '密钥与备份不符：请设置写入这些数据时所用的 SECRET_KEY，或把当时的 secret.key 文件放到数据目录。',
    );
  refuseForged(vault, manifest);
  if (isNewer(manifest.release, release))
    throw new Failure('UNAVAILABLE', `备份由更新的版本 ${manifest.release} 写成，此版本是 ${release}，请先升级程序。`);
  refuseNewer(manifest.database.migrations);
}

/** @throws Failure where a database holds anything: restored rows would mix with it */
export async function refuseFilled(database: Pick<Database, 'pool'>): Promise<void> {
  if (await isEmptyDatabase(database)) return;
  throw new Failure('CONFLICT', '数据库不是空的，恢复不会覆盖已有的数据：请换用一个空的数据库。');
}

/** @throws Failure naming a file that is there already and is another one */
export async function refuseOtherFiles(reader: ArchiveReader, folders: InstallationFiles): Promise<void> {
  const store = storeOf(folders);
  for (const { name, sha256 } of filesOf(reader, folders)) {
    const found = await hashOf(store, name);
    if (found !== undefined && found !== sha256)
      throw new Failure('CONFLICT', `文件 ${name} 已存在且内容不同，恢复不会覆盖它：请换用空的目录或存储桶。`);
  }
}

async function hashOf(store: ObjectStore, name: string): Promise<string | undefined> {
  const content = await store.read(name);
  if (!content) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const filesOf = ({ manifest }: ArchiveReader, { uploads }: InstallationFiles) =>
  manifest.members.filter(({ name }) => isImport(name) || (uploads !== undefined && isUpload(name)));

/** Puts the files of an archive where they belong. What a process before this one has put there is left. */
export async function restoreFiles(
  reader: ArchiveReader,
  folders: InstallationFiles,
  progress: Progress,
): Promise<void> {
  const files = filesOf(reader, folders);
  const store = storeOf(folders);
  for (const { name } of files) {
    if (!(await store.head(name))) await store.put(name, reader.read(name));
  }
  progress(`已写入 ${files.length} 个文件`);
}

/** Makes the database of an archive in an empty one. `check` may refuse it before anyone can see it. */
export async function restoreDatabase(
  reader: ArchiveReader,
  database: Pick<Database, 'pool'>,
  progress: Progress,
  check: (db: Db, written: Written) => Promise<void>,
): Promise<void> {
  const schema = JSON.parse(await reader.text(SCHEMA_FILE)) as Schema;
  const { sequences } = reader.manifest.database;
  const steps = schema.before.length + schema.tables.length + schema.after.length;
  let done = 0;
  await writeDatabase(
    database,
    { schema, sequences, rows: ({ name }) => reader.read(rowsFile(name)) },
    (what) => progress(`数据库 ${(done += 1)}/${steps}：${what}`),
    async (db, written) => {
      progress('正在核对');
      await check(db, written);
      await forgetChangeLogIdentity(db);
    },
  );
}
