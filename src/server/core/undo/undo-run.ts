import type { Catalog } from '#server/core/catalog/catalog.ts';
import { pastClashes } from '#server/db/clashes.ts';
import type { Database, Db } from '#server/db/database.ts';
import { type BatchWork, objectsWritten, recordsWritten } from './queries.ts';
import { LINKED, undoSlice } from './undo-slice.ts';

/** Where an undo is: kept in the transaction of each slice, so that it goes on there after a crash. */
export interface UndoState {
  /** Object at hand and the id below which its records are still to be looked at. */
  readonly object: string;
  readonly below: string;
  /** Second and later passes look at what was kept because others linked to it. */
  readonly pass: number;
  /** Removed in this pass: only then another one can bring more. */
  readonly removedInPass: number;
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
  readonly gone: number;
  readonly done: boolean;
}

export interface UndoOptions {
  readonly work: BatchWork;
  /** Object that the work was about: its records go first, as they link to the others. */
  readonly mainObject: string;
  readonly actor: string;
  readonly state: UndoState | undefined;
  readonly signal: AbortSignal;
  readonly giveWay: () => Promise<void>;
  /** Keeps the state in the transaction of the slice. @throws when another process has moved it on. */
  readonly keep: (trx: Db, state: UndoState, from: UndoState) => Promise<void>;
  readonly onProgress: (state: UndoState) => void;
}

const RECORDS_A_SLICE = 200;
const ABOVE_ALL = '9223372036854775807';

/** The state at which an undo begins. */
export const undoStart = (mainObject: string): UndoState => ({
  object: mainObject,
  below: ABOVE_ALL,
  pass: 1,
  removedInPass: 0,
  removed: 0,
  restored: 0,
  kept: 0,
  gone: 0,
  done: false,
});

/** Takes the whole work back, slice by slice; gives the state it reached, `done` unless it was asked to stop. */
export async function undoWork(
  options: UndoOptions,
  { database, catalog, now }: { readonly database: Database; readonly catalog: Catalog; readonly now: () => Date },
): Promise<UndoState> {
  const { work, mainObject } = options;
  const written = await objectsWritten(database.db, work);
  const order = [mainObject, ...written.filter((name) => name !== mainObject)];
  let state = options.state ?? undoStart(mainObject);
  while (!state.done) {
    await options.giveWay();
    if (options.signal.aborted) return state;
    const from = state;
    const slice = async (trx: Db) => {
      const next = await step(trx, from, order);
      await options.keep(trx, next, from);
      return next;
    };
    state = await pastClashes(() => database.db.transaction().execute(slice));
    options.onProgress(state);
  }
  return state;

  async function step(trx: Db, from: UndoState, objects: readonly string[]): Promise<UndoState> {
    const object = catalog.find(from.object);
    const keptFor = from.pass > 1 ? LINKED : undefined;
    const records = object ? await recordsWritten(trx, work, from.object, from.below, RECORDS_A_SLICE, keptFor) : [];
    if (!object || records.length === 0) return turn(from, objects);
    const context = { work, actor: options.actor, now: now(), catalog, vault: database.vault };
    const slice = await undoSlice(trx, object, records, context);
    return {
      ...from,
      below: records.at(-1)?.id ?? '0',
      removedInPass: from.removedInPass + slice.removed,
      removed: from.removed + slice.removed,
      restored: from.restored + slice.restored,
      // What is looked at again was counted as kept before.
      kept: from.kept + slice.kept - (from.pass > 1 ? records.length : 0),
      gone: from.gone + slice.gone,
    };
  }
}

/** On to the next object, the next pass, or the end. */
function turn(from: UndoState, objects: readonly string[]): UndoState {
  const next = objects[objects.indexOf(from.object) + 1];
  if (next !== undefined) return { ...from, object: next, below: ABOVE_ALL };
  const again = from.removedInPass > 0 && from.kept > 0;
  const [first = ''] = objects;
  return again
    ? { ...from, object: first, below: ABOVE_ALL, pass: from.pass + 1, removedInPass: 0 }
    : { ...from, done: true };
}
