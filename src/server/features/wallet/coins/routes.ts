import type { FastifyInstance } from 'fastify';
import { readBalance, readLedger, readVip } from '#schemas/api/coins.ts';
import type { Db } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { Coins } from './service.ts';

/** Coins and VIP of the signed-in user. */
export function coinRoutes(app: FastifyInstance, { db, now }: { readonly db: Db; readonly now: () => Date }): void {
  const service = new Coins(db, now);
  mount(app, readBalance, async ({ actor }) => service.balance(actor));
  mount(app, readLedger, async ({ query, actor }) => service.ledger(actor, query.after));
  mount(app, readVip, async ({ actor }) => service.vip(actor));
}
