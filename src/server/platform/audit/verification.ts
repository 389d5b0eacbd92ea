import type { LogFault, LogVerification } from '#schemas/api/audit-log.ts';
import { GENESIS } from '#server/db/anchor-log.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import { type ChainEnd, faultOf } from './chain.ts';
import { anchorsOf, chainEnd, entriesAfter, entryHash } from './queries.ts';
import { Seals } from './seals.ts';

const NOTHING: ChainEnd = { id: '0', hash: GENESIS };

export interface VerifiedLog {
  readonly db: Db;
  /** Null for a log of before there were seals: its chain alone is looked at. */
  readonly vault: Vault | null;
}

/**
 * Works out the hash chain again over up to `count` entries behind entry `after` ('0' begins at the first one), and
 * stops at the first that does not hold. What the entry `after` itself says is not checked: to check the whole chain
 * begin at '0'.
 */
export async function verifyStretch(
  { db, vault }: VerifiedLog,
  after: string,
  count: number,
): Promise<LogVerification> {
  const head = (await chainEnd(db))?.id ?? '0';
  const broken = (id: string, fault: LogFault, checked = 0, last: string | null = null) => ({
    checked,
    last,
    head,
    broken: { id, fault },
  });
  const seals = vault && new Seals(vault, await anchorsOf(db));
  if (seals && seals.last === undefined) return broken(head, 'anchor');
  // An anchor beyond the end: what it was made for was cut off.
  if (seals?.last !== undefined && BigInt(head) < seals.last) return broken(String(seals.last), 'gap');
  const entries = await entriesAfter(db, after, count);
  let previous = after === '0' ? NOTHING : await entryHash(db, after);
  if (!previous) return broken(after, 'gap');
  for (const [index, entry] of entries.entries()) {
    const fault = faultOf(previous, entry) ?? seals?.faultOf(entry) ?? null;
    if (fault) return broken(entry.id, fault, index, entry.id);
    previous = entry;
  }
  return { checked: entries.length, last: entries.at(-1)?.id ?? null, head, broken: null };
}

/** The message of each fault to the operator. */
const FAULT_WORDS: Readonly<Record<LogFault, string>> = {
  gap: 'entries before it are missing',
  link: 'it does not follow from the entry before it',
  content: 'what it says was changed after it was written',
  seal: 'it was not written with a key of this installation',
  anchor: 'no anchor under a key of this installation vouches for it, or one vouches for another',
};

/** Entries read at a time: the log may be longer than memory. */
const STRETCH = 5000;

/**
 * Checks the log from its first entry to its last. `expected` is `number:hash` of an entry that was last at an earlier
 * time: it must still be there and the same. `lines` are English, for a terminal.
 */
export async function verifyWholeLog(
  log: VerifiedLog,
  expected?: string,
): Promise<{ readonly holds: boolean; readonly lines: readonly string[] }> {
  const { db } = log;
  let after = '0';
  let checked = 0;
  for (;;) {
    const stretch = await verifyStretch(log, after, STRETCH);
    checked += stretch.checked;
    if (stretch.broken) {
      const { id, fault } = stretch.broken;
      return {
        holds: false,
        lines: [`The log breaks at entry ${id}: ${FAULT_WORDS[fault]}.`, `${checked} entries before it hold.`],
      };
    }
    if (stretch.last === null) break;
    after = stretch.last;
  }
  if (expected !== undefined) {
    const [id = '', hash] = expected.split(':');
    const found = /^[1-9]\d{0,17}$/.test(id) ? await entryHash(db, id) : undefined;
    if (found?.hash !== hash)
      return {
        holds: false,
        lines: [`Entry ${id} is not the one that was expected: the end of the log was cut off or written anew.`],
      };
  }
  const end = await chainEnd(db);
  return { holds: true, lines: [`${checked} entries hold.`, ...(end ? [`${end.id}:${end.hash}`] : [])] };
}
