import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectPlan } from '#schemas/api/metadata.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { withoutField } from '#shared/metadata/field-placement.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { made, newObject, savedDefinition, saveDefinition, saveField } from '#tests/support/editing.ts';
import { options } from '#tests/support/metadata/sample-object.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
const field = (
  apiName: string,
  type: FieldDefinition['type'],
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({ apiName, type, label: apiName, ...more });
const kind = { selectOptions: options('好', '坏') };

let test: TestApp;
let keys = 0;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function newKind(apiName: string, fields: readonly FieldDefinition[]) {
  const object = newObject(apiName, [field('name', 'text'), ...fields]);
  const list = { columns: ['name'], filters: [], sort: [] };
  made(await saveDefinition(test, { ...object, layouts: { ...object.layouts, list } }));
}
async function newRecord(apiName: string, values: object): Promise<string> {
  const body = { clientKey: `converted-${(keys += 1)}`, values };
  return made(await test.post<RecordReply>('staff', `${DATA}/${apiName}`, body)).record.id;
}
const record = async (apiName: string, id: string) =>
  made(await test.get<RecordReply>('staff', `${DATA}/${apiName}/${id}`)).record;
const found = async (objectApiName: string, filter: object) =>
  made(await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, { objectApiName, filter })).list.map(
    ({ id }) => id,
  );
const change = (apiName: string, id: string, version: number, values: object) =>
  test.post<RecordReply>('staff', `${DATA}/${apiName}/${id}`, { version, values });

describe('A field of another type keeps what its records hold', () => {
  it.each<[string, FieldDefinition, FieldDefinition, unknown, unknown, object]>([
    [
      'a whole number becomes a decimal one',
      field('value', 'integer', { config: { sortable: true } }),
      field('value', 'decimal', { config: { sortable: true } }),
      7,
      '7',
      { field: 'value', op: 'eq', value: '7' },
    ],
    [
      'one option becomes several',
      field('value', 'select', { ...kind, config: { sortable: true } }),
      field('value', 'multiSelect', kind),
      '好',
      ['好'],
      { field: 'value', op: 'containsAny', value: ['好'] },
    ],
  ])('%s', async (name, from, to, before, after, filter) => {
    const apiName = `Turn${from.type.slice(0, 1).toUpperCase()}${from.type.slice(1)}`;
    await newKind(apiName, [from]);
    const full = await newRecord(apiName, { name, value: before });
    const empty = await newRecord(apiName, { name: '空' });
    made(await change(apiName, empty, 1, { value: before }));
    made(await change(apiName, empty, 2, { value: null }));
    const away = await newRecord(apiName, { name: '放起来', value: before });
    made(await test.post('staff', `${DATA}/${apiName}/${away}/archive`, { reason: '暂时不用' }));
    const { steps } = made(await saveField(test, apiName, to));
    expect(steps.map(({ kind: step }) => step)).toContain('convertColumn');
    expect(await record(apiName, full)).toMatchObject({ value: after });
    expect((await record(apiName, empty))['value']).toBeUndefined();
    expect(await found(apiName, filter)).toEqual([full]);
    await test.services.metadata.runIndexJobs();
    expect(await storageDrift(test.services.database.db)).toEqual([]);
    const past = await test.get<{ list: unknown[] }>('staff', `${DATA}/${apiName}/${empty}/history`);
    expect(past.code).toBe(0);
    expect(JSON.stringify(past.data)).toContain(JSON.stringify(after));
    const { id: gone } = await test.services.database.db
      .selectFrom('gone_record')
      .select('id')
      .where('object_api_name', '=', apiName)
      .executeTakeFirstOrThrow();
    made(await test.post('staff', `/api/metadata/gone/${gone}/restore`, { reason: '还是要用' }));
    expect(await record(apiName, away)).toMatchObject({ value: after });
    made(await change(apiName, empty, 3, { value: after }));
    expect(await record(apiName, empty)).toMatchObject({ value: after });
  });

  it('a link becomes several', async () => {
    await newKind('TurnLinked', []);
    const other = await newRecord('TurnLinked', { name: '对方' });
    await newKind('TurnLink', [field('value', 'reference', { targetApiName: 'TurnLinked' })]);
    const id = await newRecord('TurnLink', { name: '甲', value: { id: other } });
    made(await saveField(test, 'TurnLink', field('value', 'multiReference', { targetApiName: 'TurnLinked' })));
    expect(await record('TurnLink', id)).toMatchObject({ value: [{ id: other, name: '对方' }] });
    await test.services.metadata.runIndexJobs();
    expect(await storageDrift(test.services.database.db)).toEqual([]);
  });

  it('the plan shows the conversion before it runs, and one that would lose values is refused', async () => {
    await newKind('TurnShown', [field('value', 'integer'), field('day', 'date')]);
    await newRecord('TurnShown', { name: '甲', value: 1, day: '2020-01-01' });
    const saved = savedDefinition(test, 'TurnShown');
    const plan = (...changed: FieldDefinition[]) => {
      const fields = saved.fields.map((one) => changed.find(({ apiName }) => apiName === one.apiName) ?? one);
      const body = { definition: { ...saved, fields }, baseVersion: saved.version };
      return test.post<ObjectPlan>('staff', '/api/metadata/object/plan', body);
    };
    expect(made(await plan(field('value', 'decimal'))).steps).toMatchObject([
      {
        kind: 'convertColumn',
        sql: 'alter table "TurnShown" alter column "value" type numeric using "value"::numeric',
      },
    ]);
    const refused = await plan(field('day', 'integer'));
    expect(refused).toMatchObject({ status: 422, problems: [{ field: 'day' }] });
    expect(refused.msg).toContain('可能丢失数据');
  });
});

