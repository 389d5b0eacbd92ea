import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const LIST = '/api/metadata/data/getLayoutAndDataList';
const OBJECTS = [
  'Boat',
  'InsightCompany',
  'InsightFund',
  'InsightNews',
  'InsightTransaction',
  'HelpArticle',
  'TeamMember',
];
const KINDS = ['member', 'founder', 'investor', 'organisation', 'svip'] as const satisfies readonly Viewpoint[];

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
/** Closed to all but investors. */
const OWNER: FieldDefinition = {
  apiName: 'owner',
  type: 'text',
  label: '船主',
  config: { visibleTo: ['ORG_INVESTOR'] },
};
/** In the details alone, which are for SVIP. */
const PRICE: FieldDefinition = { apiName: 'price', type: 'integer', label: '价格' };

let test: TestApp;
let boatId: string;
beforeAll(async () => {
  test = await openTestApp();
  const access = { list: 'member', detail: 'svip', create: 'staff', edit: 'staff' } as const;
  const boat = newObject('Boat', [NAME, OWNER, PRICE], { access });
  const list = { columns: ['name', 'owner'], filters: [], sort: [] };
  made(await saveDefinition(test, { ...boat, layouts: { ...boat.layouts, list } }));
  const body = {
    clientKey: '00000000-0000-4000-8000-000000000001',
    values: { name: '远航号', owner: '船主甲', price: 1234 },
  };
  boatId = made(await test.post<RecordReply>('staff', '/api/metadata/data/Boat', body)).record.id;
});
afterAll(() => test.close());

const list = (who: Who, objectApiName: string, as?: Viewpoint) =>
  test.post<ListReply | null>(who, LIST, { objectApiName, pageSize: 20, ...(as && { as }) });

describe.each(OBJECTS)('Staff look at the list of %s', (objectApiName) => {
  it.each(KINDS)('exactly as a user who is %s is given it', async (kind) => {
    const theirs = await list(kind, objectApiName);
    const seen = await list('staff', objectApiName, kind);
    expect({ ...seen, data: undefined }).toEqual({ ...theirs, data: undefined });
    expect(seen.data?.layout).toEqual(theirs.data?.layout);
    expect(seen.data?.list).toEqual(theirs.data?.list);
  });

  it('as a visitor, and stay signed in', async () => {
    const theirs = await list('visitor', objectApiName);
    const seen = await list('staff', objectApiName, 'visitor');
    expect(seen.code === 0).toBe(theirs.code === 0);
    expect(seen.status).not.toBe(401);
    expect(seen.data?.list).toEqual(theirs.data?.list);
  });
});

it.each(['visitor', 'member', 'svip', 'investor', 'founder'] as const)(
  'No %s looks at a list with the eyes of others',
  async (who) => {
    for (const as of [...KINDS, 'visitor'] as const) expect((await list(who, 'InsightCompany', as)).status).toBe(403);
  },
);

it('Columns that are closed to a kind of user are not there', async () => {
  const rows = async (as: Viewpoint) => (await list('staff', 'Boat', as)).data?.list;
  expect(await rows('member')).toEqual([{ id: boatId, name: '远航号' }]);
  expect(await rows('investor')).toEqual([{ id: boatId, name: '远航号', owner: '船主甲' }]);
  expect((await list('staff', 'Boat')).data?.list).toEqual([{ id: boatId, name: '远航号', owner: '船主甲' }]);
});

it('A record is opened with the same eyes', async () => {
  const read = (who: Who, as?: Viewpoint) =>
    test.get<RecordReply>(who, `/api/metadata/data/Boat/${boatId}${as ? `?as=${as}` : ''}`);
  const theirs = await read('svip');
  const seen = await read('staff', 'svip');
  expect(seen.data.record).toMatchObject({ name: '远航号', price: 1234 });
  expect(seen.data).toEqual(theirs.data);
  expect((await read('staff', 'member')).data).toMatchObject({ isPart: true, editable: false });
  expect((await read('staff', 'visitor')).status).toBe(403);
  expect((await read('member', 'svip')).status).toBe(403);
});
