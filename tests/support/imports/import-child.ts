import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { runImport } from '#server/features/imports/run/import-run.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';

/** What the process is told, as JSON in its one argument. It kills itself before the statement of that number. */
export interface ChildOrder {
  readonly address: { readonly url?: string; readonly dataDir?: string };
  readonly file: string;
  readonly mappingFile: string;
  readonly reportDir: string;
  readonly killBefore?: number;
}

// Who is killed leaves nothing behind: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const order = JSON.parse(process.argv[2] ?? '{}') as ChildOrder;
const database = await openDatabase(order.address);
const services = await openServices(
  database,
  { objects: shippedObjects(), optionSets: shippedOptionSets() },
  () => new Date(),
);

let statements = 0;
const counted = new Proxy(Reflect.get(pg.Client.prototype, 'query') as () => unknown, {
  apply(query, client, parameters) {
    statements += 1;
    if (statements === order.killBefore) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(query, client, parameters) as unknown;
  },
});
Reflect.set(pg.Client.prototype, 'query', counted);

const mapping = parseMapping(readFileSync(order.mappingFile, 'utf8'));
const summary = await runImport({ file: order.file, mapping, reportDir: order.reportDir }, services);
await database.close();
console.log(JSON.stringify({ summary, statements }));
