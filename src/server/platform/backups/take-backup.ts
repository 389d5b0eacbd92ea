import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '#shared/errors.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { inSnapshot, type Snapshot } from '#server/db/dump/read-database.ts';
import { ranMigrations } from '#server/db/migrations.ts';
import type { Vault } from '#server/db/vault.ts';
import { chainEnd } from '#server/platform/audit/queries.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import { openedBytes } from '#server/platform/files/sealed-bytes.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { type InstallationFiles, installationFiles, storeOf } from './installation-files.ts';
import { sealedUploadId, uploadName } from '#server/platform/objects/object-names.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';
import { sealKey } from './key-copy.ts';
import {
  contentHashes,
  formatOfManifest,
  KEY_FILE,
  keyFingerprint,
  MANIFEST,
  type ManifestContent,
  type Member,
  rowsFile,
  SCHEMA_FILE,
  signManifest,
} from './manifest.ts';
import { databaseBytes, serverVersion, usedFiles } from './queries.ts';

export interface BackupOptions {
  readonly file: string;
  readonly folders: InstallationFiles;
  readonly release: string;
  /** Takes the key along, under this passphrase. */
  readonly passphrase?: string | undefined;
  readonly now: Date;
  /** Hears what is being done, for someone who waits. */
  readonly progress: (line: string) => void;
}

const HOSTED = '上传的文件（保存在云存储中）';
const PART = '.part';

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Makes sure of the name in its folder as well, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/**
 * Writes everything that an installation keeps into one file: its uploads and imports, its database as it is at one moment,
 * then what came of the first while the second was read. A file that a record uses is never swept, and one that none uses
 * yet lives for a day, so that every file of the database is in one of the two passes and no writer waits.
 * @throws Failure where the file is there already, or cannot be written
 */
export async function takeBackup(database: Database, options: BackupOptions): Promise<ManifestContent> {
  const { file } = options;
  if (existsSync(file)) throw new Failure('CONFLICT', `“${file}”已存在，不会被覆盖。`);
  const part = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(4).toString('hex')}${PART}`);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const content = await writeTo(part, database, options);
    await rename(part, file);
    await syncFolder(path.dirname(file));
    return content;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Failure('UNAVAILABLE', `无法写入“${file}”：${fileTrouble(error)}`);
  }
}

const COPY = '.jingtu-verify-copy-';

/**
 * Reads a database at one moment. The embedded one of a server is copied first, which takes moments, and read from the copy:
 * it has one session, and all users would wait.
 */
async function atOneMoment<T>(database: Database, part: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  if (!database.copyTo) return inSnapshot(database, work);
  const folder = await mkdtemp(path.join(path.dirname(part), COPY));
  try {
    await database.copyTo(folder);
    const copy = await openDatabase({ dataDir: folder, vault: database.vault });
    try {
      return await inSnapshot(copy, work);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeTo(part: string, database: Database, options: BackupOptions): Promise<ManifestContent> {
  const { folders, release, passphrase, now, progress } = options;
  const archive = new ArchiveWriter(part, now);
  const kept = new Set<string>();
  const { vault } = database;
  await addFiles(archive, { folders, vault }, kept, progress);
  const { found, used } = await atOneMoment(database, part, async (snapshot) => {
    const described = await addDatabase(archive, database, snapshot, progress);
    await addFiles(archive, { folders, vault }, kept, progress);
    return { found: described, used: folders.uploads === undefined ? [] : await usedFiles(snapshot.db) };
  });
  if (passphrase !== undefined) await archive.add(KEY_FILE, once(sealKey(database.vault, passphrase)), true);
  const content: ManifestContent = {
    format: formatOfManifest,
    release,
    madeAt: now.toISOString(),
    database: found,
    keyFingerprint: keyFingerprint(database.vault),
    hasKey: passphrase !== undefined,
    notIncluded: folders.uploads === undefined ? [HOSTED] : [],
    ...faultyFiles(used, archive.members),
    members: archive.members,
  };
  await archive.end(MANIFEST, signManifest(database.vault, content));
  return content;
}

/** What was wrong with files before: it is named, and must not keep the rest from being restored. */
function faultyFiles(used: Awaited<ReturnType<typeof usedFiles>>, members: readonly Member[]) {
  const hashes = contentHashes(members);
  const named = used.map(({ bucket, id, sha256 }) => ({ name: uploadName(bucket, id), sha256 }));
  const missing = named.filter(({ name }) => !hashes.has(name));
  const changed = named.filter(
    ({ name, sha256 }) => sha256 !== null && hashes.has(name) && hashes.get(name) !== sha256,
  );
  return { missingFiles: missing.map(({ name }) => name), changedFiles: changed.map(({ name }) => name) };
}

async function addFiles(
  archive: ArchiveWriter,
  { folders, vault }: { readonly folders: InstallationFiles; readonly vault: Vault },
  kept: Set<string>,
  progress: BackupOptions['progress'],
): Promise<void> {
  const before = kept.size;
  const store = storeOf(folders);
  for await (const name of installationFiles(folders)) {
    const bytes = kept.has(name) ? undefined : await store.read(name);
    if (!bytes) continue;
    const content = await hashOfContent(store, name, vault);
    // Pictures and documents are compressed already, tables that were uploaded are not.
    await archive.add(name, bytes, name.startsWith('imports/'), content);
    kept.add(name);
  }
  progress(`已写入 ${kept.size - before} 个文件`);
}

/**
 * The hash of what a sealed file holds, which is what the database knows of it; undefined where that is not sealed, or cannot be
 * opened, which then is another file than it was.
 */
async function hashOfContent(store: ObjectStore, name: string, vault: Vault): Promise<string | undefined> {
  const id = sealedUploadId(name);
  const bytes = id === undefined ? undefined : await store.read(name);
  if (id === undefined || !bytes) return undefined;
  const hash = createHash('sha256');
  try {
    for await (const chunk of openedBytes(bytes, vault, id)) hash.update(chunk);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

async function addDatabase(
  archive: ArchiveWriter,
  database: Database,
  { schema, rows, sequences, db }: Snapshot,
  progress: BackupOptions['progress'],
): Promise<ManifestContent['database']> {
  await archive.add(SCHEMA_FILE, once(JSON.stringify(schema)), true);
  const counts: Record<string, number> = {};
  for (const [index, table] of schema.tables.entries()) {
    let count = 0;
    const bytes = async function* () {
      for await (const slice of rows(table)) {
        count += slice.rows;
        yield slice.bytes;
      }
    };
    await archive.add(rowsFile(table.name), bytes(), true);
    counts[table.name] = count;
    progress(`数据库 ${index + 1}/${schema.tables.length}：${table.name}，${count} 行`);
  }
  const end = await chainEnd(db);
  return {
    kind: database.kind,
    version: await serverVersion(db),
    bytes: await databaseBytes(db),
    migrations: await ranMigrations(db),
    rows: counts,
    sequences: await sequences(),
    auditEnd: end ? `${end.id}:${end.hash}` : null,
  };
}
