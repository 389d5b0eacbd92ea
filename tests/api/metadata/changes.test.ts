import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { isInvalidIndex, pendingJobs, runIndexSql } from '#server/core/catalog/queries.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import {
  made,
  newObject,
  saveDefinition,
  savedDefinition,
  saveField,
  type SavedDefinition,
} from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
const LIST = `${DATA}/getLayoutAndDataList`;
/** Stores a record with these values. */
const hold = async (objectApiName: string, values: object) =>
  made(
    await test.post('staff', `/api/metadata/data/${objectApiName}`, { clientKey: `held-by-${objectApiName}`, values }),
  );
const text = (apiName: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName,
  type: 'text',
  label: apiName,
  ...more,
});
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const plan = (definition: ObjectDefinition, baseVersion: number) =>
  test.post<SavedDefinition>('staff', '/api/metadata/object/plan', { definition, baseVersion });
const remove = (objectApiName: string, apiName: string) =>
  test.post<SavedDefinition>('staff', '/api/metadata/field/remove', {
    objectApiName,
    apiName,
    baseVersion: test.services.catalog.object(objectApiName).version,
  });

describe('a change of metadata', () => {
  it('runs exactly the steps that were shown before', async () => {
    const definition = newObject('Planned', [
      text('name'),
      { apiName: 'price', type: 'currency', label: '价格', config: { sortable: true } },
    ]);
    const shown = await plan(definition, 0);
    expect(shown.data.steps.map(({ kind }) => kind)).toEqual(['createTable', 'createIndex']);
    // One of the name, four of the price.
    expect(shown.data.steps[0]?.columns).toBe(5);
    expect((await saveDefinition(test, definition)).data.steps).toEqual(shown.data.steps);
    const wider = {
      ...definition,
      fields: [...definition.fields, { apiName: 'day', type: 'date' as const, label: '日' }],
    };
    const next = await plan(wider, 1);
    expect(next.data.steps.map(({ kind, target }) => `${kind} ${target}`)).toEqual([
      'addColumn day',
      'addColumn day_precision',
    ]);
    expect((await saveDefinition(test, wider)).data.steps).toEqual(next.data.steps);
  });

  it('from an older version is a conflict that names the current one', async () => {
    const definition = savedDefinition(test, 'InsightOrg');
    expect(await saveField(test, 'InsightOrg', text('firstComer'))).toMatchObject({ code: 0 });
    const late = await test.post('staff', '/api/metadata/object/save', { definition, baseVersion: definition.version });
    expect(late).toMatchObject({ status: 409, code: 40900, data: { version: definition.version + 1 } });
    expect(late.msg).toContain(`当前版本 ${definition.version + 1}`);
    expect(await plan(definition, definition.version)).toMatchObject({ status: 409, code: 40900 });
    expect(await saveField(test, 'InsightOrg', text('lateComer'), { baseVersion: definition.version })).toMatchObject({
      code: 40900,
    });
  });

  it('of ten at once is made by one', async () => {
    const { version } = test.services.catalog.object('InsightOrg');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        saveField(test, 'InsightOrg', text(`atOnce${index}`), { baseVersion: version }),
      ),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 40900)).toHaveLength(9);
    expect(await storageDrift(test.services.database.db)).toEqual([]);
  });

  it('never drops a field that held a value', async () => {
    made(await saveDefinition(test, newObject('Shrunk', [text('name'), text('title')])));
    await hold('Shrunk', { name: '一', title: '二' });
    const answer = await saveDefinition(test, newObject('Shrunk', [text('name')]));
    expect(answer).toMatchObject({ status: 422, code: 42201, problems: [{ field: 'title' }] });
    expect(answer.msg).toContain('不能删除，只能停用');
  });

  it('of a type that could lose values is refused, one that cannot is made', async () => {
    const definition = newObject('Retyped', [
      text('name'),
      text('note'),
      { apiName: 'count', type: 'integer', label: '数量' },
    ]);
    made(await saveDefinition(test, definition));
    await hold('Retyped', { name: '一', note: '二', count: 3 });
    const retype = (apiName: string, type: FieldDefinition['type']) =>
      saveDefinition(test, {
        ...definition,
        fields: definition.fields.map((field) => (field.apiName === apiName ? { ...field, type } : field)),
      });
    for (const [apiName, type] of [
      ['note', 'integer'],
      ['note', 'date'],
      ['count', 'boolean'],
      ['count', 'date'],
    ] as const) {
      const answer = await retype(apiName, type);
      expect(answer).toMatchObject({ status: 422, code: 42201, problems: [{ field: apiName }] });
      expect(answer.msg).toContain('可能丢失数据');
    }
    expect(await retype('note', 'longText')).toMatchObject({ code: 0, data: { steps: [] } });
  });

  it('of labels and order never touches storage', async () => {
    const definition = savedDefinition(test, 'InsightFund');
    const fields = definition.fields
      .map((field) => ({ ...field, label: `${field.label}（新）`, required: false }))
      .reverse();
    expect(await saveDefinition(test, { ...definition, fields })).toMatchObject({ code: 0, data: { steps: [] } });
  });

  it('that fails leaves nothing behind', async () => {
    const before = test.services.catalog.object('InsightCompany').version;
    expect(
      await saveField(test, 'InsightCompany', { apiName: 'badField', type: 'select', label: '没有选项' }),
    ).toMatchObject({ status: 422 });
    expect(test.services.catalog.object('InsightCompany').version).toBe(before);
    expect(await storageDrift(test.services.database.db)).toEqual([]);
  });
});

