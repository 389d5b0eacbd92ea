import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/lib/shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import { findLocalPostgres } from '#tests/support/local-postgres.ts';
import { fillTable, settleTable } from './queries.ts';

/** The shipped companies with a million records, in a database of the bench's own. */
interface Companies {
  readonly services: Services;
  readonly drop: () => Promise<void>;
}

const COUNT = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** A database of this name is kept and used again, for whoever measures many times; by default each run has its own. */
const KEPT = process.env['BENCH_DATABASE'];

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function make(admin: string): Promise<Companies> {
  const name = KEPT ?? `jingtu_bench_${randomBytes(4).toString('hex')}`;
  const address = new URL(admin);
  address.pathname = `/${name}`;
  if (KEPT === undefined) await asAdmin(admin, `create database ${name}`);
  const database = await openDatabase({ url: address.href, connections: 16 });
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(database, shipped, () => new Date());
  const { definition } = services.catalog.object('InsightCompany');
  const { rows } = await database.pool.query<{ filled: boolean }>(
    'select exists (select from "InsightCompany") as filled',
  );
  if (!rows[0]?.filled) {
    const started = performance.now();
    await fillTable(database.pool, services.catalog.object('InsightIndustryLabel').definition, 100);
    await fillTable(database.pool, definition, COUNT);
    await services.metadata.runIndexJobs();
    await settleTable(database.pool, definition);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${COUNT.toLocaleString('en')} companies × ${definition.fields.length} fields made in ${seconds} s`);
  }
  return {
    services,
    drop: async () => {
      await database.close();
      if (KEPT === undefined) await asAdmin(admin, `drop database ${name} with (force)`);
    },
  };
}

/**
 * Measures with the million companies, which take a minute or two to make and are dropped at the end. No rows, with words,
 * where there is no PostgreSQL.
 */
export async function withCompanies<Row>(measure: (services: Services) => Promise<Row[]>): Promise<Row[]> {
  const postgres = await findLocalPostgres();
  const admin = process.env['DATABASE_URL'] ?? ('url' in postgres ? postgres.url : undefined);
  if (admin === undefined) {
    console.log(`Not measured, as these figures are PostgreSQL's: ${'absent' in postgres ? postgres.absent : ''}`);
    return [];
  }
  const { services, drop } = await make(admin);
  try {
    return await measure(services);
  } finally {
    await drop();
  }
}
