import { DAY_MS } from '#shared/time/durations.ts';
import { notOftenerThan, StepsAfterCommits } from '#server/core/jobs/steps-after-commits.ts';
import type { WebhookDeps } from './base.ts';
import { readOn } from './change-reader.ts';
import { expireMessages } from './outbox-queries.ts';
import { KEPT_MS, sendDue } from './sender.ts';

const POLL_MS = { postgres: 1000, embedded: 5000 } as const;
const EXPIRED_AT_ONCE = 5000;

/** Reads what changed into the outbox, and sends what is in it. */
export class WebhookSteps extends StepsAfterCommits {
  constructor(deps: WebhookDeps) {
    const expire = async () => {
      const before = new Date(deps.now().getTime() - KEPT_MS);
      while (await expireMessages(deps.database.db, before, EXPIRED_AT_ONCE));
    };
    const steps = [
      (signal: AbortSignal) => readOn(deps, signal),
      (signal: AbortSignal) => sendDue(deps, signal),
      notOftenerThan(DAY_MS, deps.now, expire),
    ];
    super({ database: deps.database, pollMs: POLL_MS, steps, report: deps.report });
  }
}