describe('a removed field', () => {
  it('is hidden everywhere, its data is kept, and it comes back with its data', async () => {
    await saveDefinition(
      test,
      newObject('Hiding', [text('name'), text('motto', { config: { searchable: true, sortable: true } })]),
    );
    const created = await test.post<RecordReply>('founder', `${DATA}/Hiding`, {
      clientKey: 'hiding-1',
      values: { name: '甲', motto: '格言' },
    });
    const { id } = created.data.record;
    const at = `${DATA}/Hiding/${id}`;
    expect(await remove('Hiding', 'motto')).toMatchObject({ code: 0, data: { steps: [] } });
    expect((await test.get<RecordReply>('founder', at)).data.record).not.toHaveProperty('motto');
    const listed = await test.post<ListReply>('founder', LIST, { objectApiName: 'Hiding' });
    expect(JSON.stringify(listed.data)).not.toContain('motto');
    expect(
      await test.post('founder', LIST, { objectApiName: 'Hiding', filter: { field: 'motto', op: 'notEmpty' } }),
    ).toMatchObject({ code: 40001 });
    expect(await test.post('founder', at, { version: 1, values: { motto: 'x' } })).toMatchObject({
      status: 422,
      problems: [{ field: 'motto' }],
    });
    expect(await test.post('founder', at, { version: 1, values: { name: '乙' } })).toMatchObject({ code: 0 });
    expect(await storageDrift(test.services.database.db)).toEqual([]);
    expect(await saveField(test, 'Hiding', text('motto', { config: { searchable: true } }))).toMatchObject({ code: 0 });
    expect((await test.get<RecordReply>('founder', at)).data.record).toMatchObject({ name: '乙', motto: '格言' });
  });

  it('may not be the one that names the records', async () => {
    expect(await remove('Hiding', 'name')).toMatchObject({ status: 422, code: 42201 });
  });
});

describe('an object with 300 fields', () => {
  it('is created, filled, listed and filtered', async () => {
    const fields = [
      text('name'),
      ...Array.from({ length: 299 }, (_, index) => text(`field${index}`, { config: { searchable: index < 3 } })),
    ];
    expect(await saveDefinition(test, newObject('Wide', fields))).toMatchObject({ code: 0 });
    const values = Object.fromEntries(
      fields.map((field, index) => [field.apiName, `第 ${index} 个值，${'长'.repeat(60)}`]),
    );
    const created = await test.post<RecordReply>('founder', `${DATA}/Wide`, { clientKey: 'wide-one', values });
    expect(created.data.record).toMatchObject(values);
    const query = {
      objectApiName: 'Wide',
      fields: fields.map((field) => field.apiName),
      filter: { field: 'field298', op: 'startsWith', value: '第 299' },
    };
    expect((await test.post<ListReply>('founder', LIST, query)).data.list).toMatchObject([values]);
    const changed = await test.post<RecordReply>('founder', `${DATA}/Wide/${created.data.record.id}`, {
      version: 1,
      values: { field150: '新' },
    });
    expect(changed.data.record).toMatchObject({ ...values, field150: '新' });
  });
});

