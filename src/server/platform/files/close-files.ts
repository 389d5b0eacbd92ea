import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileAddress, ownFile } from '#server/core/files/own-files.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { type FilePlace, privatePlaces, publicPlaces } from '#server/core/files/file-places.ts';
import { nameInstead, publicAddresses, recordsNaming } from '#server/core/files/naming-queries.ts';
import type { FileRow } from '#server/core/files/queries.ts';
import type { Db } from '#server/db/database.ts';
import type { FileStore } from './file-store.ts';
import type { HostedStorage } from './hosted-storage.ts';
import { insertPrivateCopy, lockedPublicFile, movedFiles, noteEmptied, noteMoved } from './moving-queries.ts';
import { fileById } from './queries.ts';

interface ClosingDeps {
  readonly db: Db;
  readonly catalog: Pick<Catalog, 'storedObjects'>;
  readonly store: FileStore;
  readonly hosted?: HostedStorage | undefined;
}

const SLICE = 100;

/**
 * Makes public files private whose field says that its files are: a sealed copy takes the place of each in all records, and
 * the address of before leads nowhere, unless a public field names it as well. Copies come first and bytes go last: a process
 * that is killed leaves every record with a file, and the next pass goes on. Several processes may do so at once. Gives how many
 * files were moved.
 */
export async function closeFiles({ db, catalog, store, hosted }: ClosingDeps, now: Date): Promise<number> {
  let moved = 0;
  const places = privatePlaces(catalog);
  const work = { db, store, hosted, places, open: publicPlaces(catalog), now };
  for (const place of places) {
    for (let after: string | undefined; ;) {
      const urls = await publicAddresses(db, place, after, SLICE);
      for (const url of urls) if (await closeFile(work, url)) moved += 1;
      after = urls.at(-1);
      if (after === undefined) break;
    }
  }
  for (const id of await movedFiles(db)) {
    await store.remove({ id, bucket: 'public' });
    await noteEmptied(db, id);
  }
  return moved;
}

interface Work extends Omit<ClosingDeps, 'catalog'> {
  readonly places: readonly FilePlace[];
  readonly open: readonly FilePlace[];
  readonly now: Date;
}

/** Moves one file. False where there is nothing to move, or its bytes are gone. */
async function closeFile({ db, store, hosted, places, open, now }: Work, url: string): Promise<boolean> {
  const old = ownFile(url);
  if (!old) return false;
  const copy = { id: randomBytes(16).toString('hex'), bucket: 'private' } as const;
  const row = await fileById(db, old.id);
  const content = row && (await contentOf(row, { store, hosted, now }));
  if (content) await store.put(content, copy);
  const isUsed = await db
    .transaction()
    .execute(async (trx) => {
      const known = await lockedPublicFile(trx, old.id);
      const taken = known?.moved_to ?? (content ? copy.id : undefined);
      if (!known || taken === undefined) return false;
      const isCopied = known.moved_to === null;
      if (isCopied) await insertPrivateCopy(trx, old.id, taken, now);
      let named = 0;
      for (const place of places) named += await nameInstead(trx, place, url, fileAddress({ ...copy, id: taken }));
      // A process beside this one was first: nothing names what was copied here.
      if (named === 0 && isCopied) throw new NothingLeft();
      const isOpen = isCopied && (await recordsNaming(trx, open, url)).length > 0;
      if (isCopied && !isOpen) await noteMoved(trx, old.id, taken);
      return isCopied;
    })
    .catch((error: unknown) => {
      if (error instanceof NothingLeft) return false;
      throw error;
    });
  if (content && !isUsed) await store.remove(copy);
  return isUsed;
}

class NothingLeft extends Error {}

async function contentOf(
  row: FileRow,
  { store, hosted, now }: Pick<Work, 'store' | 'hosted' | 'now'>,
): Promise<Readable | undefined> {
  if (row.hosted_path === null) return (await store.read(row))?.stream();
  return hosted?.read({ bucket: row.bucket, path: row.hosted_path }, now);
}
