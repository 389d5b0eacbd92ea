import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { waysOfReading } from '#tests/support/metadata/ways-of-reading.ts';

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称', config: { searchable: true } };
const KIND: FieldDefinition = {
  apiName: 'kind',
  type: 'select',
  label: '类别',
  selectOptions: [
    { value: 'closed', label: '内部' },
    { value: 'open', label: '公开' },
  ],
};
const IS_OPEN = { field: 'kind', op: 'eq', value: 'open' };
/** Financial advisers see what is their own beside what is open, SVIP see all, and all others what is open. */
const LIMITS = [{ filter: IS_OPEN }, { roles: ['svip'] }, { roles: ['FA'], filter: IS_OPEN, own: true }];
const limited = (field: FieldDefinition): FieldDefinition =>
  ({ ...field, config: { ...field.config, limits: LIMITS } }) as FieldDefinition;
const SIZE = limited({ apiName: 'size', type: 'integer', label: '规模' });
const STALL = limited({ apiName: 'stall', type: 'reference', label: '摊位', targetApiName: 'Stall' });
const ACCESS = { list: 'everyone', detail: 'everyone', create: 'member', edit: 'member' } as const;

let test: TestApp;
let closedId: string;
let openId: string;
let stallId: string;
beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, newObject('Stall', [NAME], { access: { ...ACCESS } })));
  const fair = newObject('Fair', [NAME, KIND, SIZE, STALL], { access: { ...ACCESS } });
  const list = { columns: ['name', 'size', 'stall'], filters: ['size', 'kind'], sort: [] };
  made(await saveDefinition(test, { ...fair, layouts: { ...fair.layouts, list } }));
  const stall = savedDefinition(test, 'Stall');
  const related = [{ label: '集市', objectApiName: 'Fair', fields: ['stall'], columns: ['name', 'size'] }];
  const detail = { ...stall.layouts.detail, related } as ObjectDefinition['layouts']['detail'];
  made(await saveDefinition(test, { ...stall, layouts: { ...stall.layouts, detail } }));
  stallId = await create('staff', 'Stall', { name: '绝密摊位' });
  const stalls = { stall: { id: stallId } };
  closedId = await create('staff', 'Fair', { name: '内部集市', kind: 'closed', size: 731, ...stalls });
  openId = await create('staff', 'Fair', { name: '公开集市', kind: 'open', size: 5, ...stalls });
});
afterAll(() => test.close());

let keys = 0;
const key = () => `00000000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`;
interface Reply {
  readonly record: Record<string, unknown> & { readonly id: string; readonly version: number };
  readonly locked: readonly string[];
  readonly forMembers?: readonly string[];
}
async function create(who: Who, objectApiName: string, values: object): Promise<string> {
  const body = { clientKey: key(), values };
  return made(await test.post<Reply>(who, `/api/metadata/data/${objectApiName}`, body)).record.id;
}
const read = async (who: Who, id: string) => made(await test.get<Reply>(who, `/api/metadata/data/Fair/${id}`));
const change = async (who: Who, id: string, values: object) => {
  const { record } = await read('staff', id);
  return test.post<Reply>(who, `/api/metadata/data/Fair/${id}`, { version: record.version, values });
};
interface List {
  readonly layout: {
    readonly fields: FieldDefinition[];
    readonly partly?: FieldDefinition[];
    readonly columns: string[];
  };
  readonly list: readonly Record<string, unknown>[];
}
const listed = async (who: Who, query: object = {}) =>
  made(await test.post<List>(who, '/api/metadata/data/getLayoutAndDataList', { objectApiName: 'Fair', ...query }));

const READS = waysOfReading({ test: () => test, fairId: () => closedId, stallId: () => stallId, word: '集市' });