describe('the index of a sortable field', () => {
  const waiting = async () => (await pendingJobs(test.services.database.db)).map((job) => job.target);
  const built = async (name: string) =>
    (await test.services.database.pool.query(`select 1 from pg_class where relname = '${name}'`)).rowCount === 1;

  it('is built soon after the save, outside its transaction', async () => {
    await saveDefinition(test, newObject('Sorted', [text('name'), text('rank', { config: { sortable: true } })]));
    await expect.poll(() => built('Sorted_rank_idx')).toBe(true);
    await expect.poll(waiting).not.toContain('Sorted_rank_idx');
  });

  it('that a dead process left half built is finished by the next run', async () => {
    const { db } = test.services.database;
    await test.services.metadata.runIndexJobs();
    await db
      .insertInto('index_job')
      .values({
        target: 'Sorted_name_idx',
        sql: 'create index if not exists "Sorted_name_idx" on "Sorted" ("name" desc nulls last, id desc)',
      })
      .execute();
    if (onPostgres) {
      // What a server killed within `create index concurrently` leaves: an index that exists and is never used.
      await runIndexSql(db, 'create index "Sorted_name_idx" on "Sorted" ("name")');
      await runIndexSql(db, `update pg_index set indisvalid = false where indexrelid = '"Sorted_name_idx"'::regclass`);
    }
    await test.services.metadata.runIndexJobs();
    expect(await built('Sorted_name_idx')).toBe(true);
    expect(await isInvalidIndex(db, 'Sorted_name_idx')).toBe(false);
    expect(await waiting()).toEqual([]);
  });
});

describe('an option', () => {
  const save = (options: object[]) =>
    test.post('staff', '/api/metadata/selectOption/save', {
      baseVersion: test.services.catalog.optionSets.get('mood')?.version ?? 0,
      optionSet: { name: 'mood', label: '心情', kind: 'list', options },
    });
  const glad = { value: 'glad', label: '高兴' };

  it('in use may be retired, not dropped; a retired one stays on old records and can no longer be chosen', async () => {
    expect(await save([glad, { value: 'sad', label: '难过' }])).toMatchObject({ code: 0 });
    await saveDefinition(
      test,
      newObject('Moody', [
        text('name'),
        { apiName: 'mood', type: 'select', label: '心情', config: { optionSet: 'mood' } },
      ]),
    );
    const record = (key: string, mood: string) =>
      test.post<RecordReply>('founder', `${DATA}/Moody`, { clientKey: key, values: { name: key, mood } });
    const old = await record('moody-old', 'sad');
    expect(await save([glad])).toMatchObject({
      status: 422,
      problems: [{ field: 'sad', message: '选项不能删除，只能停用' }],
    });
    expect(await save([glad, { value: 'sad', label: '难过', retired: true }])).toMatchObject({ code: 0 });
    expect(await record('moody-new', 'sad')).toMatchObject({ status: 422, problems: [{ field: 'mood' }] });
    const at = `${DATA}/Moody/${old.data.record.id}`;
    expect(await test.post('founder', at, { version: 1, values: { name: '改名' } })).toMatchObject({
      code: 0,
      data: { record: { mood: 'sad' } },
    });
  });

  it('tree has no ring and no missing branch', async () => {
    expect(
      await save([
        { ...glad, parent: 'glad' },
        { value: 'sad', label: '难过' },
      ]),
    ).toMatchObject({ status: 422, code: 42201 });
    expect(
      await save([
        { ...glad, parent: 'nowhere' },
        { value: 'sad', label: '难过' },
      ]),
    ).toMatchObject({ status: 422, code: 42201 });
  });
});
