import type { FastifyInstance } from 'fastify';
import { tryAutomation } from '#schemas/api/automation.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { notOftenerThan, StepsAfterCommits } from '#server/core/jobs/steps-after-commits.ts';
import { faultReporter } from '#server/http/fault-reporter.ts';
import { mount } from '#server/http/mount.ts';
import type { AutomationDeps } from './base.ts';
import { expireRuns } from './queries.ts';
import { readOn } from './read-changes.ts';
import { readDates } from './read-dates.ts';
import { runDue } from './run.ts';
import { tryRule } from './trial.ts';

/** How soon changes that other processes wrote are read, in milliseconds. */
const POLL_MS = { postgres: 1000, embedded: 15_000 } as const;
const KEPT_MS = 180 * DAY_MS;
const EXPIRED_AT_ONCE = 5000;

/** Reads what changed and which dates came, and does what rules say. */
class Automations extends StepsAfterCommits {
  constructor(deps: AutomationDeps) {
    const { database, now, report } = deps;
    const expire = async () => {
      while (await expireRuns(database.db, new Date(now().getTime() - KEPT_MS), EXPIRED_AT_ONCE));
    };
    const steps = [
      (signal: AbortSignal) => readOn(deps, signal),
      notOftenerThan(MINUTE_MS, now, (signal) => readDates(deps, signal)),
      (signal: AbortSignal) => runDue(deps, signal),
      notOftenerThan(DAY_MS, now, expire),
    ];
    super({ database, pollMs: POLL_MS, steps, report });
  }
}

/** Lets rules be followed while the app listens. */
export function openAutomations(app: FastifyInstance, deps: Omit<AutomationDeps, 'report'>): void {
  const automations = new Automations({ ...deps, report: faultReporter(app.log, 'an automation was not followed') });
  app.addHook('onListen', () => automations.start());
  app.addHook('preClose', () => automations.stop());
}

/** The trial of a rule. */
export function automationRoutes(app: FastifyInstance, deps: Omit<AutomationDeps, 'report'>): void {
  const report = faultReporter(app.log, 'an automation was not tried');
  mount(app, tryAutomation, async ({ body, actor }) => tryRule({ ...deps, report }, body, actor));
}
