// A process that reads the change log, sends what is due and sends the mails, over and over, until it kills itself at one of
// the statements that write: before it is sent, or while the database works on it.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { openDatabase } from '#server/db/database.ts';
import { memberById } from '#server/features/account/session/profile.ts';
import { Alerts } from '#server/features/alerts/alerts.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';
import type { WorkerTask } from './alert-workers.ts';

/** Between two looks, so that the others find something to do too. */
const PAUSE_MS = 3;

const { url, clock, mails, killAt, sent } = JSON.parse(process.argv[2] ?? '{}') as WorkerTask;
const now = () => new Date(readFileSync(clock, 'utf8'));
const database = await openDatabase({ url, connections: 4 });
const catalog = new Catalog(database.db);
await catalog.load();
const log = openSync(mails, 'a');
const alerts = new Alerts({
  database,
  db: database.db,
  catalog,
  reader: new RecordReader(database, catalog),
  now,
  // There are no such subscriptions here.
  matches: () => Promise.reject(new Error('No list of matches is asked for here.')),
  hints: { announceNotice: () => undefined },
  memberIn: (trx, id) => memberById(trx, id, now()),
  memberOf: (id) => memberById(database.db, id, now()),
  mail: { send: async (mail) => void writeSync(log, `${JSON.stringify(mail)}\n`) },
  productName: '鲸图',
  linkOrigin: () => 'http://data.example',
  report: (error) => {
    // What ends with the process is no fault of it; every other one ends it in another way than a kill does.
    console.error(error);
    process.exit(1);
  },
});
killAtStatement({ killAt, sent, writesAlone: true });
for (;;) {
  await alerts.wake();
  await wait(PAUSE_MS);
}
