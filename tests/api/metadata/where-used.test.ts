import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectPlan } from '#schemas/api/metadata.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { withoutField } from '#shared/metadata/field-placement.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const field = (
  apiName: string,
  type: FieldDefinition['type'],
  label: string,
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({ apiName, type, label, ...more });

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  const bottle = newObject(
    'Bottle',
    [
      field('code', 'text', '编号'),
      field('cellar', 'reference', '酒窖', { targetApiName: 'Bottle' }),
      field('price', 'integer', '价格'),
      field('colour', 'text', '颜色'),
      field('unused', 'text', '无人使用'),
    ],
    { label: '酒瓶', route: '/data/Bottle' },
  );
  made(await saveDefinition(test, bottle));
  const cellar = newObject('Cellar', [
    field('name', 'text', '名称'),
    field('best', 'reference', '最好的一瓶', { targetApiName: 'Bottle' }),
    field('bestPrice', 'lookup', '最高价', { config: { lookup: { reference: 'best', field: 'price' } } }),
  ]);
  made(await saveDefinition(test, { ...cellar, label: '酒窖' }));
  const saved = savedDefinition(test, 'Bottle');
  const cellarLink = field('store', 'reference', '存放于', { targetApiName: 'Cellar' });
  made(await saveDefinition(test, { ...saved, fields: [...saved.fields, cellarLink] }));
  const total = field('total', 'rollup', '总价', {
    config: {
      rollup: {
        objectApiName: 'Bottle',
        fields: ['store'],
        function: 'sum',
        of: ['price'],
        filter: { field: 'colour', op: 'eq', value: '红' },
      },
    },
  });
  const home = savedDefinition(test, 'Cellar');
  made(await saveDefinition(test, { ...home, fields: [...home.fields, total] }));
  made(
    await test.post('staff', '/api/metadata/view', {
      objectApiName: 'Bottle',
      name: '贵的',
      state: "?f=['price','gt',100]&s=colour.asc",
      sharing: 'private',
    }),
  );
  const block = { title: '红酒', kind: 'list', objectName: 'Bottle', columns: ['code', 'colour'], position: 99 };
  const values = { ...block, published: false, audience: ['staff'], width: 'half' };
  made(await test.post<RecordReply>('staff', '/api/metadata/data/HomeBlock', { clientKey: 'where-used', values }));
});
afterAll(() => test.close());

async function uses(definition: ObjectDefinition) {
  const body = { definition, baseVersion: savedDefinition(test, 'Bottle').version };
  return made(await test.post<ObjectPlan>('staff', '/api/metadata/object/plan', body)).uses;
}
const hidden = (apiName: string) => withoutField(savedDefinition(test, 'Bottle'), apiName);

it('Before a field is hidden, the plan names what of other objects, views and the first page builds on it', async () => {
  expect(await uses(hidden('price'))).toEqual([
    { field: 'price', place: '对象“酒窖”的字段“最高价”' },
    { field: 'price', place: '对象“酒窖”的字段“总价”' },
    { field: 'price', place: '保存的视图“贵的”' },
  ]);
  expect(await uses(hidden('colour'))).toEqual([
    { field: 'colour', place: '对象“酒窖”的字段“总价”' },
    { field: 'colour', place: '保存的视图“贵的”' },
    { field: 'colour', place: '首页内容“红酒”' },
  ]);
});

it('and before it gets another type', async () => {
  const saved = savedDefinition(test, 'Bottle');
  const fields = saved.fields.map((one) => (one.apiName === 'colour' ? { ...one, type: 'longText' as const } : one));
  expect((await uses({ ...saved, fields })).map(({ place }) => place)).toContain('首页内容“红酒”');
});

it('A field that nothing builds on has no places, and neither has a change of labels', async () => {
  expect(await uses(hidden('unused'))).toEqual([]);
  expect(await uses({ ...savedDefinition(test, 'Bottle'), label: '瓶' })).toEqual([]);
});
