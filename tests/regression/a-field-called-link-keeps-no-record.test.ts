import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, newObject('Town', [{ apiName: 'name', type: 'text', label: '名称' }])));
  const fields = [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'towns', type: 'multiReference', label: '城镇', targetApiName: 'Town' },
    { apiName: 'link', type: 'url', label: '链接' },
  ] as const;
  made(await saveDefinition(test, newObject('Guide', [...fields])));
});
afterAll(() => test.close());

const create = async (object: string, values: object) =>
  made(await test.post<RecordReply>('staff', `/api/metadata/data/${object}`, { clientKey: `a-key-${object}`, values }))
    .record.id;

// The question for links to a record named its own column as that field.
it('records that an object with lists of links and a field called link points at are deleted, and named where they are needed', async () => {
  const id = await create('Town', { name: '示例镇' });
  const remove = () => test.post('staff', `/api/metadata/data/Town/${id}/delete`, { reason: '停止维护' });
  const guide = await create('Guide', { name: '示例指南', towns: [{ id }], link: 'https://guides.example.com/1' });
  const refused = await remove();
  expect(refused.code).not.toBe(0);
  expect(refused.msg).toContain('示例指南');
  made(await test.post('staff', `/api/metadata/data/Guide/${guide}`, { version: 1, values: { towns: null } }));
  expect((await remove()).code).toBe(0);
});
