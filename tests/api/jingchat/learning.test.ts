import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Answer } from '#schemas/api/jingchat.ts';
import { judgeAnswer } from '#schemas/api/jingchat-learning.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { askAs, contentOf, fillCompanies } from '#tests/support/assistant/asking.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await openTestApp();
  await fillCompanies(app);
});
afterAll(() => app.close());

async function person(): Promise<SignedIn & { readonly id: string }> {
  people += 1;
  const username = `teacher${people}`;
  const id = await newAccount(app, { username, name: '提问者' });
  return { id, ...(await signInBy(app, username)) };
}

const wordIn = async (word: string) =>
  (await staffRequests(app).rows('UnknownWord', { pageSize: 100 })).find((row) => row['word'] === word);
const targets = (keyword: string) => staffRequests(app).rows('WordTarget', { keyword, pageSize: 100 });

/** Asks with a word that means nothing, and gives its row in the list of staff. */
async function unknownWord(question: string, word: string) {
  const asked = await askAs(app, await person(), question);
  expect(contentOf(asked.answer, 'declined').unknown).toEqual([word]);
  const row = await wordIn(word);
  if (!row) throw new Error(`${word} is not counted`);
  return row;
}

async function target(name: string) {
  const found = (await targets(name.split(' › ').at(-1) ?? name)).find((row) => row['name'] === name);
  if (!found) throw new Error(`nothing is called ${name}`);
  return found.id;
}

const teach = (id: string, body: object, who: 'staff' | 'member' = 'staff') =>
  app.post<{ said: string[] }>(who, `/api/staff/jingchat/word/${id}/teach`, body);

describe('a word that meant nothing', () => {
  test('becomes another name of an object, and is understood in the next question', async () => {
    const { id } = await unknownWord('北京的饕餮有哪些', '饕餮');
    expect(made(await teach(id, { target: await target('企业') })).said).toEqual(['“饕餮”已设为“企业”的同义词']);
    const { answer } = await askAs(app, await person(), '北京的饕餮有哪些');
    expect(contentOf(answer, 'list').rows).toHaveLength(2);
    expect(await wordIn('饕餮')).toBeUndefined();
  });

  test('becomes another name of an option, wherever its set is used', async () => {
    const { id } = await unknownWord('貔貅的企业有多少', '貔貅');
    const [option] = (await targets('医疗健康')).filter(({ name }) => String(name).split(' › ').length === 2);
    made(await teach(id, { target: option?.id }));
    const { answer } = await askAs(app, await person(), '貔貅的企业有多少');
    expect(answer.plan?.parts).toMatchObject([{ text: expect.stringContaining('医疗健康') as string }]);
  });

  test('is taught by staff alone, and no visitor sees what it can mean', async () => {
    const { id } = await unknownWord('麒麟的企业有多少', '麒麟');
    const body = { target: await target('企业') };
    expect((await teach(id, body, 'member')).code).toBe(codeOf('FORBIDDEN'));
    const list = { objectApiName: 'WordTarget' };
    const reply = await app.post('member', '/api/metadata/data/getLayoutAndDataList', list);
    expect(reply.code).toBe(codeOf('FORBIDDEN'));
  });

  test('is taught once, in the log, and taken back by the history of the metadata', async () => {
    const { id } = await unknownWord('各凤凰的企业数量', '凤凰');
    const before = app.services.catalog.object('InsightCompany').saved;
    made(await teach(id, { target: await target('企业 › 运营状态') }));
    expect((await teach(id, { target: await target('企业 › 运营状态') })).code).toBe(codeOf('UNKNOWN_RECORD'));
    const [entry] = (await staffRequests(app).log('?action=assistant.taught')).list;
    expect(entry).toMatchObject({ targetId: id, details: { word: '凤凰', target: '企业 › 运营状态', changed: [] } });
    expect((await askAs(app, await person(), '各凤凰的企业数量')).answer.content.kind).toBe('groups');
    const { version } = app.services.catalog.object('InsightCompany').saved;
    const definition: ObjectDefinition = { ...before, version };
    made(await app.post('staff', '/api/metadata/object/save', { definition, baseVersion: version }));
    expect((await askAs(app, await person(), '各凤凰的企业数量')).answer.content.kind).toBe('declined');
  });

  test('of something that is not there is refused', async () => {
    const { id } = await unknownWord('白泽的企业有多少', '白泽');
    expect((await teach(id, { target: '9' })).problems).toEqual([
      { field: 'target', message: '请重新选择这个词的含义' },
    ]);
  });
});

