import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListGroups } from '#schemas/api/list-groups.ts';
import type { FixedList } from '#schemas/metadata/fixed-list.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';

const SOLD: FixedList = {
  route: '/data/soldShips',
  label: '已成交船只',
  filter: { exists: { objectApiName: 'Sale', fields: ['ship'], filter: { field: 'price', op: 'gte', value: '100' } } },
  summaries: [
    { label: '按船厂', by: 'yard' },
    { label: '按是否在航', by: 'sails' },
  ],
};

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  const name = { apiName: 'name', type: 'text', label: '名称' } as const;
  made(await saveDefinition(test, newObject('Yard', [name], {})));
  made(
    await saveDefinition(
      test,
      newObject(
        'Ship',
        [
          name,
          { apiName: 'yard', type: 'reference', label: '船厂', targetApiName: 'Yard' },
          { apiName: 'sails', type: 'boolean', label: '在航' },
        ],
        { route: '/data/ships' },
      ),
    ),
  );
  made(
    await saveDefinition(
      test,
      newObject(
        'Sale',
        [
          name,
          { apiName: 'ship', type: 'reference', label: '船', targetApiName: 'Ship' },
          { apiName: 'price', type: 'decimal', label: '价格', config: { visibleTo: ['staff'] } },
        ],
        {},
      ),
    ),
  );
});
afterAll(() => test.close());

const save = (list: FixedList) => saveDefinition(test, { ...savedDefinition(test, 'Ship'), fixedLists: [list] });
async function listsOf(who: Who) {
  const objects = made(
    await test.get<{ apiName: string; fixedLists?: FixedList[] }[]>(who, '/api/metadata/allObjectsUserCanView'),
  );
  return objects.find(({ apiName }) => apiName === 'Ship')?.fixedLists ?? [];
}

it('may ask for records of other objects, and is there only for those who may read what it asks', async () => {
  made(await save(SOLD));
  expect((await listsOf('staff')).map(({ label }) => label)).toEqual(['已成交船只']);
  expect(await listsOf('member')).toEqual([]);
  made(await save({ ...SOLD, filter: { exists: { objectApiName: 'Sale', fields: ['ship'] } } }));
  expect(await listsOf('member')).toHaveLength(1);
});

it('never asks what is on a list of a user', async () => {
  const refused = await save({ ...SOLD, filter: { inList: '1' } });
  expect(refused.code).toBe(codeOf('INVALID_METADATA'));
  expect(refused.msg).toContain('不能按清单筛选');
});

it('is summed up by links and by yes and no, as any list can be grouped', async () => {
  made(await save(SOLD));
  for (const { by } of SOLD.summaries ?? [])
    expect(
      made(await test.post<ListGroups>('staff', '/api/metadata/data/groups', { objectApiName: 'Ship', by })),
    ).toEqual({ groups: [], more: 0 });
});
