import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { withCurrentFields } from '#server/features/imports/mapping/current-fields.ts';
import { made, newObject, savedDefinition, saveDefinition, type SavedDefinition } from '#tests/support/editing.ts';
import { field, stagedProjects } from '#tests/support/metadata/staged-projects.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
let test: TestApp;
let keys = 0;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const rename = (objectApiName: string, from: string, to: string, baseVersion?: number) =>
  test.post<SavedDefinition>('staff', '/api/metadata/field/rename', {
    objectApiName,
    from,
    to,
    baseVersion: baseVersion ?? savedDefinition(test, objectApiName).version,
  });
const planned = (objectApiName: string, from: string, to: string) =>
  test.post<{ changed: string[]; kept: string[] }>('staff', '/api/metadata/field/rename/plan', {
    objectApiName,
    from,
    to,
    baseVersion: savedDefinition(test, objectApiName).version,
  });
async function newRecord(objectApiName: string, values: object): Promise<string> {
  const body = { clientKey: `rename-${(keys += 1)}`, values };
  return made(await test.post<RecordReply>('staff', `${DATA}/${objectApiName}`, body)).record.id;
}
const recordOf = async (objectApiName: string, id: string) =>
  made(await test.get<RecordReply>('staff', `${DATA}/${objectApiName}/${id}`)).record;
const change = (objectApiName: string, id: string, version: number, values: object) =>
  test.post<RecordReply>('staff', `${DATA}/${objectApiName}/${id}`, { version, values });
const listed = async (query: object) =>
  made(await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, query)).list;
const drift = () => storageDrift(test.services.database.db);

async function newPair(of: string) {
  for (const definition of stagedProjects(of)) made(await saveDefinition(test, definition));
  const project = await newRecord(`${of}Project`, {
    name: '甲',
    stage: '早期',
    code: 'A1',
    amount: { num: '5', currency: 'CNY' },
  });
  const visit = await newRecord(`${of}Visit`, { name: '走访', project: { id: project } });
  return { project, visit };
}

