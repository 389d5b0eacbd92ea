import { Failure } from '#shared/errors.ts';
import { HEADER_BYTES } from '#server/platform/files/sealed-bytes.ts';
import { IMPORTS, UPLOADS } from './object-names.ts';
import type { ObjectHead, ObjectStore } from './object-store.ts';

export interface CopyOutcome {
  readonly copied: number;
  readonly there: number;
  readonly bytes: number;
}

/** Do they hold the same? How a sealed file begins is chance, an uploaded one never changes, and reports only grow. */
const isSame = (one: ObjectHead, other: ObjectHead | undefined): boolean =>
  other !== undefined && one.bytes === other.bytes && one.first.equals(other.first);

/**
 * Copies all files of an installation from one store to another. What is there already is left, so that it can be ended and begun
 * again; each copy is looked at before it counts.
 * @throws Failure naming an object whose copy is not what it was copied from
 */
export async function copyObjects(
  from: ObjectStore,
  to: ObjectStore,
  progress: (outcome: CopyOutcome) => void,
): Promise<CopyOutcome> {
  let outcome: CopyOutcome = { copied: 0, there: 0, bytes: 0 };
  for (const prefix of [UPLOADS, IMPORTS]) {
    for await (const { name } of from.list(prefix)) {
      const copied = await copyObject(name, from, to);
      outcome = {
        copied: outcome.copied + (copied === undefined ? 0 : 1),
        there: outcome.there + (copied === undefined ? 1 : 0),
        bytes: outcome.bytes + (copied ?? 0),
      };
      progress(outcome);
    }
  }
  return outcome;
}

/** How many bytes were copied; undefined where there was nothing to do. */
async function copyObject(name: string, from: ObjectStore, to: ObjectStore): Promise<number | undefined> {
  const found = await from.head(name, HEADER_BYTES);
  if (!found || isSame(found, await to.head(name, HEADER_BYTES))) return undefined;
  const content = await from.read(name);
  if (!content) return undefined;
  await to.put(name, content);
  if (!isSame(found, await to.head(name, HEADER_BYTES)))
    throw new Failure('CONFLICT', `${name} 复制后的内容与原来不同，请再次运行。`);
  return found.bytes;
}

/** Takes away what another store holds as well. Gives how many objects went. */
export async function removeCopied(from: ObjectStore, to: ObjectStore): Promise<number> {
  let removed = 0;
  for (const prefix of [UPLOADS, IMPORTS]) {
    for await (const { name } of from.list(prefix)) {
      const found = await from.head(name, HEADER_BYTES);
      if (!found || !isSame(found, await to.head(name, HEADER_BYTES))) continue;
      await from.remove(name);
      removed += 1;
    }
  }
  return removed;
}
