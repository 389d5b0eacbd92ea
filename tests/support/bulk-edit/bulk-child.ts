import { flushCompileCache } from 'node:module';
import type { BulkEdit } from '#schemas/api/bulk.ts';
import { openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { createApp } from '#server/app.ts';
import { openServices } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { TEST_NOW, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';

/** What the process receives, as JSON in its one argument. It kills itself before the statement of that number. */
export interface BulkChildOrder {
  readonly address: { readonly url?: string; readonly dataDir?: string };
  readonly id: string;
  /** What is asked for first; what was left by another process goes on by itself. */
  readonly ask?: 'run' | 'undo';
  readonly killBefore?: number;
}

// A killed process keeps nothing: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const order = JSON.parse(process.argv[2] ?? '{}') as BulkChildOrder;
const database = await openDatabase(order.address);
const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
const services = await openServices(database, shipped, () => TEST_NOW);
const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
const signIn = async (): Promise<string> => {
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/p/passport/sign_in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: 'staff', password: TEST_PASSWORD }).toString(),
  });
  return String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
};
if (order.ask === undefined) killAtStatement({ killAt: order.killBefore, sent: false });
const cookie = await signIn();
const url = `/api/metadata/bulk/${order.id}`;
if (order.ask !== undefined) {
  killAtStatement({ killAt: order.killBefore, sent: false });
  const payload = order.ask === 'undo' ? { reason: '改错了' } : { count: 1200 };
  const asked = await app.inject({ method: 'POST', url: `${url}/${order.ask}`, headers: { cookie }, payload });
  if (asked.statusCode !== 200) throw new Error(asked.body);
}
const read = async () => (await app.inject({ url, headers: { cookie } })).json<{ data: BulkEdit }>().data;
let bulk = await read();
while (['previewing', 'running', 'undoing'].includes(bulk.state)) bulk = await read();
await app.close();
await database.close();
console.log(JSON.stringify(bulk));
