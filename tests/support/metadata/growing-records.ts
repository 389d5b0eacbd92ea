import { sql } from 'kysely';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Db } from '#server/db/database.ts';
import { HELD } from './growing-object.ts';

const wholeNumbers = ({ fields }: ObjectDefinition): string[] =>
  fields.map(({ apiName }) => apiName).filter((apiName) => apiName.startsWith('whole'));

/** What texts were before they were read as whole numbers is kept by a field of the same name and a version. */
const texts = ({ fields }: ObjectDefinition): string[] =>
  fields.filter(({ type, apiName }) => type === 'text' && /^said\d+(V\d+)?$/.test(apiName)).map((one) => one.apiName);
const readTexts = ({ fields }: ObjectDefinition): string[] =>
  fields.filter(({ type, apiName }) => type === 'integer' && /^said\d+$/.test(apiName)).map((one) => one.apiName);

/** Adds a record, and gives all of them a value of every field that is or was a whole number. */
export async function holdAll(db: Db, object: ObjectDefinition): Promise<void> {
  await sql`insert into "Growing" (name) values ('one')`.execute(db);
  for (const apiName of wholeNumbers(object)) {
    await sql`update "Growing" set ${sql.ref(apiName)} = ${sql.lit(HELD)} where ${sql.ref(apiName)} is null`.execute(
      db,
    );
  }
  for (const apiName of readTexts(object)) {
    await sql`update "Growing" set ${sql.ref(apiName)} = ${sql.lit(HELD)} where ${sql.ref(apiName)} is null`.execute(
      db,
    );
  }
  for (const apiName of texts(object)) {
    const held = sql.lit(String(HELD));
    await sql`update "Growing" set ${sql.ref(apiName)} = ${held} where ${sql.ref(apiName)} is null`.execute(db);
  }
}

/**
 * Fields that a record lost its value of: a whole number that was given to all of them, also after it became a decimal, and
 * what the first record, older than every such field, was filled with.
 */
export async function lostValues(db: Db, object: ObjectDefinition): Promise<string[]> {
  const filled = object.fields.filter(({ required, type }) => required && type === 'decimal');
  const lost: string[] = [];
  for (const apiName of wholeNumbers(object)) {
    const { rows } = await sql`
      select 1 from "Growing" where ${sql.ref(apiName)} is distinct from ${sql.lit(HELD)} limit 1`.execute(db);
    if (rows.length > 0) lost.push(apiName);
  }
  for (const apiName of [...texts(object), ...readTexts(object)]) {
    const { rows } = await sql`
      select 1 from "Growing" where ${sql.ref(apiName)}::text is distinct from ${sql.lit(String(HELD))} limit 1`.execute(
      db,
    );
    if (rows.length > 0) lost.push(apiName);
  }
  for (const { apiName } of filled) {
    const { rows } = await sql`
      select 1 from "Growing" where id = (select min(id) from "Growing") and ${sql.ref(apiName)} is distinct from 1.5`.execute(
      db,
    );
    if (rows.length > 0) lost.push(apiName);
  }
  return lost;
}
