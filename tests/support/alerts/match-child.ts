// A process that asks for lists of matches and sends what is new among their best, over and over, until it kills itself at
// one of the statements that write: before it is sent, or while the database works on it.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openDatabase } from '#server/db/database.ts';
import { openServices } from '#server/services.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';
import { alertsOf } from './alerts-of.ts';
import type { WorkerTask } from './alert-workers.ts';

/** Between two looks, so that the others find something to do too. */
const PAUSE_MS = 3;

const { url, clock, mails, killAt, sent } = JSON.parse(process.argv[2] ?? '{}') as WorkerTask;
const now = () => new Date(readFileSync(clock, 'utf8'));
const database = await openDatabase({ url, connections: 4 });
const services = await openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, now);
const log = openSync(mails, 'a');
const mail = { send: async (one: object) => void writeSync(log, `${JSON.stringify(one)}\n`) };
const faults: unknown[] = [];
const alerts = alertsOf({ services, sent: { providers: { mail } } }, faults);
killAtStatement({ killAt, sent, writesAlone: true });
for (;;) {
  await alerts.wake();
  // What ends with the process is no fault of it; every other one ends it in another way than a kill does.
  if (faults.length > 0) {
    console.error(...faults);
    process.exit(1);
  }
  await wait(PAUSE_MS);
}
