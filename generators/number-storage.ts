import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isEmptyIn } from './back-fill-storage.ts';
import { numberedFields, numberPattern, sequenceOf, startsNumbering, YEAR } from './numbers.ts';
import { quote, tableOf, textLiteral } from './storage-names.ts';

/** The last number that a sequence gave, as SQL of one row; 0 when it gave none. */
export const lastNumber = (sequence: string): string =>
  `(select last_value - (not is_called)::integer as last from ${sequence})`;

/** The year of a record as SQL: that of the day when it was first seen here, in Asia/Shanghai. */
export const YEAR_SQL = `to_char("createdAt" at time zone 'Asia/Shanghai', 'YYYY')`;

/** A number of a record as SQL, as `numberText` writes it. */
function numberSql({ config }: FieldDefinition, count: string): string {
  const { prefix = '', digits = 1 } = config?.autoNumber ?? {};
  const head = `replace(${textLiteral(prefix)}, ${textLiteral(YEAR)}, ${YEAR_SQL})`;
  return `${head} || lpad(${count}::text, greatest(${digits}, length(${count}::text)), '0')`;
}

/** Numbers all records that have none, in the order in which they were first seen. */
export function numberStep(table: string, field: FieldDefinition): StorageStep {
  const sequence = sequenceOf(table, field);
  const empty = `select id from ${quote(table)} where ${isEmptyIn(field)} order by "createdAt", id offset 0`;
  const sql = `with numbered as materialized (select id, nextval('${sequence}') as count from (${empty}) empty)
update ${quote(table)} as kept set ${quote(field.apiName)} = ${numberSql(field, 'numbered.count')}
from numbered where kept.id = numbered.id`;
  return { kind: 'fillColumn', table, target: field.apiName, sql, deferred: false };
}

/** Sequences of the fields that number records from this definition on, each behind the highest number that is there. */
export function sequenceSteps(from: ObjectDefinition | undefined, to: ObjectDefinition): StorageStep[] {
  const table = tableOf(to);
  return numberedFields(to.fields)
    .filter((field) => startsNumbering(from, field))
    .flatMap((field): StorageStep[] => {
      const sequence = sequenceOf(table, field);
      const step = { table, target: field.apiName, deferred: false } as const;
      const create = { ...step, kind: 'createSequence', sql: `create sequence if not exists ${sequence}` } as const;
      if (!from) return [create];
      const highest = `(select max(substring(${quote(field.apiName)} from ${textLiteral(numberPattern(field))})::bigint) as highest from ${quote(table)})`;
      // Set as given, and not as the next one: a backup knows how far a sequence came only of what it gave.
      const sql = `select setval('${sequence}', greatest(given.last, kept.highest))
from ${lastNumber(sequence)} given, ${highest} kept where greatest(given.last, kept.highest) > 0`;
      return [create, { ...step, kind: 'advanceSequence', sql }];
    });
}
