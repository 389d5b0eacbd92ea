import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { recordsByIds } from '#server/core/records/queries.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import {
  made,
  newObject,
  savedDefinition,
  saveDefinition,
  saveField,
  type SavedDefinition,
} from '#tests/support/editing.ts';
import { options } from '#tests/support/metadata/sample-object.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
const field = (
  apiName: string,
  type: FieldDefinition['type'],
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({
  apiName,
  type,
  label: apiName,
  ...more,
});
const needed = (apiName: string, type: FieldDefinition['type'], value: unknown, more: Partial<FieldDefinition> = {}) =>
  field(apiName, type, { ...more, required: true, config: { ...more.config, default: value } });
let test: TestApp;
let keys = 0;

beforeAll(async () => {
  test = await openTestApp();
  await writeRates(test.services.database.db, [
    { currency: 'USD', day: '2020-01-01', cny: '7' },
    { currency: 'USD', day: '2026-01-01', cny: '6' },
  ]);
});
afterAll(() => test.close());

async function newRecord(apiName: string, values: object): Promise<string> {
  const body = { clientKey: `back-fill-${(keys += 1)}`, values };
  return made(await test.post<RecordReply>('staff', `${DATA}/${apiName}`, body)).record.id;
}

const record = async (apiName: string, id: string) =>
  made(await test.get<RecordReply>('staff', `${DATA}/${apiName}/${id}`)).record;
const found = async (objectApiName: string, query: object) =>
  made(await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, { objectApiName, ...query })).list.map(
    (row) => row.id,
  );

async function newKind(apiName: string, fields: readonly FieldDefinition[] = []) {
  const object = newObject(apiName, [field('name', 'text'), ...fields]);
  const list = { columns: ['name'], filters: [], sort: [] };
  made(await saveDefinition(test, { ...object, layouts: { ...object.layouts, list } }));
}

describe('A required field with a default that is added to records that are there', () => {
  it('is filled into all of them, whatever its type, as the plan had shown', async () => {
    await newKind('FillTypes');
    const id = await newRecord('FillTypes', { name: '甲' });
    const before = await record('FillTypes', id);
    const fields = [
      needed('level', 'text', "一级 'A'\\"),
      needed('count', 'integer', 3),
      needed('share', 'percent', '12.5'),
      needed('open', 'boolean', false),
      needed('day', 'date', '2026-06', { config: { partial: true } }),
      needed('moment', 'dateTime', '2026-06-01T08:00:00.000Z'),
      needed('kind', 'select', '好', { selectOptions: options('好', '坏') }),
      needed('kinds', 'multiSelect', ['坏', '好'], { selectOptions: options('好', '坏') }),
      needed('price', 'currency', { num: '5', currency: 'CNY' }),
      needed('secret', 'text', '无', { config: { sealed: true } }),
    ];
    const saved = savedDefinition(test, 'FillTypes');
    const wider = { ...saved, fields: [...saved.fields, ...fields] };
    const shown = await test.post<SavedDefinition>('staff', '/api/metadata/object/plan', {
      definition: wider,
      baseVersion: saved.version,
    });
    const { steps } = made(await saveDefinition(test, wider));
    expect(shown.data.steps).toEqual(steps);
    expect(steps.find(({ target }) => target === 'level')).toMatchObject({
      kind: 'addFilledColumn',
      sql: expect.stringContaining('default') as unknown,
    });
    expect(await record('FillTypes', id)).toMatchObject({
      version: before['version'],
      level: "一级 'A'\\",
      count: 3,
      share: '12.5',
      open: false,
      day: '2026-06',
      moment: '2026-06-01T08:00:00.000Z',
      kind: '好',
      kinds: ['坏', '好'],
      price: { num: '5', currency: 'CNY', equivalentMoney: '5' },
    });
    const { database, catalog } = test.services;
    const [stored] = await recordsByIds(database.db, database.vault, catalog.object('FillTypes'), [id], false);
    expect([stored?.values['secret'], stored?.sealed['secret'] === '无']).toEqual(['无', false]);
  });

  it('is found by keyword and by filter, and a formula of the same save reads it', async () => {
    await newKind('FillFound');
    const id = await newRecord('FillFound', { name: '甲' });
    const saved = savedDefinition(test, 'FillFound');
    const fields = [
      needed('level', 'text', '普通等级', { config: { searchable: true } }),
      needed('count', 'integer', 3),
      field('twice', 'formula', { config: { expression: 'self.count * 2', resultType: 'decimal', sortable: true } }),
    ];
    made(await saveDefinition(test, { ...saved, fields: [...saved.fields, ...fields] }));
    await test.services.search.jobs.fill();
    await test.services.formulas.jobs.fill();
    expect(await found('FillFound', { keyword: '通等' })).toEqual([id]);
    expect(await found('FillFound', { filter: { field: 'level', op: 'eq', value: '普通等级' } })).toEqual([id]);
    expect(await found('FillFound', { filter: { field: 'twice', op: 'eq', value: '6' } })).toEqual([id]);
  });

  it('lets no value come back that was never given: its column keeps no default', async () => {
    await newKind('FillLater');
    await newRecord('FillLater', { name: '甲' });
    made(await saveField(test, 'FillLater', needed('level', 'text', '普通')));
    made(await saveField(test, 'FillLater', field('level', 'text')));
    const later = await newRecord('FillLater', { name: '乙' });
    expect((await record('FillLater', later))['level']).toBeUndefined();
  });

  it('is left empty where a rule decides which records show it', async () => {
    await newKind('FillRuled', [field('loan', 'boolean')]);
    const id = await newRecord('FillRuled', { name: '甲', loan: false });
    const saved = savedDefinition(test, 'FillRuled');
    const rule: Rule = { id: 'term', kind: 'visible', target: 'term', rule: 'self.loan == true' };
    made(
      await saveDefinition(test, { ...saved, rules: [rule], fields: [...saved.fields, needed('term', 'integer', 12)] }),
    );
    expect((await record('FillRuled', id))['term']).toBeUndefined();
  });
});

