import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { writeSchema } from '#generators/portable/record-schemas.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';

const ACCESS = { list: 'member', detail: 'member', create: 'member', edit: 'member' } as const;
const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称', config: { searchable: true } };
const link = (apiName: string, targetApiName: string, config: object = {}) =>
  ({ apiName, type: 'reference', label: apiName, targetApiName, config }) as FieldDefinition;
const IS_VC = { field: 'kind', op: 'eq', value: 'vc' };

let test: TestApp;
const ids: Record<string, string> = {};
let keys = 0;
const draft = (values: object) => {
  keys += 1;
  return { clientKey: `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`, values };
};
const create = (objectApiName: string, values: object) =>
  test.post<{ record: { id: string; version: number } }>(
    'member',
    `/api/metadata/data/${objectApiName}`,
    draft(values),
  );
const of = (name: string) => ({ id: ids[name] ?? '' });

beforeAll(async () => {
  test = await openTestApp();
  const access = { access: ACCESS as unknown as ObjectDefinition['access'] };
  const kind: FieldDefinition = { apiName: 'kind', type: 'text', label: '类型' };
  made(await saveDefinition(test, newObject('House', [NAME, kind], access)));
  made(await saveDefinition(test, newObject('Pool', [NAME, link('house', 'House')], access)));
  const choices = [
    link('house', 'House', { targetFilter: IS_VC }),
    link('pool', 'Pool', { targetMatch: { of: 'house', field: 'house' } }),
  ];
  made(await saveDefinition(test, newObject('Ticket', [NAME, ...choices], access)));
  const add = async (objectApiName: string, name: string, values: object) => {
    ids[name] = made(await create(objectApiName, { name, ...values })).record.id;
  };
  await add('House', '甲机构', { kind: 'vc' });
  await add('House', '乙机构', { kind: 'vc' });
  await add('House', '丙机构', { kind: 'pe' });
  await add('Pool', '甲基金', { house: of('甲机构') });
  await add('Pool', '乙基金', { house: of('乙机构') });
});
afterAll(() => test.close());

describe('A link that says which records may be chosen', () => {
  const offered = async (objectApiName: string, more: string) => {
    const path = `/api/metadata/queryDataByName?objectApiName=${objectApiName}${more}`;
    return made(await test.get<{ name: string }[]>('member', path))
      .map(({ name }) => name)
      .toSorted();
  };
  it('offers those that meet its condition', async () => {
    expect(await offered('House', '&linkOf=Ticket.house')).toEqual(['乙机构', '甲机构']);
    expect(await offered('House', '')).toHaveLength(3);
  });

  it('offers those that agree with what another field holds', async () => {
    expect(await offered('Pool', `&linkOf=Ticket.pool&beside=${of('甲机构').id}`)).toEqual(['甲基金']);
    expect(await offered('Pool', '&linkOf=Ticket.pool')).toHaveLength(2);
  });

  it('offers nothing by the name of a field that is no link to them', async () => {
    const answer = await test.get('member', '/api/metadata/queryDataByName?objectApiName=House&linkOf=Ticket.pool');
    expect(answer).toMatchObject({ code: 40001 });
  });

  it('takes them and no others, and says so at the field', async () => {
    expect(await create('Ticket', { name: '一', house: of('甲机构'), pool: of('甲基金') })).toMatchObject({ code: 0 });
    const wrong = await create('Ticket', { name: '二', house: of('丙机构') });
    expect(wrong).toMatchObject({ problems: [{ field: 'house', message: '只能关联符合条件的记录，请重新选择' }] });
    const strange = await create('Ticket', { name: '三', house: of('甲机构'), pool: of('乙基金') });
    expect(strange).toMatchObject({ problems: [{ field: 'pool' }] });
  });

  it('keeps what was linked, and asks once more where the other field is changed', async () => {
    const { record } = made(await create('Ticket', { name: '四', house: of('甲机构'), pool: of('甲基金') }));
    const house = made(
      await test.get<{ record: { version: number } }>('member', `/api/metadata/data/House/${of('甲机构').id}`),
    );
    const path = `/api/metadata/data/House/${of('甲机构').id}`;
    made(await test.post('member', path, { version: house.record.version, values: { kind: 'pe' } }));
    const change = (version: number, values: object) =>
      test.post<{ record: { version: number } }>('member', `/api/metadata/data/Ticket/${record.id}`, {
        version,
        values,
      });
    const renamed = made(await change(record.version, { name: '四四' }));
    const moved = await change(renamed.record.version, { house: of('乙机构') });
    expect(moved).toMatchObject({ problems: [{ field: 'pool' }] });
    const both = await change(renamed.record.version, { house: of('乙机构'), pool: of('乙基金') });
    expect(both).toMatchObject({ code: 0 });
  });

  it('says it in the schema of its object', () => {
    expect(writeSchema(savedDefinition(test, 'Ticket'))).toMatchObject({
      properties: { house: { 'x-target-filter': IS_VC }, pool: { 'x-target-match': { of: 'house', field: 'house' } } },
    });
  });

  it.each([
    [
      'a condition on a field that there is not',
      { targetFilter: { field: 'x', op: 'eq', value: 1 } },
      /“可选的记录”的条件有误/,
    ],
    ['a field beside it that is no link', { targetMatch: { of: 'name', field: 'house' } }, /另一个关联字段/],
  ])('is refused with %s', async (_what, config, words) => {
    const ticket = savedDefinition(test, 'Ticket');
    const fields = ticket.fields.map((field) => (field.apiName === 'pool' ? { ...field, config } : field));
    const answer = await saveDefinition(test, { ...ticket, fields });
    expect(answer).toMatchObject({ status: 422, problems: [{ field: 'pool' }] });
    expect(answer.msg).toMatch(words);
  });
});
