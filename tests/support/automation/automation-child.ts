// A process that makes things and follows the rules about them, and kills itself between two steps where it is asked to; without
// a place to die at it ends when nothing is left to do.
import { flushCompileCache } from 'node:module';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openDatabase } from '#server/db/database.ts';
import { memberById } from '#server/features/account/session/profile.ts';
import type { AutomationDeps } from '#server/features/automation/base.ts';
import { dueRuns } from '#server/features/automation/queries.ts';
import { readOn } from '#server/features/automation/read-changes.ts';
import { readDates } from '#server/features/automation/read-dates.ts';
import { runDue } from '#server/features/automation/run.ts';
import { automationParts } from '#server/sending.ts';
import { openServices } from '#server/services.ts';

flushCompileCache();
const { url, dataDir, killAt, makes, name } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  killAt: number;
  makes: number;
  name: string;
};
const database = await openDatabase({ url, dataDir, connections: 4 });
const now = () => new Date('2026-11-21T04:00:00Z');
const services = await openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, now);
let steps = 0;
const deps: AutomationDeps = {
  ...automationParts(services, { memberById }),
  report: (error) => console.error(error),
  between: () => {
    steps += 1;
    if (steps === killAt) process.kill(process.pid, 'SIGKILL');
  },
};
const context = { actor: '1', roles: ['staff'], origin: 'api', now: now() };
for (let made = 0; made < makes; made += 1) {
  const values = { name: `${name}-${made}`, size: 1, due: '2026-11-21' };
  await services.writer.create('Thing', `thing-${name}-${made}`, values, context);
}
for (;;) {
  await readOn(deps);
  await readDates(deps);
  await runDue(deps);
  await readOn(deps);
  if ((await dueRuns(database.db, now(), 1)).length === 0) break;
}
await database.close();
process.exit(0);
