import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { notOftenerThan, StepsAfterCommits } from '#server/core/jobs/steps-after-commits.ts';
import type { Database } from '#server/db/database.ts';
import type { FindBest } from './matches/best.ts';
import { MatchReader } from './matches/match-reader.ts';
import { AlertReader, type ReaderDeps } from './reading/alert-reader.ts';
import { KEPT_MS, type MailerDeps, sendMails } from './sending/mailer.ts';
import { expireHits } from './sending/queries.ts';
import { type SenderDeps, sendDue } from './sending/sender.ts';
import { keepToLimits } from './keep-to-limits.ts';
import { settleSubscriptions } from './settle.ts';
import { readVisits } from './reading/visit-reader.ts';
import { offerViews } from './view-changes.ts';

export interface AlertsDeps extends Omit<ReaderDeps, 'database'>, SenderDeps, Omit<MailerDeps, 'database'> {
  readonly database: Database;
  readonly matches: FindBest;
}

/** How soon changes that other processes wrote are read, and what is due is sent, in milliseconds. */
const POLL_MS = { postgres: 1000, embedded: 15_000 } as const;
const EXPIRED_AT_ONCE = 5000;

/** Reads what changed, sends what is due, and sends the mails. */
export class Alerts extends StepsAfterCommits {
  constructor(deps: AlertsDeps) {
    const reader = new AlertReader(deps);
    const matches = new MatchReader(deps);
    const expire = async () => {
      const before = new Date(deps.now().getTime() - KEPT_MS);
      while (await expireHits(deps.db, before, EXPIRED_AT_ONCE));
    };
    const steps = [
      notOftenerThan(MINUTE_MS, deps.now, (signal) => keepToLimits(deps, signal)),
      (signal: AbortSignal) => settleSubscriptions(deps, signal),
      (signal: AbortSignal) => offerViews(deps, signal),
      (signal: AbortSignal) => reader.read(signal),
      (signal: AbortSignal) => readVisits(deps, signal),
      (signal: AbortSignal) => matches.read(signal),
      (signal: AbortSignal) => sendDue(deps, signal),
      (signal: AbortSignal) => sendMails(deps, signal),
      notOftenerThan(DAY_MS, deps.now, expire),
    ];
    super({ database: deps.database, pollMs: POLL_MS, steps, report: deps.report });
  }
}
