import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const field = (
  apiName: string,
  type: FieldDefinition['type'],
  label: string,
  config: FieldDefinition['config'] = {},
): FieldDefinition => ({ apiName, type, label, config });
const VISIT = newObject(
  'Walk',
  [
    field('name', 'text', '名称'),
    field('first', 'text', '姓'),
    field('title', 'text', '标题', { defaultFormula: "self.first + '的拜访'" }),
    field('greeting', 'text', '称呼', { defaultFormula: "'致' + self.title" }),
    field('on', 'date', '日期', { defaultFormula: 'today' }),
    field('until', 'date', '截止', { defaultFormula: 'self.on' }),
    field('by', 'text', '登记人', { defaultFormula: 'user.id' }),
  ],
  {
    route: '/data/Walk',
    rules: [{ id: 'by-stays', kind: 'readonly', target: 'by', rule: 'true' }],
  },
);
let test: TestApp;
let keys = 0;
const post = (values: object) => {
  keys += 1;
  return test.post<RecordReply>('staff', '/api/metadata/data/Walk', { clientKey: `walk-${keys}-key`, values });
};
const create = async (values: object) => made(await post(values)).record;

beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, VISIT));
});
afterAll(() => test.close());

it('gives a record that a program makes what the formulas of its fields say, in the order in which they build on each other', async () => {
  const row = await create({ name: '甲', first: '王', on: '2026-03-01' });
  expect(row).toMatchObject({ title: '王的拜访', greeting: '致王的拜访', on: '2026-03-01', until: '2026-03-01' });
  expect(row['by']).toEqual(expect.any(String));
});

it('leaves alone what was given, and what was left empty on purpose', async () => {
  const row = await create({ name: '乙', first: '李', title: '来访', until: null });
  expect(row).toMatchObject({ title: '来访', greeting: '致来访' });
  expect(row['until']).toBeUndefined();
  expect(row['on']).toMatch(/^\d{4}-\d\d-\d\d$/);
});

it('begins with nothing where a formula has no answer yet', async () => {
  const row = await create({ name: '丙' });
  expect([row['title'], row['greeting']]).toEqual([undefined, undefined]);
});

it('keeps a locked field to what its formula says', async () => {
  expect(await post({ name: '丁', by: 'another' })).toMatchObject({
    code: 42200,
    data: { errors: [{ field: 'by', message: '只读字段不能修改' }] },
  });
});

it('never touches a record that is there', async () => {
  const row = await create({ name: '戊', first: '赵' });
  const { data } = await test.post<RecordReply>('staff', `/api/metadata/data/Walk/${row.id}`, {
    version: 1,
    values: { first: '钱', until: null },
  });
  expect(data.record).toMatchObject({ first: '钱', title: '赵的拜访' });
  expect(data.record['until']).toBeUndefined();
});

it('shows in the form what will be saved, until the user fills the field', async () => {
  const definition = savedDefinition(test, 'Walk');
  const form = new FormStore({ definition, user: { id: 'me', roles: [] }, today: '2026-05-06' });
  expect(form.valueOf('on')).toBe('2026-05-06');
  expect(form.valueOf('until')).toBe('2026-05-06');
  form.set('first', '孙');
  expect([form.valueOf('title'), form.valueOf('greeting')]).toEqual(['孙的拜访', '致孙的拜访']);
  form.set('greeting', '您好');
  form.set('first', '周');
  expect([form.valueOf('title'), form.valueOf('greeting')]).toEqual(['周的拜访', '您好']);
  form.set('title', undefined);
  form.set('first', '吴');
  expect(form.valueOf('title')).toBeUndefined();
  expect(form.payload()).toMatchObject({ first: '吴', title: null, greeting: '您好', until: '2026-05-06', by: 'me' });
  expect(form.judge()).toEqual([]);
});

it.each([
  [{ defaultFormula: 'self.lost' }, '默认值公式'],
  [{ defaultFormula: '1 + 1' }, '结果必须是文本'],
  [{ defaultFormula: 'self.greeting' }, '互相依赖'],
  [{ defaultFormula: "'a'", default: 'b' }, '默认值和默认值公式只能填一项'],
])('refuses to save a formula that cannot be: %j', async (config, words) => {
  const saved = savedDefinition(test, 'Walk');
  const fields = saved.fields.map((one) => (one.apiName === 'title' ? { ...one, config } : one));
  expect(await saveDefinition(test, { ...saved, fields })).toMatchObject({
    code: 42201,
    msg: expect.stringContaining(words),
  });
});
