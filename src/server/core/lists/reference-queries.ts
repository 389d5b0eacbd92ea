import { openLogo } from '#generators/detail.ts';
import { quote } from '#generators/storage.ts';
import type { Statement } from '#server/db/read-queries.ts';
import type { ReadableObject } from './readable-object.ts';

/** Ids and names of records. */
export function namesByIds({ table, definition }: ReadableObject, ids: readonly string[]): Statement {
  const name = quote(definition.nameField);
  const logo = openLogo(definition);
  const url = logo ? `${quote(logo.apiName)} ->> 'url'` : 'null';
  return { text: `select id, ${name}, ${url} from ${quote(table)} where id = any($1::bigint[])`, values: [ids] };
}

/** Old ids of merged records, each with the id and the name of its survivor. */
export function survivorsByIds({ table, definition }: ReadableObject, ids: readonly string[]): Statement {
  const name = quote(definition.nameField);
  const text = `select a.old_id, t.id, t.${name} from record_alias a join ${quote(table)} t on t.id = a.record_id
    where a.object_api_name = $1 and a.old_id = any($2::bigint[])`;
  return { text, values: [definition.apiName, ids] };
}

/** Ids and names of records that were archived: links to them stay. */
export function archivedNames({ definition }: ReadableObject, ids: readonly string[]): Statement {
  const text = `select record_id, name from gone_record
    where object_api_name = $1 and record_id = any($2::bigint[]) and kind = 'archived'`;
  return { text, values: [definition.apiName, ids] };
}
