import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const field = (
  apiName: string,
  type: FieldDefinition['type'],
  label: string,
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({ apiName, type, label, ...more });

const RECENT = { filter: { field: 'year', op: 'eq', value: 2024 } } as const;
const FIELDS = [
  field('name', 'text', '名称', { required: true, maxLength: 100 }),
  field('code', 'text', '编号', { maxLength: 40, config: { unique: true } }),
  field('year', 'integer', '年份'),
  field('rank', 'integer', '名次', { config: { unique: true, uniqueWithin: ['year'] } }),
  field('founded', 'date', '成立日期', { config: { partial: true, unique: true } }),
  field('inner', 'text', '内部编号', { maxLength: 40, config: { unique: true, visibleTo: ['svip'] } }),
  field('open', 'text', '公开编号', {
    maxLength: 40,
    config: { unique: true, limits: [RECENT, { roles: ['svip'] }] },
  }),
  field('nick', 'text', '别名', { maxLength: 40 }),
] as const;
const OBJECTS: readonly [string, Partial<ObjectDefinition>][] = [
  ['Plant', {}],
  ['OldPlant', { access: { list: 'member', detail: 'member', create: 'member', edit: 'member', limits: [RECENT] } }],
  ['StaffPlant', { access: { list: 'member', detail: 'member', create: 'staff', edit: 'staff' } }],
];

let test: TestApp;
let keys = 0;
beforeAll(async () => {
  test = await openTestApp();
  for (const [apiName, more] of OBJECTS) {
    made(await saveDefinition(test, newObject(apiName, FIELDS, { route: `/data/${apiName}`, ...more })));
  }
  await test.services.metadata.runIndexJobs();
});
afterAll(() => test.close());

async function create(values: object, who: Who = 'staff', apiName = 'Plant') {
  const body = { clientKey: `plant-${(keys += 1)}-key`, values };
  return made(await test.post<RecordReply>(who, `/api/metadata/data/${apiName}`, body)).record;
}
interface Taken {
  readonly taken: { readonly field: string; readonly message: string; readonly record?: object } | null;
}
const ask = (name: string, values: object, id?: string, who: Who = 'staff', apiName = 'Plant') =>
  test.post<Taken>(who, `/api/metadata/data/${apiName}/taken`, { field: name, values, ...(id && { id }) });
const asked = async (...of: Parameters<typeof ask>) => made(await ask(...of)).taken;
const save = (values: object) =>
  test.post('staff', '/api/metadata/data/Plant', { clientKey: `save-${(keys += 1)}-key`, values });

describe('A value that may not repeat, while it is typed', () => {
  it('is said to be taken in the words of the refusal, with the name of the record that has it', async () => {
    const { id } = await create({ name: '甲厂', code: 'P-001' });
    const found = await asked('code', { code: ' p-001 ' });
    expect(found).toEqual({
      field: 'code',
      message: '“p-001”已被其他记录使用',
      record: { objectApiName: 'Plant', id, name: '甲厂' },
    });
    expect((await save({ name: '乙厂', code: ' p-001 ' })).problems).toEqual([found]);
  });

  it('is free where no record has it, and for the record that has it', async () => {
    const own = await create({ name: '丙厂', code: 'C-1' });
    expect(await asked('code', { code: 'C-2' })).toBeNull();
    expect(await asked('code', { code: 'c-1' }, own.id)).toBeNull();
    const other = await create({ name: '丁厂', code: 'D-1' });
    expect(await asked('code', { code: 'C-1' }, other.id)).toMatchObject({ record: { id: own.id } });
  });

  it('is compared within the fields of its range, of which the record has those that the form does not send', async () => {
    const first = await create({ name: '第一', year: 2021, rank: 1 });
    const message = '同一“年份”中，“1”已被其他记录使用';
    expect(await asked('rank', { rank: 1, year: 2021 })).toMatchObject({ message, record: { id: first.id } });
    expect(await asked('rank', { rank: 1, year: 2022 })).toBeNull();
    expect(await asked('rank', { rank: 1 })).toBeNull();
    const other = await create({ name: '另一年的第一', year: 2022, rank: 1 });
    expect(await asked('rank', { year: 2021 }, other.id)).toMatchObject({ message });
    const second = await create({ name: '第二', year: 2021, rank: 2 });
    expect(await asked('rank', { rank: 1 }, second.id)).toMatchObject({ message });
    expect(await asked('rank', { rank: 1, year: null }, second.id)).toBeNull();
  });

  it('is compared as the save would keep it', async () => {
    await create({ name: '某年', founded: '2001' });
    expect(await asked('founded', { founded: '2001-01-01' })).toBeNull();
    expect(await asked('founded', { founded: '2001' })).toMatchObject({ message: '“2001”已被其他记录使用' });
  });

  it.each([
    ['code', { code: '长'.repeat(41) }],
    ['code', { code: 'a\u0000b' }],
    ['code', { code: { a: 1 } }],
    ['code', { code: ['P-001'] }],
    ['code', {}],
    ['rank', { rank: 1e300, year: 2021 }],
    ['rank', { rank: 1.5, year: 2021 }],
    ['rank', { rank: 1, year: '去年' }],
    ['founded', { founded: '2001-13-77' }],
    ['nick', { nick: '没有这项要求' }],
    ['lost', { lost: 1 }],
  ] as const)('says nothing of what could not be saved anyway, or may repeat: %s %j', async (name, values) => {
    await create({ name: '底', code: `P-${(keys += 1)}`, year: 2021, nick: '没有这项要求' });
    expect(await asked(name, values)).toBeNull();
  });
});

describe('Who may ask', () => {
  it('is who may write the field', async () => {
    await create({ name: '仅产品人员', code: 'S-1' }, 'staff', 'StaffPlant');
    const refused = (who: Who, apiName: string, id?: string) =>
      ask('code', { code: 'S-1' }, id, who, apiName).then(({ code }) => code);
    expect(await refused('visitor', 'Plant')).toBe(codeOf('SESSION_INVALID'));
    expect(await refused('member', 'StaffPlant')).toBe(codeOf('FORBIDDEN'));
    const kept = await create({ name: '他人不可改', code: 'S-2' }, 'staff', 'StaffPlant');
    expect(await refused('member', 'StaffPlant', kept.id)).toBe(codeOf('FORBIDDEN'));
    expect(await refused('member', 'Plant', '999999999')).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('asks of no field whose value is closed to the user, whatever else is sent', async () => {
    const kept = await create({ name: '有内部编号', inner: 'I-1' });
    const closed = { code: codeOf('INVALID_BODY'), problems: [{ field: 'inner', message: '没有权限修改此字段' }] };
    expect(await ask('inner', { inner: 'I-1' }, undefined, 'member')).toMatchObject(closed);
    expect(await ask('inner', {}, kept.id, 'member')).toMatchObject(closed);
    expect(await ask('code', { code: 'x', inner: 'I-1' }, undefined, 'member')).toMatchObject(closed);
    expect(await asked('inner', { inner: 'i-1' }, undefined, 'svip')).toMatchObject({ record: { id: kept.id } });
  });

  it('asks of no record on which a condition closes the value', async () => {
    await create({ name: '公开编号', open: 'O-1', year: 2024 });
    const [shown, hidden] = [
      await create({ name: '可见', open: 'O-2', year: 2024 }),
      await create({ name: '不可见', open: 'O-3', year: 2023 }),
    ];
    expect(await asked('open', { open: 'O-1' }, shown.id, 'member')).toMatchObject({ field: 'open' });
    expect(await ask('open', { open: 'O-1' }, hidden.id, 'member')).toMatchObject({
      code: codeOf('INVALID_BODY'),
      problems: [{ field: 'open', message: '没有权限修改此字段' }],
    });
  });

  it('learns no name of a record that is not theirs to read, nor asks for such a record', async () => {
    const others = await create({ name: '早年的厂', code: 'H-1', year: 1998 }, 'staff', 'OldPlant');
    expect(await asked('code', { code: 'h-1' }, undefined, 'member', 'OldPlant')).toEqual({
      field: 'code',
      message: '“h-1”已被其他记录使用',
    });
    const refused = await ask('code', { code: 'H-2' }, others.id, 'member', 'OldPlant');
    expect(refused.code).toBe(codeOf('UNKNOWN_RECORD'));
  });
});
