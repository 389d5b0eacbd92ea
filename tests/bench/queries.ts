import type pg from 'pg';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { quote, tableOf } from '#generators/storage.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { foundByKeyword } from '#server/core/conditions/keyword.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** A number from 0 up to a million that looks random and is the same in every run: row `i`, field number `salt`. */
const random = (salt: number): string => `(hashint8extended(i, ${salt}) & 1048575)`;

const list = (values: readonly string[]): string =>
  `array[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}]`;
const pick = (values: readonly string[], salt: number): string =>
  `(${list(values)})[1 + ${random(salt)} % ${values.length}]`;

/** SQL for each column of a field, in the order the columns are kept; one record in nine has nothing. */
function expressions(field: FieldDefinition, salt: number): Record<string, string> {
  const { apiName, selectOptions = [] } = field;
  const known = (sql: string) => `case when ${random(salt + 1000)} % 9 > 0 then ${sql} end`;
  const options = selectOptions.map(({ value }) => value).slice(0, 400);
  switch (valueKind(field)) {
    case 'text':
      if (field.type === 'longText') return { [apiName]: known(`repeat('示例企业的介绍文字。', 8)`) };
      if (options.length > 0) return { [apiName]: known(pick(options, salt)) };
      return { [apiName]: apiName === 'name' ? `'示例企业' || i` : known(`'示例文本' || ${random(salt)}`) };
    case 'integer':
      return { [apiName]: known(`${random(salt)} % 500`) };
    case 'decimal':
      return { [apiName]: known(`${random(salt)} / 100.0`) };
    case 'money': {
      const names = currencyColumns(apiName);
      const num = `(${random(salt)} * 100)::numeric`;
      return { [names.num]: num, [names.currency]: `'CNY'`, [names.equivalent]: known(num), [names.band]: 'null' };
    }
    case 'date':
      return { [apiName]: `date '2005-01-01' + (${random(salt)} % 8000)::int`, [`${apiName}_precision`]: '10' };
    case 'instant':
      return { [apiName]: `timestamptz '2005-01-01' + ${random(salt)} * interval '1 minute'` };
    case 'boolean':
      return { [apiName]: known(`${random(salt)} % 3 = 0`) };
    case 'link':
      return { [apiName]: known(`1 + ${random(salt)} % 50`) };
    case 'links':
      return { [apiName]: known(`array[1 + ${random(salt)} % 50, 51 + ${random(salt)} % 50]`) };
    case 'texts':
      return {
        [apiName]: known(
          options.length > 0
            ? `array[${pick(options, salt)}]`
            : `array['词' || ${random(salt)} % 900, '词' || 900 + ${random(salt)} % 99]`,
        ),
      };
    case 'file':
      return {
        [apiName]: known(`'{"url":"https://files.example.com/logo.png","name":"logo.png","size":1024}'::jsonb`),
      };
  }
}

/** Fills an object's table inside the database with records whose every field has values of many kinds. */
export async function fillTable(pool: pg.Pool, object: ObjectDefinition, count: number): Promise<void> {
  const columns = Object.assign({}, ...object.fields.map((field, salt) => expressions(field, salt))) as Record<
    string,
    string
  >;
  const table = quote(tableOf(object));
  await pool.query(`insert into ${table} (${Object.keys(columns).map(quote).join(', ')})
    select ${Object.values(columns).join(', ')} from generate_series(1, ${count}) i`);
}

/** Deals of so many companies in no order, where there are none yet: some companies have none, some have several. */
export async function fillDeals(pool: pg.Pool, count: number, companies: number): Promise<void> {
  await pool.query(
    `insert into "InsightTransaction" (title, company, round, "fundedOn", "fundedOn_precision", amount, amount_currency, amount_cny)
     select '交易' || i, 1 + (hashint8extended(i, 1) & 1073741823) % $2::bigint, 'A轮',
       date '2005-01-01' + (${random(2)} % 8000)::int, 10, ${random(3)} * 100, 'CNY', ${random(3)} * 100
     from generate_series(1, $1::bigint) i where not exists (select from "InsightTransaction")`,
    [count, companies],
  );
}

/** How many companies have other values in two fields than their deals say: how many, and the day of the latest. */
export async function countWrong(pool: pg.Pool, deals: string, latest: string): Promise<number> {
  const { rows } = await pool.query<{ wrong: string }>(
    `select count(*) as wrong from "InsightCompany" c
     left join (select company, count(*) as n, max("fundedOn") as day from "InsightTransaction" group by 1) t on t.company = c.id
     where (c.${quote(deals)}, c.${quote(latest)}) is distinct from (coalesce(t.n, 0), t.day)`,
  );
  return Number(rows[0]?.wrong);
}

