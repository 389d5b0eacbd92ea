import { flushCompileCache } from 'node:module';
import { openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { createApp } from '#server/app.ts';
import { openServices } from '#server/services.ts';
import { readJob } from '#server/features/imports/queries.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';

/** What the process receives, as JSON in its one argument. It kills itself before the writing statement of that number. */
export interface WebChildOrder {
  readonly address: { readonly url?: string; readonly dataDir?: string };
  readonly importDir: string;
  readonly id: string;
  readonly task: 'run' | 'undo';
  readonly killBefore?: number;
}

// A killed process keeps nothing: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const order = JSON.parse(process.argv[2] ?? '{}') as WebChildOrder;
const database = await openDatabase(order.address);
const services = await openServices(
  database,
  { objects: shippedObjects(), optionSets: shippedOptionSets() },
  () => new Date(),
);
const app = fromOwnPage(await createApp(services, { signInLimit: 1000, importDir: order.importDir }));
const signedIn = await app.inject({
  method: 'POST',
  url: '/api/p/passport/sign_in',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ username: 'staff', password: TEST_PASSWORD }).toString(),
});
const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
// PostgreSQL lets go of what a killed process held once it has noticed that its connection is gone: the next look at the
// import marks it as interrupted then.
let before = await readJob(database.db, order.id);
while (before?.state === 'running') {
  await app.inject({ url: `/api/imports/${order.id}`, headers: { cookie } });
  before = await readJob(database.db, order.id);
}

const statements = killAtStatement({
  killAt: order.killBefore,
  sent: false,
  writesAlone: true,
  ignored: /\b(?:alert|webhook)_/,
});

const url = `/api/imports/${order.id}/start`;
const started = await app.inject({ method: 'POST', url, headers: { cookie }, payload: { task: order.task } });
if (started.statusCode !== 200) throw new Error(started.body);
let job = await readJob(database.db, order.id);
while (job?.state === 'queued' || job?.state === 'running') job = await readJob(database.db, order.id);
await app.close();
await database.close();
console.log(JSON.stringify({ before: before?.state, job, statements: statements() }));
