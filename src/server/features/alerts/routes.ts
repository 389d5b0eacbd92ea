import type { FastifyInstance } from 'fastify';
import {
  createSubscription,
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
import { Alerts, type AlertsDeps } from './alerts.ts';
import { Subscriptions } from './service.ts';
import { Unsubscriptions } from './unsubscribe.ts';

interface AlertRouteDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly now: () => Date;
}

interface OpenDeps extends Omit<AlertsDeps, 'db' | 'memberOf' | 'report'> {
  /** A user with the rights of a moment; undefined where the account is closed or frozen. */
  readonly memberById: (db: Db, accountId: string, now: Date) => Promise<Member | undefined>;
}

/** Lets subscriptions be followed while the app listens. */
export function openAlerts(app: FastifyInstance, { memberById, ...deps }: OpenDeps): void {
  const { db } = deps.database;
  const memberOf = (id: string) => memberById(db, id, deps.now());
  const report = (error: unknown) => app.log.error({ err: error }, 'alerts were not sent');
  const alerts = new Alerts({ ...deps, db, memberOf, report });
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
