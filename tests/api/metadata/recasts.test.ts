import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImpactSlice } from '#schemas/api/metadata-impact.ts';
import type { AgreedLoss } from '#schemas/api/metadata-losses.ts';
import type { ObjectPlan } from '#schemas/api/metadata.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { made, newObject, savedDefinition, saveDefinition, type SavedDefinition } from '#tests/support/editing.ts';
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

async function newKind(apiName: string, value: FieldDefinition) {
  const object = newObject(apiName, [field('name', 'text'), value], { route: `/data/${apiName}` });
  const list = { columns: ['name'], filters: [], sort: [] };
  made(await saveDefinition(test, { ...object, layouts: { ...object.layouts, list } }));
}
async function newRecord(apiName: string, value: unknown): Promise<string> {
  const body = { clientKey: `recast-${(keys += 1)}`, values: { name: `甲${keys}`, value } };
  return made(await test.post<RecordReply>('staff', `${DATA}/${apiName}`, body)).record.id;
}
const valueOf = async (apiName: string, id: string) =>
  made(await test.get<RecordReply>('staff', `${DATA}/${apiName}/${id}`)).record['value'];
const change = (apiName: string, id: string, version: number, values: object) =>
  test.post<RecordReply>('staff', `${DATA}/${apiName}/${id}`, { version, values });
const found = async (objectApiName: string, filter: object) =>
  made(await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, { objectApiName, filter })).list.map(
    ({ id }) => id,
  );
const withValue = (apiName: string, next: FieldDefinition): ObjectDefinition => {
  const saved = savedDefinition(test, apiName);
  return { ...saved, fields: saved.fields.map((one) => (one.apiName === 'value' ? next : one)) };
};
const asked = (definition: ObjectDefinition) => ({
  definition,
  baseVersion: savedDefinition(test, definition.apiName).version,
});
const dryRun = async (definition: ObjectDefinition) =>
  made(await test.post<ImpactSlice>('staff', '/api/metadata/object/impact', asked(definition))).losses;
const save = (definition: ObjectDefinition, losses?: readonly AgreedLoss[]) =>
  test.post<SavedDefinition>('staff', '/api/metadata/object/save', { ...asked(definition), ...(losses && { losses }) });
const agreed = async (definition: ObjectDefinition): Promise<AgreedLoss[]> =>
  (await dryRun(definition)).map(({ field: name, records, mark }) => ({ field: name, records, mark }));

