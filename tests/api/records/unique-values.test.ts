import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImpactSlice } from '#schemas/api/metadata-impact.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const field = (
  apiName: string,
  type: FieldDefinition['type'],
  label: string,
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({ apiName, type, label, ...more });

const PLANT = newObject(
  'Plant',
  [
    field('name', 'text', '名称'),
    field('code', 'text', '编号', { maxLength: 40, config: { unique: true } }),
    field('year', 'integer', '年份'),
    field('rank', 'integer', '名次', { config: { unique: true, uniqueWithin: ['year'] } }),
    field('founded', 'date', '成立日期', { config: { partial: true, unique: true } }),
    field('nick', 'text', '别名', { maxLength: 40 }),
  ],
  { route: '/data/Plant' },
);
const DATA = '/api/metadata/data/Plant';
const TAKEN = (value: string) => `“${value}”已被其他记录使用`;

let test: TestApp;
let keys = 0;
const post = (values: object) => {
  keys += 1;
  return test.post<RecordReply>('staff', DATA, { clientKey: `plant-${keys}-key`, values });
};
const create = async (values: object) => made(await post(values)).record;
const edit = (row: { id: string; version?: number }, values: object) =>
  test.post<RecordReply>('staff', `${DATA}/${row.id}`, { version: row.version ?? 1, values });
const withConfig = (name: string, config: FieldDefinition['config']) => {
  const saved = savedDefinition(test, 'Plant');
  return {
    ...saved,
    fields: saved.fields.map((one) => (one.apiName === name ? { ...one, ...(config && { config }) } : one)),
  };
};

beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, PLANT));
});
afterAll(() => test.close());

describe('a field whose values may not repeat', () => {
  it('refuses a second record with the value, whatever its case and spaces, and names the record that has it', async () => {
    const first = await create({ name: '甲厂', code: 'P-001' });
    expect(await post({ name: '乙厂', code: ' p-001 ' })).toMatchObject({
      code: 42200,
      data: {
        errors: [
          { field: 'code', message: TAKEN('p-001'), record: { objectApiName: 'Plant', id: first.id, name: '甲厂' } },
        ],
      },
    });
  });

  it('lets records without a value be as many as they are', async () => {
    await create({ name: '无号一' });
    expect((await post({ name: '无号二', code: '' })).code).toBe(0);
  });

  it('refuses a change to a value that another record has, and lets a record keep its own', async () => {
    await create({ name: '丙厂', code: 'C-1' });
    const other = await create({ name: '丁厂', code: 'D-1' });
    expect(await edit(other, { code: 'c-1' })).toMatchObject({
      code: 42200,
      data: { errors: [{ field: 'code', message: TAKEN('c-1') }] },
    });
    expect((await edit(other, { code: 'd-1', name: '丁厂（新）' })).code).toBe(0);
  });

  it('compares within the fields of its range alone, and not where one of them is empty', async () => {
    await create({ name: '第一', year: 2024, rank: 1 });
    expect((await post({ name: '另一年的第一', year: 2025, rank: 1 })).code).toBe(0);
    expect((await post({ name: '没有年份的第一', rank: 1 })).code).toBe(0);
    expect((await post({ name: '也没有年份', rank: 1 })).code).toBe(0);
    expect(await post({ name: '又一个第一', year: 2024, rank: 1 })).toMatchObject({
      code: 42200,
      data: { errors: [{ field: 'rank', message: '同一“年份”中，“1”已被其他记录使用' }] },
    });
    const fifth = await create({ name: '第五', year: 2025, rank: 5 });
    await create({ name: '那年第五', year: 2024, rank: 5 });
    expect((await edit(fifth, { year: 2024 })).code).toBe(42200);
  });

  it('takes a year and the first day of that year as two dates', async () => {
    await create({ name: '某年', founded: '2001' });
    expect((await post({ name: '某日', founded: '2001-01-01' })).code).toBe(0);
    expect((await post({ name: '又某年', founded: '2001' })).code).toBe(42200);
  });

  it('gives the value of an archived record to another one, and then refuses to bring it back', async () => {
    const old = await create({ name: '旧厂', code: 'OLD' });
    expect((await test.post('staff', `${DATA}/${old.id}/archive`, { reason: '已停产多年' })).code).toBe(0);
    await create({ name: '新厂', code: 'old' });
    const { db } = test.services.database;
    const gone = await db.selectFrom('gone_record').select('id').where('record_id', '=', old.id).execute();
    expect(
      await test.post('staff', `/api/metadata/gone/${gone[0]?.id ?? ''}/restore`, { reason: '恢复生产' }),
    ).toMatchObject({ code: 40901, msg: '不可重复的值已被其他记录使用，请先修改其中一条' });
  });
});

