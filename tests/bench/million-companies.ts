import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import { findLocalPostgres } from '#tests/support/databases/local-postgres.ts';
import { fillSearch } from './fill-search.ts';
import { fillTable, settleTable } from './queries.ts';

/** The shipped companies with a million records, in a database of the bench's own. */
interface Companies {
  readonly services: Services;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

const COUNT = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** A database of this name is kept and used again, for a developer who measures many times; by default each run has its own. */
const KEPT = process.env['BENCH_DATABASE'];

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Fills an empty database; says in a line what it holds. */
type Fill = (services: Services) => Promise<string>;

async function make(admin: string, kept: string | undefined, fill: Fill): Promise<Companies> {
  const name = kept ?? `jingtu_bench_${randomBytes(4).toString('hex')}`;
  const address = new URL(admin);
  address.pathname = `/${name}`;
  if (kept === undefined) await asAdmin(admin, `create database ${name}`);
  const database = await openDatabase({ url: address.href, connections: 16 });
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(database, shipped, () => new Date());
  const { rows } = await database.pool.query<{ filled: boolean }>(
    'select exists (select from "InsightCompany") as filled',
  );
  if (!rows[0]?.filled) {
    const started = performance.now();
    const made = await fill(services);
    console.log(`${made} made in ${Math.round((performance.now() - started) / 1000)} s`);
  }
  return {
    services,
    url: address.href,
    drop: async () => {
      await database.close();
      if (kept === undefined) await asAdmin(admin, `drop database ${name} with (force)`);
    },
  };
}

/** Measures on an open database, which other processes may open by its address. */
type Measure<Row> = (services: Services, url: string) => Promise<Row[]>;

async function fillCompanies({ catalog, database, metadata }: Services): Promise<string> {
  const object = catalog.object('InsightCompany');
  await fillTable(database.pool, catalog.object('InsightIndustryLabel').definition, 100);
  await fillTable(database.pool, object.definition, COUNT);
  await fillSearch(database, object);
  await metadata.runIndexJobs();
  await settleTable(database.pool, object.definition);
  return `${COUNT.toLocaleString('en')} companies × ${object.fields.length} fields`;
}

/**
 * Measures with the million companies, which take a few minutes to make and are dropped at the end. No rows, with words,
 * where there is no PostgreSQL.
 */
export const withCompanies = <Row>(measure: Measure<Row>): Promise<Row[]> =>
  withBenchDatabase(KEPT, fillCompanies, measure);

/** The same with records of another kind. The database is kept under the name `kept` when there is one. */
export async function withBenchDatabase<Row>(
  kept: string | undefined,
  fill: Fill,
  measure: Measure<Row>,
): Promise<Row[]> {
  const postgres = await findLocalPostgres();
  const admin = process.env['DATABASE_URL'] ?? ('url' in postgres ? postgres.url : undefined);
  if (admin === undefined) {
    console.log(`Not measured, as these figures are PostgreSQL's: ${'absent' in postgres ? postgres.absent : ''}`);
    return [];
  }
  const { services, url, drop } = await make(admin, kept, fill);
  try {
    return await measure(services, url);
  } finally {
    await drop();
  }
}