describe('A field is read as one of another type', () => {
  it('the dry run lists what would be lost, and saving needs consent to exactly that', async () => {
    await newKind('RecastAsk', field('value', 'text', { config: { sortable: true } }));
    const good = await newRecord('RecastAsk', ' 好');
    const [odd] = [await newRecord('RecastAsk', '尚可'), await newRecord('RecastAsk', '尚可')];
    const other = await newRecord('RecastAsk', '不明');
    const next = withValue('RecastAsk', field('value', 'select', { ...kind, config: { sortable: true } }));
    const plan = made(await test.post<ObjectPlan>('staff', '/api/metadata/object/plan', asked(next)));
    expect(plan.recasts).toEqual([
      { field: 'value', label: 'value', from: '单行文本', to: '单选', kept: 'value（原单行文本）' },
    ]);
    expect(plan.steps.map(({ kind: step, target }) => `${step} ${target}`)).toEqual([
      'prepareColumn value__next',
      'recastValues value',
      'dropIndex RecastAsk_value_idx',
      'keepColumn valueV1',
      'takeColumn value',
      'createIndex RecastAsk_value_idx',
    ]);
    const [loss] = await dryRun(next);
    expect(loss).toMatchObject({ field: 'value', records: 3, different: 2 });
    expect(loss?.values.map(({ text, records }) => [text, records])).toEqual([
      ['尚可', 2],
      ['不明', 1],
    ]);
    expect(loss?.values[0]?.first[0]).toMatchObject({ id: odd });

    const unasked = await save(next);
    expect(unasked).toMatchObject({ status: 422, problems: [{ field: 'value' }] });
    expect(unasked.msg).toContain('有 3 条记录的值无法转换，须先检查并确认');
    const known = await agreed(next);
    const more = await newRecord('RecastAsk', '后来的');
    const late = await save(next, known);
    expect(late).toMatchObject({ status: 422 });
    expect(late.msg).toContain('现在有 4 条记录的值无法转换，请重新检查并确认');
    expect(await valueOf('RecastAsk', odd)).toBe('尚可');
    expect(await storageDrift(test.services.database.db)).toEqual([]);

    made(await save(next, await agreed(next)));
    expect(await valueOf('RecastAsk', good)).toBe('好');
    expect(await valueOf('RecastAsk', other)).toBeUndefined();
    expect(await found('RecastAsk', { field: 'value', op: 'in', value: ['好'] })).toEqual([good]);
    await test.services.metadata.runIndexJobs();
    expect(await storageDrift(test.services.database.db)).toEqual([]);

    const back = savedDefinition(test, 'RecastAsk');
    const shown = back.fields.map(({ removed: _removed, ...one }) => one);
    made(await save({ ...back, fields: shown }));
    const record = made(await test.get<RecordReply>('staff', `${DATA}/RecastAsk/${more}`)).record;
    expect(record['valueV1']).toBe('后来的');
  });

  it('histories, corrections and records that were put away go along, and lose nothing', async () => {
    await newKind('RecastKept', field('value', 'text'));
    const id = await newRecord('RecastKept', '不明');
    made(await change('RecastKept', id, 1, { value: '2020年5月6日' }));
    made(await change('RecastKept', id, 2, { value: null }));
    const away = await newRecord('RecastKept', '2019-01-02');
    const lost = await newRecord('RecastKept', '很久以前');
    for (const gone of [away, lost])
      made(await test.post('staff', `${DATA}/RecastKept/${gone}/archive`, { reason: '暂时不用' }));
    const next = withValue('RecastKept', field('value', 'date'));
    made(await save(next, await agreed(next)));
    const past = made(await test.get<{ changes: { field: string }[] }[]>('staff', `${DATA}/RecastKept/${id}/history`));
    expect(JSON.stringify(past)).toContain('"before":null,"after":"2020-05-06"');
    const { rows } = await test.services.database.pool.query(
      `select changes -> 'valueV1' as kept from record_history 
        where object_api_name = 'RecastKept' and version = 2 and changes ? 'valueV1'`,
    );
    expect(rows).toEqual([{ kept: { before: '不明', after: '2020年5月6日' } }]);
    const { db } = test.services.database;
    const kept = await db.selectFrom('gone_record').select('id').where('object_api_name', '=', 'RecastKept').execute();
    for (const one of kept)
      made(await test.post('staff', `/api/metadata/gone/${one.id}/restore`, { reason: '还是要用' }));
    expect([await valueOf('RecastKept', away), await valueOf('RecastKept', lost)]).toEqual(['2019-01-02', undefined]);
    expect(await storageDrift(db)).toEqual([]);
  });

  it.each<[string, FieldDefinition, FieldDefinition, unknown, unknown]>([
    ['a text several options', field('value', 'text'), field('value', 'multiSelect', kind), '好、坏', ['好', '坏']],
    ['a text a whole number', field('value', 'text'), field('value', 'integer'), '１,250', 1250],
    ['a text a number', field('value', 'longText'), field('value', 'decimal'), '3.5亿', '350000000'],
    ['a text an address', field('value', 'text'), field('value', 'email'), 'a@example.com', 'a@example.com'],
    ['a text a page', field('value', 'text'), field('value', 'url'), 'https://example.com/a', 'https://example.com/a'],
    ['a text a number to call', field('value', 'text'), field('value', 'phone'), '010-6666 8888', '010-6666 8888'],
    ['a number a whole one', field('value', 'decimal'), field('value', 'integer'), '7', 7],
    ['several options one', field('value', 'multiSelect', kind), field('value', 'select', kind), ['坏'], '坏'],
    ['an option a text', field('value', 'select', kind), field('value', 'text'), '好', '好'],
    ['a yes or no a text', field('value', 'boolean'), field('value', 'text'), true, '是'],
    ['a date a text', field('value', 'date'), field('value', 'longText'), '2020-01-02', '2020-01-02'],
    ['a list one line', field('value', 'textList'), field('value', 'text'), ['一', '二'], '一、二'],
  ])('%s becomes', async (_name, from, to, before, after) => {
    const apiName = `Recast${(keys += 1)}`;
    await newKind(apiName, from);
    const id = await newRecord(apiName, before);
    const next = withValue(apiName, to);
    expect(await dryRun(next)).toMatchObject([{ records: 0, values: [] }]);
    made(await save(next));
    expect(await valueOf(apiName, id)).toEqual(after);
    made(await change(apiName, id, 1, { value: after }));
    await test.services.metadata.runIndexJobs();
    expect(await storageDrift(test.services.database.db)).toEqual([]);
  });
});
