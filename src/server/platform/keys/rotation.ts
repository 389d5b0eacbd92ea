import { lockWork } from '#server/core/jobs/work-lock.ts';
import { anchorLog } from '#server/db/anchor-log.ts';
import type { Database } from '#server/db/database.ts';
import { CHECK_PLACE } from '#server/db/vault-check.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { verifyWholeLog } from '#server/platform/audit/verification.ts';
import { Failure } from '#shared/errors.ts';
import { hasOthers, isUnanchored, indexedOtherwise, sealedOtherwise, writeSealed } from './queries.ts';
import type { SealedKind } from './sealed-kind.ts';

export interface RotationDeps {
  readonly database: Database;
  /** All columns of the database that hold sealed values. */
  readonly kinds: readonly SealedKind[];
  readonly now: Date;
  /** Hears after each slice how many values of a kind are sealed again by now. */
  readonly progress: (kind: SealedKind, done: number) => void;
}

/** What still needs another key than the first, by name, with how many there are where that is known. */
export interface StillNeeded {
  readonly sealed: readonly string[];
  readonly indexed: Readonly<Record<string, number>>;
  /** The audit log does not hold, and so is not vouched for under the first key; what is wrong with it. */
  readonly log: readonly string[];
}

/** Values in one statement: a process that ends between two of them has lost nothing. */
const SLICE = 300;
const FIRST_PLACE = '(0,0)';
/** Any number will do, as long as it is ours. */
const LOCK = 7_315_251;

/** The value by which a start knows its key: sealed again last of all, so that no key goes before all is sealed again. */
const isCheck = ({ table }: SealedKind): boolean => table === CHECK_PLACE;

const nameOf = ({ table, column, inRows }: SealedKind): string =>
  inRows ? `${table}.${column}（${inRows.objectApiName}.${inRows.field}）` : `${table}.${column}`;

/** Seals all values of a kind again that another key has sealed; those that are written meanwhile come in the next pass. */
async function sealAgain({ database, progress }: RotationDeps, kind: SealedKind): Promise<void> {
  const { db, vault } = database;
  for (let done = 0, before = -1; done > before;) {
    before = done;
    for (let after = FIRST_PLACE; ;) {
      const rows = await sealedOtherwise(db, kind, vault.sealedPrefix, { after, most: SLICE });
      const last = rows.at(-1);
      if (!last) break;
      const values = rows.map(({ tid, sealed: was, keys: [one = '', two = '', three = ''] }) => {
        const place = kind.place([one, two, three]);
        const text = vault.open(was, place);
        return {
          tid,
          was,
          sealed: vault.seal(text, place),
          index: kind.index ? vault.index(text, kind.index.kind) : null,
        };
      });
      done += await writeSealed(db, kind, values);
      progress(kind, done);
      after = last.tid;
    }
  }
}

/** Vouches for the audit log under the first key; gives what is wrong with it where it does not hold. */
async function anchorAgain({ database, now }: RotationDeps): Promise<readonly string[]> {
  const { db, vault } = database;
  if (!(await isUnanchored(db, vault.keyId))) return [];
  const log = await verifyWholeLog(database);
  if (!log.holds) return log.lines;
  await db.transaction().execute(async (trx) => {
    const target = { kind: 'key', id: vault.keyId };
    await writeAudit(trx, { actor: null, action: 'key.rotated', target, reason: '' }, now);
    await anchorLog(trx, vault);
  });
  return [];
}

/**
 * Brings all that is sealed under the first key of the vault, slice by slice and beside everything else. Called again after
 * it was cut off, it goes on with what is left.
 * @throws Failure CONFLICT while another process does so; Error where a value does not open with any of the keys
 */
export async function rotateKeys(deps: RotationDeps): Promise<StillNeeded> {
  const { database, kinds, now } = deps;
  const { db, vault } = database;
  const unlock = await lockWork(database, LOCK);
  if (!unlock) throw new Failure('CONFLICT', '另一个进程正在更换密钥，请等待它完成。');
  try {
    const values = kinds.filter((kind) => !isCheck(kind));
    for (const kind of values) await sealAgain(deps, kind);
    const log = await anchorAgain(deps);
    const sealed: string[] = [];
    for (const kind of values) if (await hasOthers(db, kind, [vault.sealedPrefix])) sealed.push(nameOf(kind));
    if (sealed.length === 0 && log.length === 0) for (const kind of kinds.filter(isCheck)) await sealAgain(deps, kind);
    return { sealed, log, indexed: await indexedOtherwise(db, vault.indexPrefix, now) };
  } finally {
    await unlock();
  }
}