/** Leaves a filled table as autovacuum would. */
export async function settleTable(pool: pg.Pool, object: ObjectDefinition): Promise<void> {
  await pool.query(`vacuum (analyze) ${quote(tableOf(object))}`);
}

type NaiveFilter = { readonly statuses: readonly string[]; readonly least: string };

const NAIVE = 'from "InsightCompany" where status = any($1) and "fundingTotal_cny" >= $2';

/** One page with every column, by offset. */
export async function naivePage(
  pool: pg.Pool,
  { statuses, least, offset }: NaiveFilter & { readonly offset: number },
): Promise<unknown[]> {
  const text = `select * ${NAIVE} order by "latestRoundOn" desc nulls last, id desc limit 20 offset $3`;
  return (await pool.query(text, [statuses, least, offset])).rows;
}

/** All that match. */
export async function naiveCount(pool: pg.Pool, { statuses, least }: NaiveFilter): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) ${NAIVE}`, [statuses, least]);
  return Number(rows[0]?.count);
}

/** A user who may open every list. */
export async function insertMember(pool: pg.Pool, username: string, passwordHash: string): Promise<void> {
  await pool.query(
    `insert into account (username, name, password_hash, roles, vip_type) values ($1, $1, $2, '{PERSONAL_INVESTOR}', 3)
     on conflict (username) do update set password_hash = excluded.password_hash`,
    [username, passwordHash],
  );
}

/** Reads from an object's table in a transaction that stays open, as a long report does; the answer ends it. */
export async function holdOpen(pool: pg.Pool, apiName: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`select id from ${quote(apiName)} limit 1`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** The id and some columns of so many rows behind an id, in the order of the ids. */
export async function searchedColumns(
  pool: pg.Pool,
  table: string,
  columns: readonly string[],
  after: string,
  count: number,
): Promise<unknown[][]> {
  const text = `select ${['id', ...columns].map(quote).join(', ')} from ${quote(table)} where id > $1 order by id limit ${count}`;
  return (await pool.query<unknown[]>({ text, values: [after], rowMode: 'array' })).rows;
}

/** A million records are indexed in one go: entry by entry takes several times as long. */
export async function dropGramIndex(pool: pg.Pool): Promise<void> {
  await pool.query('drop index if exists record_search_grams_idx');
}

export async function makeGramIndex(pool: pg.Pool): Promise<void> {
  await pool.query('create index record_search_grams_idx on record_search using gin (grams)');
  await pool.query('vacuum (analyze) record_search');
}

/** Puts companies of these names into their table. */
export async function insertNames(
  pool: pg.Pool,
  rows: readonly { readonly name: string; readonly legalName: string }[],
): Promise<void> {
  await pool.query(
    `insert into "InsightCompany" (name, "legalName", "latestRoundOn")
     select name, legal, date '2005-01-01' + (hashtext(legal) & 4095) from unnest($1::text[], $2::text[]) as row(name, legal)`,
    [rows.map(({ name }) => name), rows.map(({ legalName }) => legalName)],
  );
}

/** The ids of all companies that a keyword finds by the search index. */
export async function idsByKeyword(pool: pg.Pool, object: CatalogObject, keyword: string): Promise<string[]> {
  const parameters = new Parameters();
  const found = foundByKeyword({ object, readable: object.fields, keyword }, parameters);
  const { rows } = await pool.query<[string]>({
    text: `select found_id from (${found}) found order by found_id`,
    values: parameters.values,
    rowMode: 'array',
  });
  return rows.map(([id]) => id);
}

/** The usual way: twenty rows of what some columns hold anywhere, newest first. */
export async function naiveSearch(pool: pg.Pool, text: string): Promise<void> {
  const where = `name ilike $1 or "legalName" ilike $1 or "englishName" ilike $1`;
  await pool.query(`select id, name, "legalName" from "InsightCompany" where ${where} order by id desc limit 20`, [
    `%${text}%`,
  ]);
}

/** The least that a scan can be: one column of one table, on as many workers as PostgreSQL takes. */
export async function bareScan(pool: pg.Pool, text: string): Promise<void> {
  await pool.query(`select id from record_search where object_api_name = 'InsightCompany' and names like $1`, [
    `%${text}%`,
  ]);
}

/** So many investors, who are there once however often this is called. */
export async function insertAskers(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into account (username, name, roles, vip_type, created_at)
     select 'asker-' || i, '提问者' || i, array['ORG_INVESTOR'], 0, now() from generate_series(0, $1::integer - 1) i
     on conflict do nothing`,
    [count],
  );
}

/** Seconds that one statement takes to count the companies with a credit code and no full name. */
export async function failingByHand(pool: pg.Pool): Promise<number> {
  const began = performance.now();
  await pool.query(`select count(*) from "InsightCompany" where "creditCode" is not null and "legalName" is null`);
  return (performance.now() - began) / 1000;
}