describe('A saved field gets another identifier', () => {
  it('wherever it is named, in its own object and in others, and nothing else of the same name changes', async () => {
    const { project, visit } = await newPair('Rename');
    expect(made(await planned('RenameProject', 'stage', 'phase')).changed).toEqual([
      '对象“RenameVisit”的字段“项目”',
      '对象“RenameVisit”的字段“项目阶段”',
    ]);
    const { steps } = made(await rename('RenameProject', 'stage', 'phase'));
    expect(steps.map(({ kind, target }) => `${kind} ${target}`)).toEqual(['renameColumn phase']);
    const home = savedDefinition(test, 'RenameProject');
    expect(home.fields.map(({ apiName }) => apiName)).toEqual(['name', 'phase', 'amount', 'code', 'note', 'isLate']);
    expect(home.fields[1]).toMatchObject({ label: '阶段', config: { formerNames: ['stage'] } });
    expect(home.fields[1]?.selectOptions?.map(({ value }) => value)).toContain('stage');
    expect(home.fields[5]?.config?.expression).toBe('has(self.phase) && self.phase == "成熟"');
    expect(home.rules.map(({ rule, target }) => [target, rule])).toEqual([
      ['note', `has(self.phase) && self.phase == 'stage'`],
      ['phase', `self.phase in ['stage', '早期', '成熟']`],
    ]);
    expect(home.rules[0]?.tests?.[0]?.values).toEqual({ phase: 'stage' });
    expect(home.rules[1]?.message).toBe('{阶段}（{phase}）不可用');
    expect(home.layouts.list).toMatchObject({ columns: ['name', 'phase'], filters: ['phase'] });
    expect(home.layouts.detail.tags).toEqual(['phase']);
    const visits = savedDefinition(test, 'RenameVisit');
    expect(visits.fields[1]?.config?.targetFilter).toMatchObject({ field: 'phase' });
    expect(visits.fields[2]).toMatchObject({ apiName: 'stage', config: { lookup: { field: 'phase' } } });
    expect(await recordOf('RenameProject', project)).toMatchObject({ phase: '早期', isLate: false });
    expect(await recordOf('RenameVisit', visit)).toMatchObject({ stage: '早期' });
    expect(await drift()).toEqual([]);
    made(await change('RenameProject', project, 1, { phase: '成熟' }));
    await test.services.derived.drain();
    expect(await recordOf('RenameVisit', visit)).toMatchObject({ stage: '成熟' });
    expect(await recordOf('RenameProject', project)).toMatchObject({ isLate: true });
  });

  it('the former one is understood in conditions, orders, columns and values', async () => {
    const { project } = await newPair('Former');
    made(await rename('FormerProject', 'stage', 'phase'));
    const query = {
      objectApiName: 'FormerProject',
      filter: { field: 'stage', op: 'in', value: ['早期'] },
      sort: [{ field: 'stage', order: 'asc' }],
      fields: ['name', 'stage'],
    };
    expect(await listed(query)).toMatchObject([{ id: project, phase: '早期' }]);
    const pointing = {
      objectApiName: 'FormerProject',
      filter: { exists: { objectApiName: 'FormerVisit', fields: ['project'] } },
    };
    expect(await listed(pointing)).toHaveLength(1);
    made(await change('FormerProject', project, 1, { stage: '成熟' }));
    expect(await recordOf('FormerProject', project)).toMatchObject({ phase: '成熟' });
    const both = await change('FormerProject', project, 2, { stage: '早期', phase: '成熟' });
    expect(made(both).record).toMatchObject({ phase: '成熟', version: 2 });
  });

  it('a mapping of an import that names the former one fills the field', async () => {
    await newPair('Mapped');
    made(await rename('MappedProject', 'stage', 'phase'));
    const mapping = (object: string, fields: ImportMapping['fields']): ImportMapping => ({
      object,
      source: 'old',
      key: ['no'],
      format: 'csv',
      fields,
    });
    const { catalog } = test.services;
    const own = withCurrentFields(mapping('MappedProject', [{ field: 'stage', column: '阶段' }]), catalog);
    expect(own.fields).toEqual([{ field: 'phase', column: '阶段' }]);
    const create = {
      fields: [
        { field: 'name', column: '项目' },
        { field: 'stage', column: '阶段' },
      ],
    };
    const linked = [{ field: 'project', column: '项目', reference: { by: 'name' as const, create } }];
    const [project] = withCurrentFields(mapping('MappedVisit', linked), catalog).fields;
    expect(project?.reference?.create?.fields?.map(({ field: name }) => name)).toEqual(['name', 'phase']);
    expect(catalog.object('MappedProject').named('stage')?.apiName).toBe('phase');
    expect(
      withCurrentFields(mapping('MappedVisit', [{ field: 'stage', column: '阶段' }]), catalog).fields[0]?.field,
    ).toBe('stage');
  });

  it('histories, corrections, records that were put away and indexes go on under the new one', async () => {
    const { project } = await newPair('Kept');
    made(await change('KeptProject', project, 1, { stage: '成熟', code: 'A2' }));
    const away = await newRecord('KeptProject', { name: '乙', stage: '成熟', code: 'B1' });
    made(await test.post('staff', `${DATA}/KeptProject/${away}/archive`, { reason: '暂时不用' }));
    await test.services.metadata.runIndexJobs();
    made(await rename('KeptProject', 'stage', 'phase'));
    made(await rename('KeptProject', 'code', 'number'));
    made(await rename('KeptProject', 'amount', 'sum'));
    const { rows } = await sql<{ changes: object }>`
      select changes from record_history where object_api_name = 'KeptProject' and record_id = ${project}::bigint
      order by record_history.version`.execute(test.services.database.db);
    expect(rows.at(-1)?.changes).toMatchObject({
      phase: { before: '早期', after: '成熟' },
      number: { before: 'A1', after: 'A2' },
    });
    const { db } = test.services.database;
    const gone = await db.selectFrom('gone_record').select('id').where('object_api_name', '=', 'KeptProject').execute();
    made(await test.post('staff', `/api/metadata/gone/${gone[0]?.id ?? ''}/restore`, { reason: '还是要用' }));
    expect(await recordOf('KeptProject', away)).toMatchObject({ phase: '成熟', number: 'B1' });
    const taken = await test.post<RecordReply>('staff', `${DATA}/KeptProject`, {
      clientKey: 'taken-once',
      values: { name: '丙', number: 'b1' },
    });
    expect(taken.problems).toMatchObject([{ field: 'number' }]);
    const { rows: indexes } = await sql<{ indexname: string }>`
      select indexname from pg_indexes where tablename = 'KeptProject' order by indexname`.execute(
      test.services.database.db,
    );
    const names = indexes.map(({ indexname }) => indexname).join(' ');
    expect(names).toMatch(/KeptProject_sum\w*_idx/);
    expect(names).not.toMatch(/KeptProject_(amount|code)/);
    expect(await drift()).toEqual([]);
  });

  it('while another process, which has not heard of it, goes on reading', async () => {
    const { project } = await newPair('Unheard');
    const { database, catalog: known } = test.services;
    const catalog = new Catalog(database.db);
    await catalog.load();
    const other = new MetadataWriter({
      database,
      catalog,
      now: () => new Date('2026-11-21T04:00:00Z'),
      wait: async () => undefined,
      announce: async () => undefined,
    });
    const { version } = catalog.object('UnheardProject');
    await other.renameField({ objectApiName: 'UnheardProject', from: 'stage', to: 'phase' }, version, 'test');
    const [row] = await listed({ objectApiName: 'UnheardProject', fields: ['name', 'stage'] });
    expect(row).toMatchObject({ id: project, phase: '早期' });
    expect(known.object('UnheardProject').version).toBe(version + 1);
    expect(await recordOf('UnheardProject', project)).toMatchObject({ phase: '早期' });
  });

  it('back to the former one as well', async () => {
    await newPair('Back');
    made(await rename('BackProject', 'stage', 'phase'));
    made(await rename('BackProject', 'phase', 'stage'));
    const [, stage] = savedDefinition(test, 'BackProject').fields;
    expect(stage).toMatchObject({ apiName: 'stage', config: { formerNames: ['phase'] } });
    expect(await drift()).toEqual([]);
  });

  it('and a new field cannot take the former one while it is understood', async () => {
    await newPair('Free');
    made(await rename('FreeProject', 'stage', 'phase'));
    const saved = savedDefinition(test, 'FreeProject');
    const again = await saveDefinition(test, {
      ...saved,
      fields: [...saved.fields, field('stage', 'text', { label: '新阶段' })],
    });
    expect(again.msg).toContain('曾用标识“stage”已是字段“新阶段”的标识');
    const forgotten = saved.fields.map(({ config: { formerNames: _former, ...config } = {}, ...one }) => ({
      ...one,
      config,
    }));
    made(await saveDefinition(test, { ...saved, fields: [...forgotten, field('stage', 'text', { label: '新阶段' })] }));
    expect(await drift()).toEqual([]);
  });
});