describe('many writers at the same moment', () => {
  const both = async (code: string) => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => post({ name: `同时 ${at}`, code })));
    return Map.groupBy(answers, (answer) => answer.code);
  };

  it('keep one record with a value, and the others learn which', async () => {
    const answers = await both('RACE');
    expect([...answers.keys()].toSorted((a, b) => a - b)).toEqual([0, 42200]);
    expect(answers.get(0)).toHaveLength(1);
    expect(answers.get(42200)?.map(({ data }) => data)).toEqual(
      Array.from({ length: 11 }, () => ({
        errors: [
          expect.objectContaining({
            message: TAKEN('RACE'),
            record: expect.objectContaining({ name: expect.any(String) }),
          }),
        ],
      })),
    );
  });

  it('keep one record with a value while its index is not there yet', async () => {
    const next = withConfig('name', { unique: true });
    await test.services.metadata.save({ ...next, fields: next.fields }, next.version, 'system');
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ name: '唯一的名称' })));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 42200)).toHaveLength(11);
    made(await saveDefinition(test, withConfig('name', {})));
    await test.services.metadata.runIndexJobs();
  });
});

describe('saving the attribute', () => {
  it('is refused while records share values, says how many, and names them in the check before', async () => {
    const twins = [await create({ name: '双一', nick: 'Twin' }), await create({ name: '双二', nick: 'twin' })];
    await create({ name: '单', nick: 'single' });
    const next = withConfig('nick', { unique: true });
    const { version } = savedDefinition(test, 'Plant');
    const impact = made(
      await test.post<ImpactSlice>('staff', '/api/metadata/object/impact', { definition: next, baseVersion: version }),
    );
    expect(impact.failing).toMatchObject([
      { field: 'nick', words: '“别名”不能重复', count: 2, ids: twins.map(({ id }) => id) },
    ]);
    expect(await saveDefinition(test, next)).toMatchObject({
      code: 42201,
      msg: expect.stringContaining('“别名”不能重复，但有 2 条记录的值相同'),
    });
    const [one] = twins;
    made(await edit(one ?? { id: '' }, { nick: 'other' }));
    made(await saveDefinition(test, next));
    // The index may not be there yet: the value is refused all the same.
    expect((await post({ name: '双三', nick: 'TWIN' })).code).toBe(42200);
    await test.services.metadata.runIndexJobs();
    expect((await post({ name: '双四', nick: 'TWIN' })).code).toBe(42200);
  });

  it('ends with the attribute', async () => {
    made(await saveDefinition(test, withConfig('code', {})));
    await test.services.metadata.runIndexJobs();
    await create({ name: '同号一', code: 'same' });
    expect((await post({ name: '同号二', code: 'same' })).code).toBe(0);
  });

  it.each([
    [{ unique: true, sealed: true }, '加密保存的值无法比较'],
    [{ unique: true, default: 'x' }, '不可重复的字段不能有默认值'],
    [{ uniqueWithin: ['year'] }, '设了“不可重复的范围”'],
    [{ unique: true, uniqueWithin: ['nick'] }, '“不可重复的范围”不能是字段自己'],
    [{ unique: true, uniqueWithin: ['lost'] }, '“不可重复的范围”中没有字段“lost”'],
  ] as const)('is refused where it means nothing: %j', async (config, words) => {
    const answer = await saveDefinition(test, withConfig('nick', config as FieldDefinition['config']));
    expect(answer).toMatchObject({ code: 42201, msg: expect.stringContaining(words) });
  });
});
