import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createScratchDatabase, dropOldScratch, dropScratchDatabase } from '#server/db/dump/scratch-database.ts';
import { writerAddress } from '#server/db/postgres.ts';
import type { Vault } from '#server/db/vault.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** An empty database that is thrown away. */
export interface Scratch {
  readonly database: Database;
  readonly drop: () => Promise<void>;
}

const FOLDER = '.jingtu-verify-';

/** Takes away what processes left behind that were killed while they verified. */
async function removeAbandoned(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = name.startsWith(FOLDER) ? await stat(path.join(folder, name)).catch(() => undefined) : undefined;
    if (found && now.getTime() - found.mtimeMs > DAY_MS)
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

async function inFolder(folder: string, vault: Vault, now: Date): Promise<Scratch> {
  await removeAbandoned(folder, now);
  const dataDir = await mkdtemp(path.join(folder, FOLDER));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const database = await openDatabase({ dataDir, vault }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    database,
    drop: async () => {
      await database.close();
      await remove();
    },
  };
}

async function onServer(servers: string, vault: Vault, now: Date): Promise<Scratch | undefined> {
  const url = await writerAddress(servers);
  await dropOldScratch(url, new Date(now.getTime() - DAY_MS));
  const address = await createScratchDatabase(url, now, randomBytes(4).toString('hex'));
  if (address === undefined) return undefined;
  const drop = () => dropScratchDatabase(address);
  const database = await openDatabase({ url: address.url, vault, connections: 2 }).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  return {
    database,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

/**
 * A database to restore into and look at: beside the one at `url`, where its user may make one, else an embedded one in a
 * folder of its own below `folder`.
 */
export async function openScratch(
  { url, folder, vault }: { readonly url: string | undefined; readonly folder: string; readonly vault: Vault },
  now: Date,
): Promise<Scratch> {
  return (url === undefined ? undefined : await onServer(url, vault, now)) ?? inFolder(folder, vault, now);
}
