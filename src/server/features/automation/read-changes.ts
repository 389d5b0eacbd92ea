import { Failure } from '#shared/errors.ts';
import type { ChangeRow } from '#server/core/changes/queries.ts';
import { newestCursor, readEntries } from '#server/core/changes/read-changes.ts';
import type { AutomationDeps } from './base.ts';
import { depthsOf, insertRuns, moveReader, type NewRun, readerCursor } from './queries.ts';
import { pauseRule, rulesAtWork, type WorkingRule } from './rules.ts';

const ENTRIES = 500;
/** Runs that set off runs that set off runs: deeper ones are not done. */
const MAX_DEPTH = 3;

/**
 * Reads the change log on and keeps a run for each rule that a change sets off. The runs and how far it has come are one
 * transaction: of several processes that read the same page one writes it.
 */
export async function readOn(deps: AutomationDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await readPage(deps)));
}

async function readPage(deps: AutomationDeps): Promise<boolean> {
  const { db } = deps.database;
  const cursor = await readerCursor(db);
  const page = await entriesBehind(deps, cursor);
  if (!page || page.entries.length === 0) return false;
  // Asked behind the page: a rule that was there before one of its changes is among them.
  const rules = await usableRules(deps);
  const runs = await runsOf(deps, rules, page.entries);
  const isMoved = await db.transaction().execute(async (trx) => {
    if (!(await moveReader(trx, cursor, page.cursor))) return false;
    deps.between?.('moved');
    await insertRuns(trx, runs, deps.now());
    deps.between?.('kept');
    return true;
  });
  return isMoved && page.more;
}

/** Rules at work; those that cannot be followed are paused, and their keepers notified. */
export async function usableRules(deps: AutomationDeps): Promise<readonly WorkingRule[]> {
  const { rules, unreadable } = await rulesAtWork(deps.database.db, deps);
  for (const { record, reason, owner } of unreadable) await pauseRule(deps, record, reason, owner);
  return rules;
}

async function entriesBehind({ database: { db }, report }: AutomationDeps, cursor: string) {
  try {
    return await readEntries(db, cursor, ENTRIES);
  } catch (error) {
    if (!(error instanceof Failure) || error.failure !== 'CHANGES_EXPIRED') throw error;
    report(error);
    await moveReader(db, cursor, await newestCursor(db));
    return undefined;
  }
}

/** Does what a transaction did to a record set a rule off, were its condition met? */
export const setsOff = ({ values, watched }: WorkingRule, kind: string, fields: ReadonlySet<string>): boolean =>
  values.trigger === 'created'
    ? kind === 'created'
    : values.trigger === 'changed' &&
      kind === 'updated' &&
      (watched === undefined || [...fields].some((name) => watched.has(name)));

/** What one transaction did to one record. */
interface Happening {
  readonly id: string;
  readonly xid: string;
  readonly kind: string;
  readonly fields: ReadonlySet<string>;
}

function happenings(entries: readonly ChangeRow[]): Happening[] {
  const groups = Map.groupBy(entries, ({ id, xid }) => `${xid} ${id}`);
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const kind = some.some((entry) => entry.kind === 'created') ? 'created' : first.kind;
    return [{ id: first.id, xid: first.xid, kind, fields: new Set(some.flatMap(({ fields }) => fields)) }];
  });
}

async function runsOf(
  deps: AutomationDeps,
  rules: readonly WorkingRule[],
  entries: readonly ChangeRow[],
): Promise<NewRun[]> {
  const news = Map.groupBy(
    entries.filter(({ quiet }) => !quiet),
    ({ objectApiName }) => objectApiName,
  );
  const depths = await depthsOf(deps.database.db, [...new Set(entries.map(({ xid }) => xid))]);
  return rules.flatMap((rule) => {
    const since = BigInt(rule.saved.xid);
    return happenings(news.get(rule.object.apiName) ?? [])
      .filter(({ xid, kind, fields }) => BigInt(xid) > since && setsOff(rule, kind, fields))
      .map(({ id, xid, kind }): NewRun => {
        const depth = (depths.get(`${xid} ${rule.object.apiName} ${id}`) ?? 0) + 1;
        const isDeep = depth > MAX_DEPTH;
        return {
          automation: rule.id,
          title: rule.title,
          object: rule.object.apiName,
          record: id,
          cause: `${kind}:${xid}`,
          depth,
          state: isDeep ? 'skipped' : 'due',
          outcome: isDeep ? `连锁超过 ${MAX_DEPTH} 层，不再执行` : '',
        };
      });
  });
}
