import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { made, newObject, savedDefinition, saveDefinition, saveField } from '#tests/support/editing.ts';
import { text } from '#tests/support/app/save-as-api.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

const DATA = '/api/metadata/data';
const formula = (apiName: string, expression: string, resultType: 'decimal' | 'text' = 'decimal'): FieldDefinition => ({
  apiName,
  type: 'formula',
  label: apiName,
  config: { expression, resultType, sortable: true },
});
let test: TestApp;
let keys = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
/** The jobs of a save run by themselves; a test that looks at what is before they end stops them first. */
afterEach(() => test.services.formulas.jobs.fill());

async function newRecords(apiName: string, fields: readonly FieldDefinition[], count: number): Promise<string[]> {
  made(await saveDefinition(test, newObject(apiName, fields)));
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const values = { name: `第${at}条`, staff: at, startOn: '2026-01-01' };
    const reply = await test.post<RecordReply>('staff', `${DATA}/${apiName}`, {
      clientKey: `formula-${(keys += 1)}`,
      values,
    });
    ids.push(made(reply).record.id);
  }
  return ids;
}

const FIELDS: readonly FieldDefinition[] = [
  text('name'),
  { apiName: 'staff', type: 'integer', label: '人数' },
  { apiName: 'startOn', type: 'date', label: '开始' },
];

const list = (objectApiName: string, more: object = {}) =>
  test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, { objectApiName, ...more });
const filled = () => test.services.formulas.jobs.fill();

describe('A formula that is added to records that are there', () => {
  it('has its value in lists and details at once, and is filtered and sorted by when it is worked out', async () => {
    const [, second = ''] = await newRecords('FormulaAdded', FIELDS, 3);
    made(await saveField(test, 'FormulaAdded', formula('twice', 'self.staff * 2')));
    const fields = ['name', 'twice'];
    expect((await list('FormulaAdded', { fields })).data.list.map((row) => row['twice'])).toEqual(['4', '2', '0']);
    expect((await test.get<RecordReply>('staff', `${DATA}/FormulaAdded/${second}`)).data.record['twice']).toBe('2');
    await filled();
    const filter = { field: 'twice', op: 'gte', value: '2' };
    const found = await list('FormulaAdded', { fields, filter, sort: [{ field: 'twice', order: 'asc' }] });
    expect(found.data.list.map((row) => row['twice'])).toEqual(['2', '4']);
  });

  it('is worked out over the formulas that it reads, and follows when one of them changes', async () => {
    await newRecords('FormulaOfFormula', [...FIELDS, formula('twice', 'self.staff * 2')], 3);
    made(await saveField(test, 'FormulaOfFormula', formula('more', 'self.twice + 1')));
    await filled();
    const sums = async () =>
      (
        await test.post<{ totals?: unknown }>('staff', `${DATA}/totals`, {
          objectApiName: 'FormulaOfFormula',
          fields: ['more'],
        })
      ).data;
    expect(await sums()).toMatchObject([{ sum: '9' }]);
    made(await saveField(test, 'FormulaOfFormula', formula('twice', 'self.staff * 20')));
    await filled();
    expect(await sums()).toMatchObject([{ sum: '63' }]);
    expect(
      (await list('FormulaOfFormula', { fields: ['more'], filter: { field: 'more', op: 'eq', value: '41' } })).data
        .list,
    ).toHaveLength(1);
  });
});

