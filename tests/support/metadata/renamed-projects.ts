import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import type { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { allObjects } from '#server/core/catalog/queries.ts';
import { newObject } from '#tests/support/editing.ts';
import { field } from './staged-projects.ts';

export const RENAMED = 'NamedProject';
const VISIT = 'NamedVisit';
/** The names that the field has in turn. */
export const NAMES = ['stage', 'phase'] as const;
const RECORDS = 200;

/** Projects with a value each that a formula, a rule and another object read, and its history. */
export async function namedProjects(db: Db, writer: MetadataWriter): Promise<void> {
  const fields = [
    field('name', 'text'),
    field('stage', 'text', { maxLength: 50, config: { sortable: true, searchable: true } }),
    field('letters', 'formula', { config: { resultType: 'integer', expression: 'size(self.stage)' } }),
  ];
  const rules = [{ id: 'given', kind: 'required' as const, target: 'stage', rule: 'has(self.name)' }];
  await writer.save(newObject(RENAMED, fields, { rules, route: `/data/${RENAMED}` }), 0, 'test');
  const visits = [
    field('name', 'text'),
    field('project', 'reference', { targetApiName: RENAMED }),
    field('stage', 'lookup', { config: { lookup: { reference: 'project', field: 'stage' } } }),
  ];
  await writer.save(newObject(VISIT, visits, { route: `/data/${VISIT}` }), 0, 'test');
  await writer.runIndexJobs();
  await sql`
    insert into ${sql.table(RENAMED)} (name, stage) select 'n' || n, 's' || n from generate_series(1, ${RECORDS}::integer) n`.execute(
    db,
  );
  await sql`
    insert into record_history (object_api_name, record_id, version, at, actor, origin, changes)
    select ${RENAMED}, id, 1, now(), 'test', 'form', jsonb_build_object('stage', jsonb_build_object('before', null, 'after', stage))
    from ${sql.table(RENAMED)}`.execute(db);
}

/** Where definitions, tables and histories do not agree on what the field is called, in words; empty where they do. */
export async function disagreements(db: Db): Promise<string[]> {
  const objects = new Map((await allObjects(db)).map(({ definition }) => [definition.apiName, definition]));
  const [projects, visits] = [objects.get(RENAMED), objects.get(VISIT)];
  const name = NAMES.find((one) => projects?.fields.some(({ apiName }) => apiName === one));
  if (!projects || !visits || name === undefined) return ['the field is gone'];
  const other = NAMES.find((one) => one !== name) ?? '';
  const faults = await storageDrift(db);
  if (visits.fields[2]?.config?.lookup?.field !== name) faults.push('the look-up reads by the other name');
  const { rules, layouts } = projects;
  if (JSON.stringify([rules, layouts, projects.fields[2]]).includes(other)) faults.push('the other name is left');
  const { rows } = await sql<{ values: string; kept: string }>`
    select (select count(*) from ${sql.table(RENAMED)} where ${sql.ref(name)} = 's' || id) as values,
      (select count(*) from record_history where object_api_name = ${RENAMED} and changes -> ${name}::text ->> 'after' = 's' || record_id)
        as kept`.execute(db);
  if (Number(rows[0]?.values) !== RECORDS) faults.push(`${rows[0]?.values} values`);
  if (Number(rows[0]?.kept) !== RECORDS) faults.push(`${rows[0]?.kept} histories`);
  return faults;
}
