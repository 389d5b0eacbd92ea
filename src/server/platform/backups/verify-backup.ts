import path from 'node:path';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import { ArchiveReader } from './archive-reader.ts';
import { checkRestored } from './check-restored.ts';
import type { ManifestContent } from './manifest.ts';
import { refuseUnfit, restoreDatabase } from './restore-backup.ts';
import { openScratch } from './scratch.ts';
import type { SealedKind } from '#server/platform/keys/sealed-kind.ts';

export interface VerifyOptions {
  readonly file: string;
  readonly vault: Vault;
  readonly release: string;
  /** PostgreSQL whose user may make a database to restore into. */
  readonly url: string | undefined;
  readonly sealedKinds: (db: Db) => Promise<readonly SealedKind[]>;
  readonly now: Date;
  readonly progress: (line: string) => void;
}

/**
 * Restores an archive into a database that is thrown away, and looks whether it is what was backed up.
 * @throws Failure naming what is wrong
 */
export async function verifyBackup(options: VerifyOptions): Promise<ManifestContent> {
  const { file, vault, release, url, sealedKinds, now, progress } = options;
  progress('正在检查文件');
  const reader = await ArchiveReader.open(file);
  try {
    refuseUnfit(reader, vault, release);
    const scratch = await openScratch({ url, folder: path.dirname(path.resolve(file)), vault }, now);
    try {
      await restoreDatabase(reader, scratch.database, progress, (db, written) =>
        checkRestored(db, written, { reader, vault, sealedKinds }),
      );
    } finally {
      await scratch.drop();
    }
    return reader.manifest;
  } finally {
    reader.close();
  }
}
