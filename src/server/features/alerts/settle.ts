import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Database, Db } from '#server/db/database.ts';
import { anyone } from './base/askers.ts';
import { keepStanding, noteKept, standingOf } from './base/member-queries.ts';
import { pauseSubscriptions, type SubscriptionRow, unsettledSubscriptions } from './base/queries.ts';
import { trialStatement } from './base/selection.ts';
import { SOURCES } from './base/sources.ts';
import { type Trial, Unfit } from './base/trial.ts';
import { touchReader } from './reading/queries.ts';

export interface SettleDeps {
  readonly database: Pick<Database, 'db'>;
  readonly catalog: Catalog;
  readonly now: () => Date;
  readonly memberIn: (trx: Db, accountId: string) => Promise<Member | undefined>;
}

const AT_ONCE = 500;

/**
 * Learns what meets subscriptions now whose condition was written, or was paused, since that was known: of what entered by
 * that nothing is reported.
 */
export async function settleSubscriptions(deps: SettleDeps, signal?: AbortSignal): Promise<void> {
  for (let after = '0'; !signal?.aborted;) {
    const rows = await unsettledSubscriptions(deps.database.db, after, AT_ONCE);
    const plain: string[] = [];
    for (const row of rows) {
      const trial = keptTrial(deps.catalog, row);
      if (trial) await settleOne(deps, row.id);
      else plain.push(row.id);
    }
    if (plain.length > 0) await noteKept(deps.database.db, plain);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** What of a subscription only the database can try; undefined where there is nothing, or it cannot be read: its reader pauses it. */
function keptTrial(catalog: Catalog, row: SubscriptionRow): Trial | undefined {
  try {
    return SOURCES[row.source].trials(row, catalog, anyone(catalog)).find(({ isKept }) => isKept);
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

/** No reading goes on meanwhile; what is committed after the snapshot is read against what met it then. */
async function settleOne({ database, catalog, now, memberIn }: SettleDeps, id: string): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await touchReader(trx);
    const [row] = await unsettledSubscriptions(trx, '0', 1, id);
    const member = row && (await memberIn(trx, row.account_id));
    if (!row || !member) return;
    try {
      await settleWithin(trx, { catalog, now }, row, member);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      await pauseSubscriptions(trx, [{ id, reason: error.message }]);
    }
  });
}

/** Learns what meets a subscription now, in a transaction that keeps the reader away. @throws Unfit where it may not be asked */
export async function settleWithin(
  trx: Db,
  deps: Pick<SettleDeps, 'catalog' | 'now'>,
  row: SubscriptionRow,
  member: Member,
): Promise<void> {
  if (row.state === null) return;
  const trial = keptTrial(deps.catalog, row);
  if (!trial) return noteKept(trx, [row.id]);
  const standing = await standingOf(trx, await trialStatement(trx, deps, { trial, member }));
  await keepStanding(trx, row.id, trial.objectApiName, { state: row.state, ...standing });
}
