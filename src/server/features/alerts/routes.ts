import type { FastifyInstance } from 'fastify';
import {
  createSubscription,
  decideOnView,
  listAlertLines,
  listSubscriptions,
  markSubscriptionSeen,
  readAlertTarget,
  readUnsubscription,
  removeSubscription,
  unsubscribe,
  updateAlertSettings,
  updateSubscription,
} from '#schemas/api/alerts.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { Database, Db } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { faultReporter } from '#server/http/fault-reporter.ts';
import { Alerts, type AlertsDeps } from './alerts.ts';
import type { FindBest } from './matches/best.ts';
import { Subscriptions } from './service.ts';
import { Unsubscriptions } from './unsubscribe.ts';

interface AlertRouteDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly matches: FindBest;
  readonly now: () => Date;
}

export interface OpenAlerts extends Omit<AlertsDeps, 'db' | 'memberOf' | 'memberIn' | 'report'> {
  /** A user with the rights of a moment; undefined where the account is closed or frozen. */
  readonly memberById: (db: Db, accountId: string, now: Date) => Promise<Member | undefined>;
}

/** Lets subscriptions be followed while the app listens. */
export function openAlerts(app: FastifyInstance, { memberById, ...deps }: OpenAlerts): void {
  const { db } = deps.database;
  const memberIn = (trx: Db, id: string) => memberById(trx, id, deps.now());
  const memberOf = (id: string) => memberIn(db, id);
  const report = faultReporter(app.log, 'alerts were not sent');
  const alerts = new Alerts({ ...deps, db, memberOf, memberIn, report });
  app.addHook('onListen', () => alerts.start());
  app.addHook('preClose', () => alerts.stop());
}

/** Subscriptions to views and records, and the way out of their mails. */
export function alertRoutes(app: FastifyInstance, { database, ...deps }: AlertRouteDeps): void {
  const subscriptions = new Subscriptions({ ...deps, db: database.db });
  const ways = new Unsubscriptions({ ...deps, ...database });
  mount(app, listSubscriptions, async ({ actor }) => subscriptions.list(actor));
  mount(app, readAlertTarget, async ({ query, actor }) => subscriptions.target(query, actor));
  mount(app, createSubscription, async ({ body: { source, objectApiName, targetId, ...choice }, actor }) =>
    subscriptions.create({ source, objectApiName, targetId }, choice, actor),
  );
  mount(app, updateSubscription, async ({ params, body: { version, ...choice }, actor }) =>
    subscriptions.update(params.id, version, choice, actor),
  );
  mount(app, decideOnView, async ({ params, body: { version, follow }, actor }) =>
    subscriptions.decide(params.id, version, follow, actor),
  );
  mount(app, removeSubscription, async ({ params, actor }) => {
    await subscriptions.remove(params.id, actor);
    return null;
  });
  mount(app, markSubscriptionSeen, async ({ params, actor }) => subscriptions.seen(params.id, actor));
  mount(app, listAlertLines, async ({ params, actor }) => subscriptions.lines(params.id, actor));
  mount(app, updateAlertSettings, async ({ body, actor }) => subscriptions.settle(body, actor));
  mount(app, readUnsubscription, async ({ query }) => ways.read(query.token));
  mount(app, unsubscribe, async ({ query }) => {
    await ways.end(query.token);
    return null;
  });
}
