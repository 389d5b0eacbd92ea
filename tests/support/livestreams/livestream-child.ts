// A process that notifies the followers of a livestream that it has begun, and kills itself at one of the statements of that: before
// it is sent, or while the database works on it. Prints how many statements there were when it livestreams through all of them.
import { openDatabase } from '#server/db/database.ts';
import { notifyFollowers } from '#server/features/livestreams/notify-followers.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';

const { url, dataDir, at, killAt, sent } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  at: string;
  killAt: number;
  sent: boolean;
};
const database = await openDatabase({ url, dataDir, connections: 2 });
// The connection is there already: only statements of the notification are counted.
await database.pool.query('select 1');

const statements = killAtStatement({ killAt, sent });

await notifyFollowers({ db: database.db, hints: { announceNotice: () => undefined } }, new Date(at));
process.stdout.write(String(statements()));
await database.close();
