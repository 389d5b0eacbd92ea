import { BINDINGS } from '#schemas/bindings.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { MINUTE_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { newestCursor, readObjectChanges } from '#server/core/changes/read-changes.ts';
import type { Database, Db } from '#server/db/database.ts';
import { askerOf } from '#server/features/alerts/base/askers.ts';
import { pauseSubscriptions, type SubscriptionRow } from '#server/features/alerts/base/queries.ts';
import { dueAt } from '#server/features/alerts/base/slots.ts';
import { SOURCES } from '#server/features/alerts/base/sources.ts';
import { Unfit } from '#server/features/alerts/base/trial.ts';
import { currentRecords, insertHits, type NewHit } from '#server/features/alerts/reading/queries.ts';
import type { BestMatches, FindBest } from './best.ts';
import {
  claimMatches,
  hasMatches,
  learn,
  lockAsRead,
  type MatchMark,
  newsAmong,
  releaseMatches,
  settleMatches,
  snapshotNow,
  workingMatches,
} from './queries.ts';

export interface MatchReaderDeps {
  readonly database: Pick<Database, 'db'>;
  readonly catalog: Catalog;
  readonly now: () => Date;
  readonly memberOf: (accountId: string) => Promise<Member | undefined>;
  readonly matches: FindBest;
  readonly report: (error: unknown) => void;
}

/** Objects whose records decide what fits whom. */
const DECIDING = [
  BINDINGS.transaction.object,
  BINDINGS.institution.object,
  BINDINGS.project.object,
  BINDINGS.mandate.object,
  BINDINGS.focus.object,
  BINDINGS.investorForm.object,
] as const;
/** So long a process has for all lists; another one begins again then, and reports nothing twice. */
const LEASE_MS = 10 * MINUTE_MS;
/** A process asks for lists in a twentieth of its time at most: each is all of the institutions or projects put in order. */
const REST = 19;

/**
 * Asks for lists of matches again when something changed that may change them, and on another day, and keeps what is among
 * their best for the first time. What was there when a subscription began, or since its user changed what is asked, is never
 * reported, and neither is what only moved up: the record itself was made or changed since.
 */
export class MatchReader {
  readonly #deps: MatchReaderDeps;
  #restUntil = -Infinity;

  constructor(deps: MatchReaderDeps) {
    this.#deps = deps;
  }

  async read(signal?: AbortSignal): Promise<void> {
    const { database, now } = this.#deps;
    const { db } = database;
    const at = now();
    if (at.getTime() < this.#restUntil || !(await hasMatches(db))) return;
    const mark = await claimMatches(db, at, new Date(at.getTime() + LEASE_MS));
    if (!mark) return;
    const began = performance.now();
    const next = await this.#askAll(mark, shanghaiDay(at), signal).catch((error: unknown) => {
      this.#deps.report(error);
      return mark;
    });
    await releaseMatches(db, next);
    this.#restUntil = at.getTime() + REST * (performance.now() - began);
  }

  /** How far the log has been looked through then. */
  async #askAll(mark: MatchMark, day: string, signal?: AbortSignal): Promise<MatchMark> {
    const { database, report } = this.#deps;
    // Asked first: what is written meanwhile is found the next time.
    const cursor = await newestCursor(database.db);
    if (mark.day === day && mark.cursor !== null && !(await this.#hasChanged(mark.cursor))) return mark;
    for (const row of await workingMatches(database.db)) {
      if (signal?.aborted) return mark;
      await this.#ask(row).catch(report);
    }
    return { cursor, day };
  }

  async #hasChanged(cursor: string): Promise<boolean> {
    const { db } = this.#deps.database;
    try {
      for (const object of DECIDING) {
        const { records } = await readObjectChanges(db, cursor, object, { limit: 1, derived: true });
        if (records.length > 0) return true;
      }
      return false;
    } catch (error) {
      if (error instanceof Failure && error.failure === 'CHANGES_EXPIRED') return true;
      throw error;
    }
  }

  async #ask(row: SubscriptionRow): Promise<void> {
    const { database, catalog, memberOf, matches } = this.#deps;
    const { db } = database;
    const member = await memberOf(row.account_id);
    if (!member) return;
    const baseline = await snapshotNow(db);
    try {
      SOURCES[row.source].trials(row, catalog, askerOf(member, catalog));
      const best = await matches({ objectApiName: row.object_api_name, targetId: row.target_id }, member);
      await db.transaction().execute((trx) => this.#keep(trx, row, best, baseline));
    } catch (error) {
      if (error instanceof Unfit) await pauseSubscriptions(db, [{ id: row.id, reason: error.message }]);
      // What it is for is gone, or no longer the user's: the subscription says so.
      else if (!(error instanceof Failure)) throw error;
    }
  }

  async #keep(trx: Db, row: SubscriptionRow, { objectApiName, ids, asked, askedAs }: BestMatches, baseline: string) {
    if (!(await lockAsRead(trx, row))) return;
    const fresh = await learn(trx, row.id, objectApiName, ids);
    if (row.kept === null || !askedAs.includes(row.kept)) return settleMatches(trx, row.id, asked, baseline);
    // Asked by the same, which was kept under an older key.
    if (row.kept !== asked) await settleMatches(trx, row.id, asked, row.baseline);
    const { catalog, now } = this.#deps;
    const news = fresh.length > 0 ? await newsAmong(trx, row, objectApiName, fresh) : new Map<string, string>();
    const records = await currentRecords(trx, catalog.object(objectApiName).table, [], [...news.keys()]);
    const due = dueAt(row.frequency, row, now())?.toISOString() ?? null;
    const hits = records.map(({ id, createdAt }): NewHit => ({
      subscription: row.id,
      object: objectApiName,
      record: id,
      kind: 'entered',
      xid: news.get(id) ?? '0',
      fields: [],
      event: null,
      seen: createdAt,
      late: false,
      due,
    }));
    await insertHits(trx, hits, now());
  }
}
