import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { ListReply } from '#schemas/api/records.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const NEWS = 'InsightNews';
const LINK: ObjectAction = {
  id: 'mine',
  label: '匹配项目',
  of: 'list',
  link: '/matching/projects',
  policy: 'matching.projects',
};

async function saveWith(actions: readonly ObjectAction[]) {
  const { data: definition } = await app.get<ObjectDefinition>('staff', `/api/metadata/object/${NEWS}`);
  const body = { definition: { ...definition, actions }, baseVersion: definition.version };
  return app.post('staff', '/api/metadata/object/save', body);
}

const offered = async (who: Who) => {
  const { data } = await app.post<ListReply>(who, '/api/metadata/data/getLayoutAndDataList', { objectApiName: NEWS });
  return data.layout?.actions?.map(({ id }) => id) ?? [];
};

describe('an object whose records users write', () => {
  it('has links above its list, for those whom the policy opens them to', async () => {
    expect(await offered('investor')).toEqual([]);
    expect(await saveWith([LINK])).toMatchObject({ code: 0 });
    expect(await offered('investor')).toEqual(['mine']);
    expect(await offered('member')).toEqual([]);
  });

  it.each([
    [
      'calls a route',
      { id: 'end', label: '结束', route: 'POST /api/rong/financing/{id}/close', bind: { version: 'version' } },
    ],
    ['is about a record', { id: 'one', label: '跟进', link: '/pipeline' }],
    ['has an id twice', LINK],
  ] as const)('has no action that %s', async (_, action) => {
    const answer = await saveWith([LINK, action]);
    expect(answer.status).toBe(422);
    expect(new Set(answer.problems.map(({ field }) => field))).toEqual(new Set(['actions']));
  });
});