describe('An identifier is not changed', () => {
  it.each([
    ['name', 'id', '系统保留的标识'],
    ['name', 'stage', '已是字段“阶段”的标识'],
    ['nothing', 'other', '没有字段“nothing”'],
  ])('from %s to %s', async (from, to, words) => {
    if (!test.services.catalog.find('RefuseProject')) await newPair('Refuse');
    expect((await rename('RefuseProject', from, to)).msg).toContain(words);
  });

  it('of a field that ships, by which upgrades know it', async () => {
    const refused = await rename('InsightCompany', 'name', 'title');
    expect(refused).toMatchObject({ status: 422, problems: [{ field: 'name' }] });
    expect(refused.msg).toContain('随产品提供');
  });

  it('of a sealed field, whose values would not open under another', async () => {
    const secret = field('phone', 'phone', { label: '电话', config: { sealed: true } });
    const object = newObject('SealedProject', [field('name', 'text'), secret]);
    const list = { columns: ['name'], filters: [], sort: [] };
    made(await saveDefinition(test, { ...object, layouts: { ...object.layouts, list } }));
    expect((await rename('SealedProject', 'phone', 'mobile')).msg).toContain('密文与标识绑定');
  });

  it('on top of a version that is not the newest', async () => {
    await newPair('Stale');
    expect(await rename('StaleProject', 'stage', 'phase', 7)).toMatchObject({ status: 409 });
  });

  it('by users who do not change metadata', async () => {
    const body = { objectApiName: 'StaleProject', from: 'stage', to: 'phase', baseVersion: 1 };
    expect(await test.post('svip', '/api/metadata/field/rename', body)).toMatchObject({ status: 403 });
  });
});
