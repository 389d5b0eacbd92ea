import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PackagePlan } from '#schemas/api/packages.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Package } from '#schemas/metadata/package.ts';
import { storeHelp } from '#server/commands/seed/help.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { made, savedDefinition, saveDefinition, saveField } from '#tests/support/editing.ts';
import { stagedProjects } from '#tests/support/metadata/staged-projects.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

let source: TestApp;
let target: TestApp;
beforeAll(async () => {
  source = await openTestApp();
  target = await openTestApp();
});
afterAll(async () => {
  await source.close();
  await target.close();
});

const OBJECTS = ['SentProject', 'SentVisit'];
const exported = async () =>
  made(
    await source.post<Package>('staff', '/api/metadata/package/export', {
      name: 'projects',
      title: '项目',
      objects: OBJECTS,
    }),
  );
const planOf = async (pack: Package) =>
  made(await target.post<PackagePlan>('staff', '/api/metadata/package/plan', { package: pack }));
async function body(pack: Package, more: object = {}) {
  const { mark } = made(
    await target.post<PackagePlan>('staff', '/api/metadata/package/plan', { package: pack, ...more }),
  );
  return { package: pack, mark, acceptRights: true, ...more };
}
async function bring(pack: Package): Promise<PackagePlan> {
  const plan = await planOf(pack);
  made(await target.post('staff', '/api/metadata/package/apply', await body(pack)));
  return plan;
}

it('a package speaks of a field by the identifier that it had before, and means the field that is renamed here', async () => {
  for (const definition of stagedProjects('Sent')) made(await saveDefinition(source, definition));
  await bring(await exported());
  const values = { name: '甲', stage: '早期' };
  const { record } = made(
    await target.post<RecordReply>('staff', '/api/metadata/data/SentProject', { clientKey: 'sent-12345678', values }),
  );
  const { version } = savedDefinition(target, 'SentProject');
  const renaming = { objectApiName: 'SentProject', from: 'stage', to: 'phase', baseVersion: version };
  made(await target.post('staff', '/api/metadata/field/rename', renaming));

  const same = await planOf(await exported());
  expect(same.items.filter(({ state }) => state !== 'same')).toEqual([]);

  for (const apiName of OBJECTS) {
    const saved = savedDefinition(source, apiName);
    const fields = saved.fields.map((field) => ({ ...field, config: { ...field.config, help: '由总部说明' } }));
    made(await saveDefinition(source, { ...saved, fields }));
  }
  const plan = await bring(await exported());
  expect(plan.items.map(({ name, state, clashes }) => [name, state, clashes])).toEqual(
    OBJECTS.map((name) => [name, 'changed', []]),
  );
  const project = savedDefinition(target, 'SentProject');
  expect(project.fields.find(({ apiName }) => apiName === 'phase')).toMatchObject({
    config: { formerNames: ['stage'], help: '由总部说明' },
  });
  expect(project.fields.map(({ apiName }) => apiName)).not.toContain('stage');
  const [, filtered, lookup] = savedDefinition(target, 'SentVisit').fields;
  expect(filtered?.config?.targetFilter).toMatchObject({ field: 'phase' });
  expect(lookup?.config?.lookup).toEqual({ reference: 'project', field: 'phase' });
  const kept = made(await target.get<RecordReply>('staff', `/api/metadata/data/SentProject/${record.id}`));
  expect(kept.record).toMatchObject({ phase: '早期' });
  expect(await storageDrift(target.services.database.db)).toEqual([]);
});

it('a record of a package that has a value under the former identifier changes it under the one of here', async () => {
  for (const app of [source, target]) {
    await storeHelp(app.services.database, app.services.writer, TEST_NOW);
    made(await saveField(app, 'HelpArticle', { apiName: 'hint', type: 'text', label: '提示' }));
  }
  const { rows } = await source.services.database.pool.query<{ id: string; version: number }>(
    'select id::text, version from "HelpArticle" order by id limit 1',
  );
  const { id = '', version = 0 } = rows[0] ?? {};
  const write = async (after: number, hint: string) =>
    made(await source.post('staff', `/api/metadata/data/HelpArticle/${id}`, { version: after, values: { hint } }));
  const articles = async () =>
    made(
      await source.post<Package>('staff', '/api/metadata/package/export', {
        name: 'articles',
        title: '文章',
        objects: [],
        articles: true,
      }),
    );
  await write(version, '先前');
  made(await target.post('staff', '/api/metadata/package/apply', await body(await articles(), { others: 'theirs' })));
  const renaming = { objectApiName: 'HelpArticle', from: 'hint', to: 'tip' };
  const { version: baseVersion } = savedDefinition(target, 'HelpArticle');
  made(await target.post('staff', '/api/metadata/field/rename', { ...renaming, baseVersion }));
  expect((await planOf(await articles())).items.filter(({ state }) => state !== 'same')).toEqual([]);
  await write(version + 1, '后来');
  const plan = await planOf(await articles());
  expect(plan.items.filter(({ state }) => state !== 'same')).toMatchObject([
    { state: 'changed', clashes: [], changes: ['“提示”由“先前”改为“后来”'] },
  ]);
});
