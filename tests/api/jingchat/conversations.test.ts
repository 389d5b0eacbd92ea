import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Conversation, listConversations, type readConversation } from '#schemas/api/jingchat.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { ASK, askAs, contentOf, fillCompanies } from '#tests/support/assistant/asking.ts';
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
  const username = `asker${people}`;
  const id = await newAccount(app, { username, name: '提问者' });
  return { id, ...(await signInBy(app, username)) };
}

const QUESTION = '北京的企业有哪些';
const titles = async (who: SignedIn) =>
  made(await who.send<ReplyOf<typeof listConversations>>('GET', listConversations.path)).list.map(({ title }) => title);
const at = (id: string, what = '') => `/api/rong/jingchat/${id}${what}`;

describe('a conversation', () => {
  test('keeps its questions in order, and is called by the first', async () => {
    const who = await person();
    const { conversation } = await askAs(app, who, QUESTION);
    await askAs(app, who, '上海的企业有哪些', { conversation: conversation.id });
    const { questions } = made(await who.send<ReplyOf<typeof readConversation>>('GET', at(conversation.id)));
    expect(questions).toMatchObject([
      { question: QUESTION, hasPlan: true },
      { question: '上海的企业有哪些', hasPlan: true },
    ]);
    expect(await titles(who)).toEqual([QUESTION]);
  });

  test('goes on from the answer before, and not from one of another conversation', async () => {
    const who = await person();
    const { conversation } = await askAs(app, who, '北京的企业有多少家');
    const { answer } = await askAs(app, who, '那上海呢', { conversation: conversation.id });
    expect(answer).toMatchObject({
      content: { kind: 'number' },
      plan: { parts: [{ text: expect.stringContaining('上海') as string }] },
      assumptions: ['接着上一个问题，保留其余条件'],
    });
    const alone = await askAs(app, who, '那上海呢');
    expect(alone.answer.assumptions).toEqual([]);
  });

  test('keeps nothing of what the data said', async () => {
    const who = await person();
    await askAs(app, who, QUESTION);
    const { rows } = await app.services.database.pool.query<{ kept: unknown }>('select kept from jingchat_question');
    expect(JSON.stringify(rows)).not.toContain('海马机器人');
  });

  test('is renamed, removed and restored', async () => {
    const who = await person();
    const { conversation } = await askAs(app, who, QUESTION);
    made(await who.send('POST', at(conversation.id, '/rename'), { title: ' 北京 的公司 ' }));
    expect(await titles(who)).toEqual(['北京 的公司']);
    const nothing = await who.send('POST', at(conversation.id, '/rename'), { title: ' ' });
    expect(nothing.problems).toEqual([{ field: 'title', message: '请输入名称' }]);
    made(await who.send('POST', at(conversation.id, '/remove')));
    expect(await titles(who)).toEqual([]);
    expect((await who.send('GET', at(conversation.id))).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await who.send<Conversation>('POST', at(conversation.id, '/restore')));
    expect(await titles(who)).toEqual(['北京 的公司']);
  });

  test('of another user is as one that is not there, whatever is asked of it', async () => {
    const [who, other] = [await person(), await person()];
    const { conversation, answer } = await askAs(app, who, QUESTION);
    const gone = { status: 404, code: codeOf('UNKNOWN_RECORD') };
    expect(await other.send('GET', at(conversation.id))).toMatchObject(gone);
    for (const what of ['/remove', '/restore'])
      expect(await other.send('POST', at(conversation.id, what))).toMatchObject(gone);
    expect(await other.send('POST', at(conversation.id, '/rename'), { title: '我的' })).toMatchObject(gone);
    expect(await other.send('POST', `/api/rong/jingchat/answer/${answer.id}`)).toMatchObject(gone);
    expect(await other.send('POST', ASK, { question: QUESTION, conversation: conversation.id })).toMatchObject(gone);
    const edit = { of: answer.id, without: 0 };
    expect(await other.send('POST', ASK, { question: QUESTION, edit })).toMatchObject(gone);
    expect(await titles(other)).toEqual([]);
  });
});

describe('a question', () => {
  test.each([
    ['   ', '请输入问题'],
    ['问'.repeat(201), '问题最多 200 个字'],
  ])('outside of its bounds is refused in words', async (question, message) => {
    const who = await person();
    expect((await who.send('POST', ASK, { question })).problems).toEqual([{ field: 'question', message }]);
    expect(await titles(who)).toEqual([]);
  });

  test('is asked by users who are signed in', async () => {
    expect((await app.post('visitor', ASK, { question: QUESTION })).code).toBe(codeOf('SESSION_INVALID'));
  });

  test('is one of sixty an hour, and the refusal says until when', async () => {
    const who = await person();
    const { conversation } = await askAs(app, who, QUESTION);
    for (let count = 1; count < 60; count += 1) await askAs(app, who, '饕餮', { conversation: conversation.id });
    const refused = await who.send('POST', ASK, { question: QUESTION, conversation: conversation.id });
    expect(refused).toMatchObject({ status: 429, msg: expect.stringMatching(/^提问过于频繁，/) });
  });
});

describe('an answer that is read again', () => {
  test('shows only what the user may read today', async () => {
    const who = await person();
    const { answer } = await askAs(app, who, QUESTION);
    const path = `/api/rong/jingchat/answer/${answer.id}`;
    const { catalog } = app.services;
    const { definition } = catalog.object('InsightCompany');
    const save = (list: string) =>
      app.post('staff', '/api/metadata/object/save', {
        definition: { ...definition, access: { ...definition.access, list } },
        baseVersion: catalog.object('InsightCompany').version,
      });
    made(await save('staff'));
    const closed = made(await who.send<Answer>('POST', path));
    expect(contentOf(closed, 'failed').message).toBe('这个问题要用的数据对您不开放，或者已经不存在');
    expect(JSON.stringify(closed)).not.toContain('海马机器人');
    expect(closed.plan).toBeUndefined();
    made(await save('member'));
    expect(contentOf(made(await who.send<Answer>('POST', path)), 'list').rows).toHaveLength(2);
  });
});

describe('words that mean nothing', () => {
  test('are counted for staff, without who asked, and without anything that holds digits', async () => {
    const [who, other] = [await person(), await person()];
    for (const one of [who, other]) await askAs(app, one, '狻猊的企业有哪些');
    await askAs(app, who, '囚牛13800138000的企业有哪些');
    const rows = await staffRequests(app).rows('UnknownWord', { pageSize: 100 });
    expect(rows).toContainEqual(expect.objectContaining({ word: '狻猊', count: 2, object: 'InsightCompany' }));
    expect(JSON.stringify(rows)).not.toContain('138');
  });
});