describe.each(READS)('A value that a condition hides is not read by %s', (_way, readBy) => {
  it.each<Who>(['visitor', 'member', 'founder', 'investor', 'organisation'])('by a %s', async (who) => {
    expect(JSON.stringify(await readBy(who))).not.toMatch(/731|736|"filter":\{"field":"kind"/);
  });
});

describe('Of a field that conditions limit', () => {
  it('a list gives values of the records that the user sees it on, of numbers and of links', async () => {
    const { list, layout } = await listed('member');
    expect(
      list
        .map(({ name, size, stall }) => [name, size, Boolean(stall)])
        .toSorted(([one], [other]) => String(one).localeCompare(String(other), 'zh')),
    ).toEqual([
      ['公开集市', 5, true],
      ['内部集市', undefined, false],
    ]);
    expect(layout.partly?.map(({ apiName }) => apiName)).toEqual(['size', 'stall']);
    expect(layout.fields.map(({ apiName }) => apiName)).not.toContain('size');
    expect(layout.columns).toContain('size');
    expect(JSON.stringify(layout)).not.toContain('limits');
  });

  it.each<Who>(['svip', 'staff'])('a %s sees all values, in an ordinary column', async (who) => {
    const { list, layout } = await listed(who, { sort: [{ field: 'size', order: 'desc' }] });
    expect(list.map(({ size }) => size)).toEqual([731, 5]);
    expect(layout.partly).toBeUndefined();
  });

  it.each([
    ['filter', { filter: { field: 'size', op: 'gt', value: 0 } }, 'filter'],
    ['order', { sort: [{ field: 'size', order: 'asc' }] }, 'sort[0].field'],
  ])('a %s is refused to who sees some values, as it would find the others', async (_what, query, place) => {
    const answer = await test.post('member', '/api/metadata/data/getLayoutAndDataList', {
      objectApiName: 'Fair',
      ...query,
    });
    expect(answer).toMatchObject({
      code: 40001,
      problems: [{ field: expect.stringContaining(place) as string }],
    });
  });

  it('a record gives the value, or says that it is closed', async () => {
    expect(await read('member', openId)).toMatchObject({ record: { size: 5 }, locked: [] });
    const closed = await read('member', closedId);
    expect(closed.locked.toSorted()).toEqual(['size', 'stall']);
    expect(closed.forMembers?.toSorted()).toEqual(['size', 'stall']);
    expect(closed.record).not.toHaveProperty('size');
    expect(await read('staff', closedId)).toMatchObject({ record: { size: 731 }, locked: [] });
  });

  it('a value follows the record: what is no longer open is hidden at once', async () => {
    const id = await create('staff', 'Fair', { name: '转内部', kind: 'open', size: 88 });
    expect(await read('member', id)).toMatchObject({ record: { size: 88 } });
    made(await change('staff', id, { kind: 'closed' }));
    expect((await read('member', id)).record).not.toHaveProperty('size');
  });

  it('users see it on records of their own where the limit says so', async () => {
    const id = await create('organisation', 'Fair', { name: '自有', kind: 'closed', size: 42 });
    expect(await read('organisation', id)).toMatchObject({ record: { size: 42 }, locked: [] });
    expect((await read('member', id)).locked).toContain('size');
  });

  it('who sees the value may change it, and who does not see it may not', async () => {
    expect(await change('member', closedId, { size: 1 })).toMatchObject({
      code: 42200,
      problems: [{ field: 'size', message: '没有权限修改此字段' }],
    });
    expect(await read('staff', closedId)).toMatchObject({ record: { size: 731 } });
    made(await change('member', openId, { size: 6 }));
    expect(await read('member', openId)).toMatchObject({ record: { size: 6 } });
    made(await change('member', closedId, { name: '内部集市' }));
  });

  it('who makes a record gives the value, though it is hidden from them afterwards', async () => {
    const id = await create('member', 'Fair', { name: '新内部', kind: 'closed', size: 9 });
    expect((await read('member', id)).locked).toContain('size');
    expect(await read('staff', id)).toMatchObject({ record: { size: 9 } });
  });
});

describe('A limit of a field is refused', () => {
  const objectOf = (fields: FieldDefinition[], more: Partial<ObjectDefinition> = {}) =>
    newObject('Kiosk', fields, { access: { ...ACCESS }, ...more });
  const text = (apiName: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
    apiName,
    type: 'text',
    label: apiName,
    ...more,
  });
  const problemsOf = async (definition: ObjectDefinition) => {
    const answer = await saveDefinition(test, definition);
    return 'problems' in answer ? JSON.stringify(answer.problems) : '';
  };
  it.each<[string, ObjectDefinition, string]>([
    ['of names', objectOf([limited(NAME), KIND]), '名称字段“名称”随处可见'],
    ['of sealed values', objectOf([NAME, KIND, limited(text('code', { config: { sealed: true } }))]), '加密保存'],
    ['of other names', objectOf([NAME, KIND, limited(text('alias', { config: { naming: true } }))]), '也是名称'],
    ['of files', objectOf([NAME, KIND, limited({ apiName: 'paper', type: 'file', label: '文件' })]), '保存文件'],
    ['by a field that is not there', objectOf([NAME, limited(text('note'))]), '的可见条件第 1 条'],
    [
      'of what visitors are shown',
      objectOf([NAME, KIND, limited(text('note'))], { access: { ...ACCESS, teaser: ['name', 'note'] } }),
      '不能公开给访客',
    ],
    [
      'of what a formula gives away',
      objectOf([
        NAME,
        KIND,
        limited({ apiName: 'cost', type: 'integer', label: '成本' }),
        {
          apiName: 'twice',
          type: 'formula',
          label: '两倍',
          config: { expression: 'self.cost * 2', resultType: 'integer' },
        },
      ]),
      '“两倍”的公式读取了限定可见角色的字段“成本”',
    ],
    [
      'with a role that there is not',
      objectOf([NAME, KIND, text('note', { config: { limits: [{ roles: ['wizard'], own: true }] } })]),
      '没有身份“wizard”',
    ],
  ])('%s', async (_what, definition, words) => {
    expect(await problemsOf(definition)).toContain(words);
  });

  it('of what another object works out of it', async () => {
    const hall = newObject(
      'Hall',
      [NAME, { apiName: 'home', type: 'reference', label: '展位', targetApiName: 'Kiosk' }],
      { access: { ...ACCESS } },
    );
    const cost: FieldDefinition = { apiName: 'cost', type: 'integer', label: '成本' };
    made(await saveDefinition(test, objectOf([NAME, KIND, cost])));
    made(await saveDefinition(test, hall));
    const taken: FieldDefinition = {
      apiName: 'homeCost',
      type: 'lookup',
      label: '展位成本',
      config: { lookup: { reference: 'home', field: 'cost' } },
    };
    const saved = savedDefinition(test, 'Hall');
    made(await saveDefinition(test, { ...saved, fields: [...saved.fields, taken] }));
    const kiosk = savedDefinition(test, 'Kiosk');
    const narrowed = {
      ...kiosk,
      fields: kiosk.fields.map((field) => (field.apiName === 'cost' ? limited(field) : field)),
    };
    expect(await problemsOf(narrowed)).toContain('由“Hall”的字段“展位成本”汇总或引用');
  });
});
