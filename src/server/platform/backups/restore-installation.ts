import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '#shared/errors.ts';
import { type Database, type Db, openDatabase } from '#server/db/database.ts';
import { embeddedFolder } from '#server/db/embedded-folder.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { existingVault, keepSecrets, type Vault } from '#server/db/vault.ts';
import { ArchiveReader } from './archive-reader.ts';
import { checkRestored } from './check-restored.ts';
import type { InstallationFiles } from './installation-files.ts';
import { openKey } from './key-copy.ts';
import { KEY_FILE, type Manifest } from './manifest.ts';
import { refuseFilled, refuseOtherFiles, refuseUnfit, restoreDatabase, restoreFiles } from './restore-backup.ts';
import type { SealedKind } from '#server/platform/keys/sealed-kind.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly database: {
    readonly url: string | undefined;
    readonly dataDir: string;
    readonly secretKey: string | undefined;
  };
  readonly folders: InstallationFiles;
  /** Opens the key that the archive may hold. */
  readonly passphrase: string | undefined;
  readonly release: string;
  readonly sealedKinds: (db: Db) => Promise<readonly SealedKind[]>;
  readonly progress: (line: string) => void;
}

/** Where the embedded database is made until it is whole. */
const RESTORING = '.restoring-';

/** What is restored, once it is known to fit this release and this key. */
interface Work extends RestoreOptions {
  readonly reader: ArchiveReader;
  readonly vault: Vault;
  /** The key is not here yet. */
  readonly isKeyNew: boolean;
}

/**
 * The key: the one that is here, else the one in the archive.
 * @throws Failure where there is none, and where the archive's does not open
 */
async function vaultOf(
  reader: ArchiveReader,
  { database, passphrase }: RestoreOptions,
): Promise<Pick<Work, 'vault' | 'isKeyNew'>> {
  const here = existingVault(database.secretKey, database.dataDir);
  if (here) return { vault: here, isKeyNew: false };
  if (!reader.manifest.hasKey)
    throw new Failure('UNAVAILABLE', '没有密钥，备份中也不含密钥：请设置写入这些数据时所用的 SECRET_KEY。');
  if (!passphrase)
    throw new Failure('UNAVAILABLE', '没有密钥：请设置 SECRET_KEY，或用 BACKUP_PASSPHRASE 给出打开备份中密钥的口令。');
  return { vault: openKey(await reader.text(KEY_FILE), passphrase), isKeyNew: true };
}

/** The last look, and then all that comes before the database. */
async function beginWriting(work: Work): Promise<void> {
  const { reader, folders, progress, isKeyNew, database, vault } = work;
  await refuseOtherFiles(reader, folders);
  // Sealed values without a key would be of no use; a key without a database does no harm.
  if (isKeyNew) keepSecrets(database.dataDir, vault.copyOfSecrets());
  await restoreFiles(reader, folders, progress);
}

const writeAndCheck = ({ reader, vault, sealedKinds, progress }: Work, database: Database): Promise<void> =>
  restoreDatabase(reader, database, progress, (db, written) =>
    checkRestored(db, written, { reader, vault, sealedKinds }),
  );

async function intoServer(url: string, work: Work): Promise<void> {
  const database = await openDatabase({ url, vault: work.vault, connections: 2 });
  try {
    await refuseFilled(database);
    await beginWriting(work);
    await writeAndCheck(work, database);
  } finally {
    await database.close();
  }
}

/** The embedded database is made in a folder of its own, which takes its place when it is whole. */
async function intoFolder(dataDir: string, work: Work): Promise<void> {
  const place = embeddedFolder(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    if (existsSync(place))
      throw new Failure('CONFLICT', `${place} 中已有数据库，恢复不会覆盖它：请移走它，或换用另一个 JINGTU_DATA。`);
    await beginWriting(work);
    for (const name of await readdir(dataDir))
      if (name.startsWith(RESTORING)) await rm(path.join(dataDir, name), { recursive: true, force: true });
    const fresh = await mkdtemp(path.join(dataDir, RESTORING));
    try {
      const database = await openDatabase({ dataDir: fresh, vault: work.vault });
      try {
        await writeAndCheck(work, database);
      } finally {
        await database.close();
      }
      await rename(embeddedFolder(fresh), place);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

/**
 * Puts an installation back. Everything is looked at first: the archive whole, the key, the release, the database and the
 * folders. Then come the files, then the database, which is there as a whole or not at all.
 * @throws Failure naming what does not fit
 */
export async function restoreInstallation(options: RestoreOptions): Promise<Manifest> {
  const { file, database, release, progress } = options;
  progress('正在检查文件');
  const reader = await ArchiveReader.open(file);
  try {
    const work = { ...options, reader, ...(await vaultOf(reader, options)) };
    refuseUnfit(reader, work.vault, release);
    if (database.url === undefined) await intoFolder(database.dataDir, work);
    else await intoServer(database.url, work);
    return reader.manifest;
  } finally {
    reader.close();
  }
}
