import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { openDatabase } from '#server/db/database.ts';
import { runImport } from '#server/features/imports/run/import-run.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';

/** What the process receives, as JSON in its one argument. It kills itself before the statement of that number. */
export interface ChildOrder {
  readonly address: { readonly url?: string; readonly dataDir?: string };
  readonly file: string;
  readonly mappingFile: string;
  readonly reportDir: string;
  readonly killBefore?: number;
}

// A killed process keeps nothing: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const order = JSON.parse(process.argv[2] ?? '{}') as ChildOrder;
const database = await openDatabase(order.address);
const services = await openServices(
  database,
  { objects: shippedObjects(), optionSets: shippedOptionSets() },
  () => new Date(),
);

const statements = killAtStatement({ killAt: order.killBefore, sent: false });

const mapping = parseMapping(readFileSync(order.mappingFile, 'utf8'));
const summary = await runImport({ file: order.file, mapping, reportDir: order.reportDir }, services);
await database.close();
console.log(JSON.stringify({ summary, statements: statements() }));
