// A process that writes slices of records for as long as it lives, and kills itself at one of its statements: before it
// is sent, or while the database works on it.
import { flushCompileCache } from 'node:module';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openDatabase } from '#server/db/database.ts';
import { openServices } from '#server/services.ts';
import { killAtStatement } from './killed-statements.ts';

// A killed process keeps nothing: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const { url, dataDir, killAt, sent } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  killAt: number;
  sent: boolean;
};
const now = () => new Date('2026-11-21T04:00:00Z');
const database = await openDatabase({ url, dataDir, connections: 2 });
const { writer } = await openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, now);

killAtStatement({ killAt, sent });

const context = { actor: 'system', roles: ['staff'], origin: 'import:killed', now: now() };
for (let slice = 0; ; slice += 1) {
  // Half of each slice changes records of the one before.
  const rows = Array.from({ length: 40 }, (_, index) => {
    const key = `${process.pid}-${slice * 20 + index}`;
    return { key, values: { name: `企业 ${key}`, brief: `第 ${slice} 次` } };
  });
  await writer.writeMany('InsightCompany', 'killed', rows, context);
}
