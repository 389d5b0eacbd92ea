import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const OWN = '/api/rong/user';
const WORK = { organization: '示例科技', position: '工程师', startOn: '2020-03', isCurrent: true };
const VALUES: Readonly<Record<string, object>> = {
  work: WORK,
  education: { school: '示例大学', degree: '硕士', major: '计算机', startOn: '2010-09', endOn: '2013-06' },
  award: { title: '示例奖项', awardedOn: '2022' },
};
let test: TestApp;
let owner: SignedIn;
let other: SignedIn;
let keys = 0;

beforeAll(async () => {
  test = await openTestApp();
  await newAccount(test, { username: 'owner', name: '示例本人' });
  await newAccount(test, { username: 'other', name: '示例他人' });
  owner = await signInBy(test, 'owner');
  other = await signInBy(test, 'other');
});
afterAll(() => test.close());

function add(kind: string, values: object = VALUES[kind] ?? {}, who = owner) {
  keys += 1;
  return who.send<RecordReply>('POST', `${OWN}/${kind}/add`, { clientKey: `own-record-${keys}`, values });
}
const remove = (kind: string, id: string, who = owner) => who.send('DELETE', `${OWN}/${kind}/delete?id=${id}`);
const restore = (kind: string, id: string, who = owner) =>
  who.send<RecordReply>('POST', `${OWN}/${kind}/restore`, new URLSearchParams({ id }));
const ids = async (who: SignedIn, objectApiName = 'WorkRecord') =>
  made(
    await who.send<ListReply>('POST', '/api/metadata/data/getLayoutAndDataList', { objectApiName, page: 1 }),
  ).list.map(({ id }) => id);
const found = async (id: string) =>
  (
    await test.services.database.pool.query(
      `select 1 from record_search where object_api_name = 'WorkRecord' and id = $1`,
      [id],
    )
  ).rows.length;

describe('work, education and award records', () => {
  it.each(Object.keys(VALUES))('of the kind %s are added by the object’s own rules and deleted', async (kind) => {
    const { record } = made(await add(kind));
    expect(await remove(kind, record.id)).toMatchObject({ code: 0 });
    expect(await remove(kind, record.id)).toMatchObject({ status: 404 });
    expect(await add(kind, {})).toMatchObject({ status: 422 });
  });

  it('are seen by no other user, and another person’s is as one that is not there', async () => {
    const { record } = made(await add('work'));
    expect(await ids(other)).not.toContain(record.id);
    const answers = [await remove('work', record.id, other), await remove('work', '987654321', other)];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 404 });
    expect(await ids(owner)).toContain(record.id);
  });

  it('are gone from list and search once deleted, and come back as they were under their own id', async () => {
    const { record } = made(await add('work', { ...WORK, description: '从零到一' }));
    expect(await found(record.id)).toBe(1);
    made(await remove('work', record.id));
    expect(await ids(owner)).not.toContain(record.id);
    expect(await found(record.id)).toBe(0);
    const back = made(await restore('work', record.id));
    expect(back.record).toMatchObject({ id: record.id, ...WORK, description: '从零到一' });
    expect(back.editable).toBe(true);
    expect(await ids(owner)).toContain(record.id);
    expect(await found(record.id)).toBe(1);
  });

  it('are brought back once, however often that is asked at the same time', async () => {
    const { record } = made(await add('work'));
    made(await remove('work', record.id));
    const answers = await Promise.all(Array.from({ length: 8 }, () => restore('work', record.id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
  });

  it('are deleted once, however often that is asked at the same time', async () => {
    const { record } = made(await add('work'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove('work', record.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
  });

  it('are brought back by who deleted them alone, and within a day', async () => {
    const { record } = made(await add('work'));
    made(await remove('work', record.id));
    expect(await restore('work', record.id, other)).toMatchObject({ status: 404 });
    await test.services.database.pool.query(
      `update record_history set at = at - interval '25 hours' where object_api_name = 'WorkRecord' and record_id = $1`,
      [record.id],
    );
    expect(await restore('work', record.id)).toMatchObject({ status: 404 });
  });

  it('may be deleted by staff, and stay their owner’s when they come back', async () => {
    const staff = await signInBy(test, 'staff');
    const { record } = made(await add('work'));
    made(await remove('work', record.id, staff));
    made(await restore('work', record.id, staff));
    expect(await ids(owner)).toContain(record.id);
  });

  it('of one kind are not to be reached as another, and no other object at all', async () => {
    const { record } = made(await add('work'));
    expect(await remove('award', record.id)).toMatchObject({ status: 404 });
    expect((await remove('InsightCompany', record.id)).status).toBe(422);
    expect(await ids(owner)).toContain(record.id);
  });
});
