import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import { STARRED_NAME } from '#schemas/api/stars.ts';
import { starredRecords } from '#server/features/kept-lists/starred-queries.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';

let test: TestApp;
let firms: string[];
let deal: string;
beforeAll(async () => {
  test = await openTestApp();
  const data = new FirmsAndDeals(test);
  await data.begin([]);
  firms = [];
  for (const name of ['鲸图科技', '海豚资本']) firms.push(await data.create('Firm', { name }));
  deal = await data.create('Deal', { title: '鲸图科技 A 轮' });
});
afterAll(() => test.close());

const star = (who: Who, recordId: string | undefined, follows: boolean, objectApiName = 'Firm') =>
  test.post<KeptList>(who, '/api/list/star', { objectApiName, recordId, follows });
const stars = async (who: Who, objectApiName = 'Firm') =>
  made(await test.get<{ ids: string[] }>(who, `/api/list/star?objectApiName=${objectApiName}`)).ids;
const listsOf = async (who: Who) => made(await test.get<KeptList[]>(who, '/api/list'));

describe('a star', () => {
  it('puts a record on the list 我的关注 of its object, made when it is first needed, and takes it off again', async () => {
    expect(await stars('member')).toEqual([]);
    expect(await listsOf('member')).toEqual([]);
    const list = made(await star('member', firms[0], true));
    expect(list).toMatchObject({ name: STARRED_NAME, count: 1, isStarred: true, objectApiName: 'Firm' });
    expect(made(await star('member', firms[0], true))).toMatchObject({ id: list.id, count: 1 });
    made(await star('member', firms[1], true));
    made(await star('member', deal, true, 'Deal'));
    expect((await stars('member')).toSorted()).toEqual(firms.toSorted());
    expect(await stars('member', 'Deal')).toEqual([deal]);
    expect(await listsOf('member')).toHaveLength(2);
    expect(made(await star('member', firms[0], false)).count).toBe(1);
    expect(made(await star('member', firms[0], false)).count).toBe(1);
    expect(await stars('svip')).toEqual([]);
  });

  it('follows records of every object for the changes of the first page', async () => {
    const { id } = await test.services.database.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'member')
      .executeTakeFirstOrThrow();
    expect(await starredRecords(test.services.database.db, id)).toContainEqual({ objectApiName: 'Deal', id: deal });
  });

  it('is refused on a record that is not there, of which nothing is kept', async () => {
    expect((await star('svip', '999999', true)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(await listsOf('svip')).toEqual([]);
  });
});

describe('the list 我的关注', () => {
  it('stays: it is neither removed nor renamed, and emptied with the way back', async () => {
    const { id, version } = made(await star('member', firms[0], true));
    for (const [path, more] of [
      [`/api/list/${id}/remove`, {}],
      [`/api/list/${id}`, { name: '别的名称' }],
    ] as const) {
      const refused = await test.post('member', path, { version, ...more });
      expect([refused.code, refused.msg]).toEqual([codeOf('INVALID_BODY'), expect.stringContaining('可以清空')]);
    }
    const { taken, list } = made(
      await test.post<{ taken: string[]; list: KeptList }>('member', `/api/list/${id}/empty`, {}),
    );
    expect(taken.toSorted()).toEqual(firms.toSorted());
    expect(list.count).toBe(0);
    expect(await stars('member')).toEqual([]);
    made(await test.post('member', `/api/list/${id}/add`, { ids: taken }));
    expect(await stars('member')).toHaveLength(2);
  });

  it('is the list of this name that the user had already, and one however many stars come at once', async () => {
    const had = made(await test.post<KeptList>('svip', '/api/list', { objectApiName: 'Firm', name: STARRED_NAME }));
    const answers = await Promise.all([star('svip', firms[0], true), star('svip', firms[1], true)]);
    expect(answers.map((answer) => made(answer).id)).toEqual([had.id, had.id]);
    const both = await Promise.all([star('svip', deal, true, 'Deal'), star('svip', deal, true, 'Deal')]);
    expect(new Set(both.map((answer) => made(answer).id)).size).toBe(1);
  });
});
