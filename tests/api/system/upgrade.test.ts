import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { readVersions } from '#server/core/catalog/versions/queries.ts';
import { openServices } from '#server/services.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

let store: TestDatabase;
beforeEach(async () => {
  store = await openMigratedDatabase();
});
afterEach(() => store.drop());

const colour = { apiName: 'colour', type: 'text', label: '颜色' } as const;

function things(fields: ObjectDefinition['fields'], audience: 'member' | 'staff' = 'member'): ObjectDefinition {
  const { layouts, ...rest } = sampleObject([{ apiName: 'name', type: 'text', label: '名称' }, ...fields]);
  const columns = ['name', ...fields.map(({ apiName }) => apiName)];
  return {
    ...rest,
    apiName: 'Thing',
    kind: 'system',
    source: 'thing_list',
    route: '/staff/things',
    layouts: { ...layouts, list: { columns, filters: [], sort: [] }, form: { sections: [] } },
    access: { list: audience, detail: audience, create: 'staff', edit: 'staff' },
  };
}

/** A view with these columns, then a start of the release that ships the object. */
async function start(object: ObjectDefinition) {
  const columns = object.fields.map(({ apiName }) => `'x'::text as "${apiName}"`).join();
  await sql`drop view if exists thing_list`.execute(store.database.db);
  await sql`create view thing_list as select 1::bigint as id, 1 as version, now() as "createdAt", now() as "updatedAt",
    '1'::text as "createdBy", ${sql.raw(columns)}`.execute(store.database.db);
  return openServices(store.database, { objects: [object], optionSets: [] }, () => TEST_NOW);
}

const edited = async () => {
  const { catalog, metadata } = await start(things([colour]));
  await metadata.save({ ...catalog.object('Thing').saved, label: '我们的' }, 1, '7');
};

it('what staff made of a system object stays where it fits the view of a newer release', async () => {
  await edited();
  const { catalog, unfit } = await start(things([colour, { apiName: 'size', type: 'text', label: '大小' }]));
  expect(unfit).toEqual([]);
  expect(catalog.object('Thing').saved).toMatchObject({ label: '我们的', version: 2 });
});

it('where it fits no more, what ships takes its place, the start says why, and the version of staff is kept', async () => {
  await edited();
  const ships = things([]);
  const { catalog, unfit } = await start(ships);
  expect(unfit).toEqual(['Thing 2: 字段“颜色”：数据视图“thing_list”没有列“colour”']);
  expect(catalog.object('Thing').saved).toMatchObject({ label: ships.label, version: 3, layouts: ships.layouts });
  const versions = await readVersions(store.database.db, { kind: 'object', name: 'Thing' }, 9);
  expect(versions.map(({ author }) => author)).toEqual(['system', '7', 'system']);
  expect((await start(ships)).unfit).toEqual([]);
});

it('access is that of the release, with the labels of staff', async () => {
  await edited();
  const { catalog } = await start(things([colour], 'staff'));
  expect(catalog.object('Thing').saved).toMatchObject({
    label: '我们的',
    access: { list: 'staff', detail: 'staff' },
  });
});
