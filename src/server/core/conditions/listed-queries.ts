import type { OwnName } from '#generators/own-columns.ts';
import type { Parameters } from './parameters.ts';

/** The list with this id, where this account may read it: its own, or one shared with it. */
function openList(listId: string, reader: string | undefined, parameters: Parameters) {
  const [list, account] = [parameters.add(listId, 'bigint'), parameters.add(reader ?? null, 'bigint')];
  const shared = `exists (select from list_share s where s.list_id = l.id and s.account_id = ${account})`;
  const open = `select from list l where l.id = ${list} and l.removed_at is null and (l.owner_id = ${account} or ${shared})`;
  return { list, open };
}

/**
 * A test that a record is on a list that this account may read. Records of which object a list is of is checked where the
 * condition is; of one that was closed to the account since then none is on it.
 */
export function isListed(listId: string, reader: string | undefined, parameters: Parameters): string {
  const { list, open } = openList(listId, reader, parameters);
  return `(id in (select record_id from list_item where list_id = ${list}) and exists (${open}))`;
}

/** A test that a record is on such a list, and that what the list says of it meets a test; never null. */
export function isListedAs(listId: string, reader: string | undefined, test: string, parameters: Parameters): string {
  const { list, open } = openList(listId, reader, parameters);
  const rows = `select v.record_id from list_value v join list_item i on i.list_id = v.list_id and i.record_id = v.record_id`;
  return `(id in (${rows} where v.list_id = ${list} and ${test}) and exists (${open}))`;
}

/** What a row of `list_value v` holds in one of the columns of its list, as a value of an SQL type. */
export function heldAs({ apiName }: Pick<OwnName, 'apiName'>, sqlType: string): string {
  const text = `(v.held ->> '${apiName}')`;
  // Of a date that is not known to the day, its first one.
  if (sqlType === 'date') return `rpad(${text}, 10, '-01-01')::date`;
  if (sqlType === 'smallint') return `length(${text})`;
  if (sqlType !== 'text[]') return sqlType === 'text' ? text : `${text}::${sqlType}`;
  const members = `array(select jsonb_array_elements_text(v.held -> '${apiName}'))`;
  return `case jsonb_typeof(v.held -> '${apiName}') when 'array' then ${members} end`;
}

/** What a list says in one of its columns of the record of a row: names and ids are checked where they are read. */
export const heldOfRow = (own: OwnName, sqlType: string): string =>
  `(select ${heldAs(own, sqlType)} from list_value v where v.list_id = '${own.listId}'::bigint and v.record_id = id)`;
