import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { release } from '#server/release.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { InstallationFiles } from '#server/platform/backups/installation-files.ts';
import type { FilePlaces } from '#server/platform/files/file-store.ts';
import { restoreInstallation } from '#server/platform/backups/restore-installation.ts';
import { type BackupOptions, takeBackup } from '#server/platform/backups/take-backup.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { TEST_NOW } from '#tests/support/databases/kept-databases.ts';
import { quickFolder } from '#tests/support/databases/quick-folder.ts';

/** What a child is asked to do. */
export interface ChildWork {
  readonly task: 'backup' | 'restore';
  readonly file: string;
  /** It is killed when it says this. */
  readonly word: string;
  readonly url?: string | undefined;
  readonly dataDir: string;
  readonly folders: InstallationFiles;
  readonly release: string;
  readonly now: string;
}

const CHILD = path.join(import.meta.dirname, 'backup-child.ts');
const silent = () => undefined;

/** Runs a child to its end. @returns the signal that ended it */
export async function runChild(work: ChildWork): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(work)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}

/** A folder for archives and installations, and what a test does with them there. */
export class BackupWorld {
  readonly folder = mkdtempSync(path.join(quickFolder(), 'jingtu-backup-'));
  readonly #drops: (() => Promise<void>)[] = [];

  path(...parts: readonly string[]): string {
    return path.join(this.folder, ...parts);
  }

  /** Folders of the files of an installation. */
  folders(name: string): InstallationFiles & { readonly uploads: string } {
    return { uploads: this.path(name, 'uploads'), imports: this.path(name, 'imports') };
  }

  /** The same, for a store of files. */
  places(name: string): FilePlaces {
    const { uploads, imports } = this.folders(name);
    return { uploadDir: uploads, importDir: imports };
  }

  /** A backup of a database and the files of an installation. */
  async backUp(database: Database, name: string, more: Partial<BackupOptions> = {}) {
    const file = this.path(`${name}-${randomBytes(3).toString('hex')}.zip`);
    const options = { file, folders: this.folders(name), release: release(), now: TEST_NOW, progress: silent };
    const manifest = await takeBackup(database, { ...options, ...more });
    return { file, manifest };
  }

  /** Restores into an installation of a name: embedded in a folder of its own, or on the PostgreSQL of the test. */
  async restore(file: string, name: string, given: Partial<Parameters<typeof restoreInstallation>[0]> = {}) {
    const database = { url: undefined, dataDir: this.path(name), secretKey: process.env['SECRET_KEY'] };
    return restoreInstallation({
      file,
      database,
      folders: this.folders(name),
      passphrase: undefined,
      release: release(),
      sealedKinds,
      progress: silent,
      ...given,
    });
  }

  /** What a child needs to work on an installation of this name. */
  work(task: ChildWork['task'], name: string, given: Pick<ChildWork, 'file' | 'word'> & Partial<ChildWork>): ChildWork {
    const own = {
      dataDir: this.path(name),
      folders: this.folders(name),
      release: release(),
      now: TEST_NOW.toISOString(),
    };
    return { task, ...own, ...given };
  }

  /** An empty database of the kind that the tests run on. */
  async emptyDatabase(): Promise<TestDatabase> {
    const store = await openTestDatabase();
    this.#drops.push(store.drop);
    return store;
  }

  /** Opens an embedded installation that was restored. */
  async openEmbedded(name: string): Promise<Database> {
    const database = await openDatabase({ dataDir: this.path(name) });
    this.#drops.push(() => database.close());
    return database;
  }

  async end(): Promise<void> {
    for (const drop of this.#drops.splice(0)) await drop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Begun again by a restore: which server's numbers of transactions the log of changes is in. */
const OF_THE_SERVER = 'change_epoch';

/** Every row of every table as text, in no order of the server's. */
export async function contentsOf({ pool }: Pick<Database, 'pool'>): Promise<Map<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const contents = new Map<string, string[]>();
  for (const { name } of tables.filter((table) => table.name !== OF_THE_SERVER)) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from public."${name}" t`);
    contents.set(name, rows.map(({ row }) => row).toSorted());
  }
  return contents;
}

/** How far each sequence has come. */
export async function sequencesOf({ pool }: Pick<Database, 'pool'>): Promise<readonly object[]> {
  return (
    await pool.query<{ name: string; last: string | null }>(
      "select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1",
    )
  ).rows;
}