describe('a word that other questions are made of', () => {
  const judge = (who: SignedIn, id: string, body: object) =>
    who.send('POST', judgeAnswer.path.replace('{id}', id), body);

  test('is refused with the questions that would be read otherwise, until staff give a reason', async () => {
    const who = await person();
    const { answer } = await askAs(app, who, '北京的企业有多少家');
    expect(answer.plan).toBeDefined();
    made(await judge(who, answer.id, { verdict: 'useful' }));
    await app.services.database.db
      .insertInto('jingchat_word')
      .values({ word: '北京的企业', object_api_name: '', count: 1, first_at: new Date(), last_at: new Date() })
      .execute();
    const { id } = (await wordIn('北京的企业')) ?? { id: '' };
    const before = app.services.catalog.object('InsightOrg').version;
    const body = { target: await target('机构') };
    const refused = await teach(id, body);
    expect(refused).toMatchObject({ status: 409, code: codeOf('CONFLICT') });
    expect(refused.problems[0]).toMatchObject({ field: 'reason' });
    expect(refused.problems[0]?.message).toContain('“北京的企业有多少家”');
    expect(app.services.catalog.object('InsightOrg').version).toBe(before);
    const reply = made(await teach(id, { ...body, reason: '这个词另有用处' }));
    expect(reply.said).toContain('理解有变化：北京的企业有多少家');
    const [entry] = (await staffRequests(app).log('?action=assistant.taught')).list;
    expect(entry).toMatchObject({ reason: '这个词另有用处', details: { word: '北京的企业' } });
  });
});

describe('what a user says of an answer', () => {
  const judge = (who: SignedIn, id: string, body: object) =>
    who.send('POST', judgeAnswer.path.replace('{id}', id), body);
  const wrong = (query: object = {}) => staffRequests(app).rows('WrongAnswer', { pageSize: 100, ...query });

  test('comes to staff as a question, how it was read and why it is wrong, without who asked', async () => {
    const who = await person();
    const { answer } = await askAs(app, who, '上海的企业有多少家');
    made(await judge(who, answer.id, { verdict: 'wrong', reason: 'condition', remark: ' 少了分公司 ' }));
    const [row] = await wrong({ fields: ['question', 'planWords', 'reason', 'remark', 'state'] });
    expect(row).toMatchObject({
      question: '上海的企业有多少家',
      planWords: expect.stringContaining('上海') as string,
      reason: 'condition',
      remark: '少了分公司',
      state: 'open',
    });
    expect(JSON.stringify(row)).not.toContain(who.id);
    const close = `/api/staff/jingchat/wrong/${row?.id}/close`;
    expect((await who.send('POST', close, { note: '已核对' })).code).toBe(codeOf('FORBIDDEN'));
    made(await app.post('staff', close, { note: '已核对' }));
    expect((await app.post('staff', close, { note: '已核对' })).code).toBe(codeOf('CONFLICT'));
    expect((await staffRequests(app).log('?action=assistant.wrongClosed')).list).toMatchObject([{ reason: '已核对' }]);
  });

  test('can be changed and taken back, and is shown with the answer', async () => {
    const who = await person();
    const { answer } = await askAs(app, who, '广东的企业有多少家');
    const again = async () => made(await who.send<Answer>('POST', `/api/rong/jingchat/answer/${answer.id}`)).verdict;
    const before = (await wrong()).length;
    made(await judge(who, answer.id, { verdict: 'wrong' }));
    expect(await again()).toBe('wrong');
    made(await judge(who, answer.id, { verdict: 'useful' }));
    expect(await again()).toBe('useful');
    expect(await wrong()).toHaveLength(before);
    made(await judge(who, answer.id, { verdict: null }));
    expect(await again()).toBeUndefined();
  });

  test('is about an answer of one’s own, for a reason that there is', async () => {
    const [who, other] = [await person(), await person()];
    const { answer } = await askAs(app, who, '北京的企业');
    expect((await judge(other, answer.id, { verdict: 'wrong' })).code).toBe(codeOf('UNKNOWN_RECORD'));
    for (const [body, field] of [
      [{ verdict: 'wrong', reason: 'nonsense' }, 'reason'],
      [{ verdict: 'wrong', remark: '多'.repeat(201) }, 'remark'],
    ] as const)
      expect((await judge(who, answer.id, body)).problems).toMatchObject([{ field }]);
  });
});