describe('A formula that is still being worked out', () => {
  it('shows the right value, and is refused where its kept values would decide', async () => {
    await newRecords('FormulaPending', [...FIELDS, formula('twice', 'self.staff * 2')], 2);
    const { database } = test.services;
    // As a process finds it that has heard of a save whose job another process has not finished.
    await test.services.formulas.jobs.fill();
    made(await saveField(test, 'FormulaPending', formula('twice', 'self.staff * 3')));
    await filled();
    await database.db
      .updateTable('formula_state')
      .set({ done: false, filled_to: '999' })
      .where('object_api_name', '=', 'FormulaPending')
      .execute();
    test.services.catalog.object('FormulaPending').markFormulasKept(new Set());
    await database.db
      .updateTable('FormulaPending' as never)
      .set({ twice: '77' } as never)
      .execute();
    const message = '“twice”正在计算，暂时不能用来筛选、排序或合计，请稍后再试';
    const asked = [
      list('FormulaPending', { filter: { not: { field: 'twice', op: 'eq', value: '3' } } }),
      list('FormulaPending', { sort: [{ field: 'twice', order: 'desc' }] }),
      test.post('staff', `${DATA}/count`, {
        objectApiName: 'FormulaPending',
        filter: { field: 'twice', op: 'notEmpty' },
      }),
      test.post('staff', `${DATA}/totals`, { objectApiName: 'FormulaPending', fields: ['twice'] }),
    ];
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject({ status: 400, problems: [{ message }] });
    expect((await list('FormulaPending', { fields: ['twice'] })).data.list.map((row) => row['twice'])).toEqual([
      '3',
      '0',
    ]);
  });
});

describe('A formula that reads today', () => {
  const age = formula('age', 'daysBetween(self.startOn, today)');

  it('is right on every day and is never filtered, sorted or added up', async () => {
    const [id = ''] = await newRecords('FormulaDaily', [...FIELDS, age], 1);
    await filled();
    const day = shanghaiDay(test.services.now());
    const days = String(Math.round((Date.parse(day) - Date.parse('2026-01-01')) / DAY_MS));
    await test.services.database.db
      .updateTable('FormulaDaily' as never)
      .set({ age: '1' } as never)
      .execute();
    expect((await list('FormulaDaily', { fields: ['age'] })).data.list[0]?.['age']).toBe(days);
    expect((await test.get<RecordReply>('staff', `${DATA}/FormulaDaily/${id}`)).data.record['age']).toBe(days);
    const refused = await list('FormulaDaily', { filter: { field: 'age', op: 'gt', value: '1' } });
    expect(refused.problems[0]?.message).toBe('“age”每天都会变化，不能用来筛选、排序或合计');
  });

  it('leaves a record unchanged when nothing else in it changes', async () => {
    const [id = ''] = await newRecords('FormulaQuiet', [...FIELDS, age], 1);
    const reply = await test.post<RecordReply>('staff', `${DATA}/FormulaQuiet/${id}`, {
      version: 1,
      values: { name: '第0条' },
    });
    expect(made(reply).record.version).toBe(1);
  });

  it('can be no filter and no order of the layout', async () => {
    const object = newObject('FormulaLayout', [...FIELDS, age]);
    const { layouts } = object;
    const listed = { ...layouts.list, filters: ['age'], sort: [{ field: 'age', order: 'asc' as const }] };
    const answer = await saveDefinition(test, { ...object, layouts: { ...layouts, list: listed } });
    expect(answer.problems.map(({ message }) => message)).toEqual([
      '公式“age”读取 today，每天都会变化，不能用作常用筛选',
      '公式“age”读取 today，每天都会变化，不能用作默认排序',
    ]);
  });
});

it('A formula comes back right after it was removed while records changed', async () => {
  const [id = ''] = await newRecords('FormulaBack', [...FIELDS, formula('twice', 'self.staff * 2')], 1);
  made(
    await test.post('staff', '/api/metadata/field/remove', {
      objectApiName: 'FormulaBack',
      apiName: 'twice',
      baseVersion: savedDefinition(test, 'FormulaBack').version,
    }),
  );
  made(await test.post('staff', `${DATA}/FormulaBack/${id}`, { version: 1, values: { staff: 50 } }));
  made(await saveField(test, 'FormulaBack', formula('twice', 'self.staff * 2')));
  await filled();
  expect((await list('FormulaBack', { filter: { field: 'twice', op: 'eq', value: '100' } })).data.list).toHaveLength(1);
});
