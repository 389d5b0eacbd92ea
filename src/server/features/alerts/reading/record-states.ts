import type { RecordValues } from '#schemas/metadata/value.ts';
import type { CurrentRecord, HistoryEntry } from './queries.ts';

/** A record before and after one transaction; undefined where it was not there. */
export interface Transition {
  readonly before: RecordValues | undefined;
  readonly after: RecordValues;
}

/** The values as they were before some changes. */
function undone(values: RecordValues, entry: HistoryEntry): RecordValues {
  const before: Record<string, unknown> = { ...values };
  for (const [name, change] of Object.entries(entry.changes)) {
    if (change.before === null || change.before === undefined) delete before[name];
    else before[name] = change.before;
  }
  return before as RecordValues;
}

/**
 * What some transactions made of a record, worked out backwards from what it is now: everything that was written after one
 * of them is taken back first. `entries` are of this record, the latest first, and reach back to the oldest of `xids`.
 */
export function transitionsOf(
  current: CurrentRecord,
  entries: readonly HistoryEntry[],
  xids: ReadonlySet<string>,
): Map<string, Transition> {
  const found = new Map<string, Transition>();
  const byXid = Map.groupBy(entries, ({ xid }) => xid);
  // A transaction that only the log knows of changed nothing that the histories keep.
  const all = [...new Set([...xids, ...byXid.keys()])].toSorted((one, other) => (BigInt(one) < BigInt(other) ? 1 : -1));
  let after = current.values;
  for (const xid of all) {
    const written = byXid.get(xid) ?? [];
    const before = written.reduce(undone, after);
    const isMade = written.some(({ isFirst }) => isFirst);
    if (xids.has(xid)) found.set(xid, { before: isMade ? undefined : before, after });
    after = before;
  }
  return found;
}
