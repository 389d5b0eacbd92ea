import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RENAMED_COLUMNS } from '#server/core/catalog/rename/rename-queries.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

/** Columns beside objects that hold no name of a field, or one that is understood when it is read, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'alert_hit.told': 'texts for users',
  'alert_subscription.kinds': 'kinds of news',
  'bulk_edit.changes': 'what was asked, shown in words; none is under way while a field is renamed',
  'bulk_edit.preview': 'counts',
  'bulk_edit.run': 'counts; none is under way while a field is renamed',
  'bulk_edit.undo': 'counts',
  'correction.before': 'a value',
  'correction.proposed': 'a value',
  'duplicate_pair.reasons': 'texts for users',
  'export_run.query': 'a question, whose former names are understood',
  'gone_record.keys': 'keys of sources',
  'import_job.checked': 'counts',
  'import_job.mapping': 'a mapping, whose former names are understood',
  'import_job.progress': 'counts',
  'import_job.result': 'counts',
  'import_job.undo': 'counts',
  'jingchat_verdict.asker': 'who asked',
  'jingchat_verdict.before': 'a question, whose former names are understood',
  'jingchat_verdict.kept': 'a question, whose former names are understood',
  'kept_mapping.mapping': 'a mapping, whose former names are understood',
  'list.fields': 'columns of the list of its owner',
  'list_value.held': 'values of the columns of a list',
  'merge_moved.row': 'a row of a table of the platform',
  'meta_object.definition': 'the definition itself',
  'meta_object_version.definition': 'the definition as it was',
  'meta_object_version.steps': 'what was done',
  'quality_finding.field_label': 'a label',
  'record_visit.sections': 'labels of sections',
  'stated_difference.field_label': 'a label',
  'stated_import.after': 'a value',
  'stated_import.before': 'a value',
  'stated_value.value': 'a value',
  'webhook.events': 'kinds of news',
};

let store: TestDatabase;
beforeAll(async () => {
  store = await openMigratedDatabase();
});
afterAll(() => store.drop());

test('every column that may name a field of an object is either renamed with it, or it is said why not', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.table_name || '.' || c.column_name as place from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.table_name ~ '^[a-z]'
      and (c.udt_name in ('jsonb', '_text') or (c.udt_name = 'text' and c.column_name ~ 'field'))
      and exists (select from information_schema.columns o where o.table_schema = c.table_schema
        and o.table_name = c.table_name and o.column_name in ('object_api_name', 'api_name'))`.execute(
    store.database.db,
  );
  const places = rows.map(({ place }) => place);
  expect(places.filter((place) => !RENAMED_COLUMNS.has(place) && !(place in OTHERS))).toEqual([]);
  expect([...RENAMED_COLUMNS].filter((place) => !places.includes(place))).toEqual([]);
  expect(Object.keys(OTHERS).filter((place) => !places.includes(place) || RENAMED_COLUMNS.has(place))).toEqual([]);
});