describe('A field that never held anything', () => {
  it('gets any type', async () => {
    await newKind('FreeType', [field('value', 'date')]);
    await newRecord('FreeType', { name: '甲' });
    const { steps } = made(await saveField(test, 'FreeType', field('value', 'currency')));
    expect(steps.map(({ kind: step, target }) => `${step} ${target}`)).toEqual([
      'dropColumn value',
      'dropColumn value_precision',
      'addColumn value',
      'addColumn value_currency',
      'addColumn value_cny',
      'addColumn value_band',
    ]);
    const id = await newRecord('FreeType', { name: '乙', value: { num: '5', currency: 'CNY' } });
    expect(await record('FreeType', id)).toMatchObject({ value: { num: '5' } });
    expect(await storageDrift(test.services.database.db)).toEqual([]);
  });

  it('is deleted, and its name is free again', async () => {
    await newKind('FreeGone', [field('value', 'date')]);
    await newRecord('FreeGone', { name: '甲' });
    const drop = () => {
      const saved = savedDefinition(test, 'FreeGone');
      const hidden = withoutField(saved, 'value');
      return { ...hidden, fields: hidden.fields.filter(({ apiName }) => apiName !== 'value') };
    };
    made(await saveDefinition(test, drop()));
    expect(savedDefinition(test, 'FreeGone').fields.map(({ apiName }) => apiName)).toEqual(['name']);
    expect(await storageDrift(test.services.database.db)).toEqual([]);
    made(await saveField(test, 'FreeGone', field('value', 'text')));
    const id = await newRecord('FreeGone', { name: '乙', value: '有了' });
    const refused = await saveDefinition(test, drop());
    expect(refused).toMatchObject({ status: 422, problems: [{ field: 'value' }] });
    made(await change('FreeGone', id, 1, { value: null }));
    // It is empty now, and was not always.
    expect(await saveDefinition(test, drop())).toMatchObject({ status: 422, problems: [{ field: 'value' }] });
  });

  it('stays as it is while another object works something out of it', async () => {
    await newKind('FreeUsed', [field('value', 'integer')]);
    const link = field('link', 'reference', { targetApiName: 'FreeUsed' });
    const looked = field('looked', 'lookup', { config: { lookup: { reference: 'link', field: 'value' } } });
    await newKind('FreeUser', [link, looked]);
    for (const type of ['decimal', 'date'] as const) {
      const refused = await saveField(test, 'FreeUsed', field('value', type));
      expect(refused).toMatchObject({ status: 422, problems: [{ field: 'value' }] });
      expect(refused.msg).toContain('对象“FreeUser”的字段“looked”');
    }
  });
});