describe('A field that becomes required with a default', () => {
  it('is filled where it was empty, keeps what was there, and leaves versions and history alone', async () => {
    await newKind('FillKept', [
      field('level', 'text', { config: { searchable: true } }),
      field('count', 'integer'),
      field('twice', 'formula', { config: { expression: 'self.count * 2', resultType: 'decimal', sortable: true } }),
    ]);
    const empty = await newRecord('FillKept', { name: '甲' });
    const full = await newRecord('FillKept', { name: '乙', level: '特级', count: 7 });
    await test.services.search.jobs.fill();
    await test.services.formulas.jobs.fill();
    const { version, updatedAt } = await record('FillKept', empty);
    const saved = savedDefinition(test, 'FillKept');
    const kept = saved.fields.filter(({ apiName }) => apiName !== 'level' && apiName !== 'count');
    const fields = [
      ...kept,
      needed('level', 'text', '普通等级', { config: { searchable: true } }),
      needed('count', 'integer', 3),
    ];
    const { steps } = made(await saveDefinition(test, { ...saved, fields }));
    expect(steps.map(({ kind, target }) => `${kind} ${target}`)).toEqual(['fillColumn level', 'fillColumn count']);
    expect(await record('FillKept', empty)).toMatchObject({
      version,
      updatedAt,
      level: '普通等级',
      count: 3,
      twice: '6',
    });
    expect(await record('FillKept', full)).toMatchObject({ level: '特级', count: 7, twice: '14' });
    await test.services.search.jobs.fill();
    await test.services.formulas.jobs.fill();
    expect(await found('FillKept', { keyword: '通等' })).toEqual([empty]);
    expect(await found('FillKept', { filter: { field: 'twice', op: 'eq', value: '6' } })).toEqual([empty]);
    const rows = await test.services.database.db
      .selectFrom('record_history')
      .select('version')
      .where('object_api_name', '=', 'FillKept')
      .execute();
    expect(rows).toHaveLength(2);
  });

  it('gets the equivalent of a foreign amount at the rate of each record', async () => {
    const price = { config: { rateDateField: 'day', sortable: true } };
    await newKind('FillAbroad', [field('day', 'date'), field('price', 'currency', price)]);
    const early = await newRecord('FillAbroad', { name: '甲', day: '2020-05-01' });
    const late = await newRecord('FillAbroad', { name: '乙', day: '2026-05-01' });
    made(await saveField(test, 'FillAbroad', needed('price', 'currency', { num: '10', currency: 'USD' }, price)));
    expect((await record('FillAbroad', early))['price']).toMatchObject({ num: '10', equivalentMoney: '70' });
    expect((await record('FillAbroad', late))['price']).toMatchObject({ num: '10', equivalentMoney: '60' });
  });

  it('keeps sealed values readable, and seals what it fills in', async () => {
    const sealed = { config: { sealed: true } };
    await newKind('FillSealed', [field('secret', 'text', sealed)]);
    const empty = await newRecord('FillSealed', { name: '甲' });
    const full = await newRecord('FillSealed', { name: '乙', secret: '原有' });
    made(await saveField(test, 'FillSealed', needed('secret', 'text', '无', sealed)));
    const { database, catalog } = test.services;
    const stored = await recordsByIds(database.db, database.vault, catalog.object('FillSealed'), [empty, full], false);
    expect(stored.map(({ values }) => values['secret'])).toEqual(['无', '原有']);
    expect(stored.every(({ sealed: kept }) => !['无', '原有'].includes(kept['secret'] ?? '无'))).toBe(true);
  });
});
