import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { openLogo } from '#generators/detail.ts';
import { isLinking, valueKind } from '#generators/field-types/registry.ts';
import { quote } from '#generators/storage.ts';
import { isSeen } from '#server/core/conditions/conditions.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';

import type { Statement } from '#server/db/read-queries.ts';
import type { ObjectSource, ReadableObject, ReadScope } from './readable-object.ts';

type Seeing = Pick<ReadScope, 'rowsOf' | 'today'>;

/** `and` the records of an object, called `t`, that the reader sees. */
function seenTest(object: ReadableObject, { rowsOf, today }: Seeing, parameters: Parameters): string {
  const seen = rowsOf(object);
  return seen ? ` and ${isSeen(object, seen, today, parameters, 't')}` : '';
}

/** Ids and names of those of some records that the reader sees. */
export function namesByIds(object: ReadableObject, ids: readonly string[], scope: Seeing): Statement {
  const { table, definition } = object;
  const parameters = new Parameters();
  const name = quote(definition.nameField);
  const logo = openLogo(definition);
  const url = logo ? `${quote(logo.apiName)} ->> 'url'` : 'null';
  const some = `t.id = any(${parameters.add(ids, 'bigint[]')})${seenTest(object, scope, parameters)}`;
  return { text: `select id, ${name}, ${url} from ${quote(table)} t where ${some}`, values: parameters.values };
}

/** Old ids of merged records, each with the id and the name of its survivor; of those that the reader sees with `scope`. */
export function survivorsByIds(object: ReadableObject, ids: readonly string[], scope?: Seeing): Statement {
  const { table, definition } = object;
  const parameters = new Parameters();
  const merged = `a.object_api_name = ${parameters.add(definition.apiName, 'text')} and a.old_id = any(${parameters.add(ids, 'bigint[]')})`;
  const seen = scope ? seenTest(object, scope, parameters) : '';
  const text = `select a.old_id, t.id, t.${quote(definition.nameField)} from record_alias a
    join ${quote(table)} t on t.id = a.record_id where ${merged}${seen}`;
  return { text, values: parameters.values };
}

/** Ids and names of records that were archived: links to them stay. */
export function archivedNames({ definition }: ReadableObject, ids: readonly string[]): Statement {
  const text = `select record_id, name from gone_record
    where object_api_name = $1 and record_id = any($2::bigint[]) and kind = 'archived'`;
  return { text, values: [definition.apiName, ids] };
}

/** Words behind the name of a record that was archived: it is named, and no longer there. */
export const ARCHIVED = '（已归档）';
/** The address of a picture that is for all who see the name. */
export const PUBLIC_FILE = '^/files/public/[0-9a-f]{32}$';

/** Texts by the object that is linked to and the id in the row. */
const NAMES = new WeakMap<ReadableObject, Map<string, string>>();

function nameJson(target: ReadableObject, id: string, scope: Seeing, parameters: Parameters): string {
  const seen = seenTest(target, scope, parameters);
  // The values of the condition have places of their own in each statement.
  if (seen !== '') return writeName(target, id, seen);
  const known = NAMES.get(target) ?? new Map<string, string>();
  NAMES.set(target, known);
  const text = known.get(id) ?? writeName(target, id);
  known.set(id, text);
  return text;
}

/**
 * The name of a record as the rest of the JSON of a link to it, its logo with it: of one that was merged the name of its
 * survivor, of one that was archived with a word; empty for one that is gone. With `seen` also for one that does not meet
 * that test, as no archived one is known to.
 */
function writeName({ table, definition }: ReadableObject, id: string, seen = ''): string {
  const [rows, object] = [quote(table), `object_api_name = '${definition.apiName}'`];
  const [name, logo] = [`t.${quote(definition.nameField)}::text`, openLogo(definition)];
  const named = (text: string) => `',"name":' || to_json(${text})`;
  const url = logo && `t.${quote(logo.apiName)} ->> 'url'`;
  const picture = url ? ` || case when ${url} ~ '${PUBLIC_FILE}' then ',"logo":' || to_json(${url}) else '' end` : '';
  const own = `select coalesce(${named(name)}${picture}, '') from ${rows} t where t.id = ${id}${seen}`;
  const archived = `select ${named(`name || '${ARCHIVED}'`)} || ',"archived":true' from gone_record
    where ${object} and record_id = ${id} and kind = 'archived'`;
  const merged = `select ${named(name)} from record_alias a join ${rows} t on t.id = a.record_id
    where a.${object} and a.old_id = ${id}${seen}`;
  return `coalesce((${own}), ${seen === '' ? `(${archived}), ` : ''}(${merged}), '')`;
}

/**
 * The links of a field of an object as JSON text with the names of their records; null where nothing is known. Those to records
 * that the reader does not see are left out: one id in many records would say what these have in common.
 */
export const linkJson =
  ({ table }: ReadableObject, objects: ObjectSource, scope: Seeing, parameters: Parameters) =>
  (field: FieldDefinition): string => {
    const target = objects.find(field.targetApiName ?? '');
    const column = `${quote(table)}.${quote(field.apiName)}`;
    const one = (id: string) =>
      `'{"id":"' || ${id} || '"' || ${target ? nameJson(target, id, scope, parameters) : "''"} || '}'`;
    const isLimited = target !== undefined && scope.rowsOf(target) !== undefined;
    const seen = (id: string) =>
      isLimited
        ? `(select '{"id":"' || ${id} || '"' || n.name || '}' from (select ${nameJson(target, id, scope, parameters)} as name) n where n.name <> '')`
        : one(id);
    if (valueKind(field) === 'link') return seen(column);
    const all = `select string_agg(${seen('l.id')}, ',' order by l.at) from unnest(${column}) with ordinality l(id, at)`;
    if (isLimited) return `'[' || (${all}) || ']'`;
    return `case when ${column} is not null then '[' || coalesce((${all}), '') || ']' end`;
  };

/** The test in a statement that the reader sees all records that a field links to; nothing where all records there are seen. */
export const seesLinks =
  (object: ReadableObject, objects: ObjectSource, scope: Seeing, parameters: Parameters) =>
  (field: FieldDefinition): string | undefined => {
    const target = isLinking(field) ? objects.find(field.targetApiName ?? '') : undefined;
    if (!target || scope.rowsOf(target) === undefined) return undefined;
    const column = `${quote(object.table)}.${quote(field.apiName)}`;
    const isUnseen = (id: string) => `${nameJson(target, id, scope, parameters)} = ''`;
    if (valueKind(field) === 'link') return `(${column} is not null and ${isUnseen(column)}) is not true`;
    return `not exists (select from unnest(${column}) l(id) where ${isUnseen('l.id')})`;
  };
