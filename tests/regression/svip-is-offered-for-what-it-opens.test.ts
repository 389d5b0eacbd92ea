import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('of what is closed to a user the reply names what SVIP would open, and not what is kept for other roles', async () => {
  const text = (apiName: string, visibleTo?: string[]) => ({
    apiName,
    type: 'text' as const,
    label: apiName,
    ...(visibleTo && { config: { visibleTo } }),
  });
  const fields = [text('name'), text('sold', ['svip', 'LP']), text('kept', ['LP']), text('inner', ['staff'])];
  made(await saveDefinition(app, newObject('Offer', fields)));
  const values = { name: '示例', sold: '甲', kept: '乙', inner: '丙' };
  const body = { clientKey: '00000000-0000-4000-8000-000000000001', values };
  const { record } = made(await app.post<RecordReply>('staff', '/api/metadata/data/Offer', body));
  const read = async (who: 'member' | 'svip') =>
    made(await app.get<RecordReply>(who, `/api/metadata/data/Offer/${record.id}`));
  expect(await read('member')).toMatchObject({ locked: ['sold', 'kept', 'inner'], forMembers: ['sold'] });
  expect(await read('svip')).toMatchObject({ locked: ['kept', 'inner'], forMembers: [] });
});
