// A process that serves the product on a database of the test's, with routes that bring about faults that nothing handles.
// Prints its port when it listens.
import { setTimeout as wait } from 'node:timers/promises';
import { isWritable } from '#server/db/database-facts.ts';
import { healthRoutes } from '#server/http/health.ts';
import { openDatabase } from '#server/db/database.ts';
import { createApp } from '#server/app.ts';
import { openListenSockets } from '#server/http/listen-sockets.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { ProcessEnd } from '#server/process-end.ts';
import { openServices } from '#server/services.ts';

/** What the process receives, as JSON in its one argument. */
export interface FaultChildOrder {
  readonly address: { readonly url?: string; readonly dataDir?: string };
  readonly importDir: string;
  readonly drainMs: number;
  readonly leaveMs?: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as FaultChildOrder;
const database = await openDatabase(order.address);
const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
const services = await openServices(database, shipped, () => new Date());
const app = await createApp(services, { signInLimit: 1000, importDir: order.importDir, logger: { level: 'error' } });

const never = Promise.withResolvers<never>().promise;
app.get('/test/throws-in-callback', async () => {
  await services.database.pool.query('select 1');
  setImmediate(() => {
    throw new Error('a callback threw');
  });
  return never;
});
app.get('/test/rejects-unheard', async () => {
  void Promise.reject(new Error('a promise was rejected unheard'));
  return never;
});
const finish = Promise.withResolvers<void>();
app.get('/test/waits', async () => {
  process.stdout.write('waiting\n');
  await finish.promise;
  // The database is still open for those who are waited for.
  return (await services.database.pool.query('select 1 as one')).rows[0];
});
app.get('/test/hangs', () => {
  process.stdout.write('waiting\n');
  return never;
});
process.on('SIGUSR2', () => finish.resolve());

const health = healthRoutes(app, {
  isWritable: () => isWritable(database),
  clock: () => performance.now(),
  wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
});
const sockets = await openListenSockets(app, { host: '127.0.0.1', port: 0 });
new ProcessEnd({ ...order, app, sockets, database, drain: health.drain }).watch();
process.stdout.write(`port ${sockets.port}\n`);
