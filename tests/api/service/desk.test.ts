import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { made } from '#tests/support/editing.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

let app: TestApp;
let staff: ReturnType<typeof staffRequests>;
beforeAll(async () => {
  app = await openTestApp();
  staff = staffRequests(app);
});
afterAll(() => app.close());

const LEAVE = '/api/rong/service/message';
const leave = (who: Who, content: string) => app.post<{ id: string }>(who, LEAVE, { content });
const answer = (who: Who, id: string, words: string) =>
  app.post<{ id: string }>(who, `/api/staff/serviceMessages/${id}/answer`, { answer: words });
const open = () => staff.rows('ServiceMessage', { filter: { field: 'state', op: 'eq', value: 'open' }, pageSize: 100 });

describe('a message to customer service', () => {
  test.each([
    ['one character', ' 好 '],
    ['501 characters', '😀'.repeat(501)],
  ])('of %s is refused at its field', async (_, content) => {
    const message = '长度在 2 到 500 个字符';
    expect((await leave('member', content)).problems).toEqual([{ field: 'content', message }]);
    expect(await open()).toEqual([]);
  });

  test('is answered once by staff, and its writer alone is notified', async () => {
    const { id } = made(await leave('member', '  如何开具发票？ '));
    expect(await open()).toMatchObject([{ id, title: '如何开具发票？', state: 'open' }]);
    made(await answer('staff', id, '请在订单页申请。'));
    expect((await answer('staff', id, '再答一次')).code).toBe(codeOf('CONFLICT'));
    expect(await open()).toEqual([]);
    const { list } = made(
      await app.get<{ list: { title: string; content: string }[] }>('member', '/api/rong/systemMsgList?type=3'),
    );
    expect(list[0]).toMatchObject({
      title: '客服回复了您的留言',
      content: '您的留言：“如何开具发票？”\n\n请在订单页申请。',
    });
  });

  test('is left by users who are signed in, and answered by staff alone', async () => {
    expect((await leave('visitor', '如何注册')).code).toBe(codeOf('SESSION_INVALID'));
    const { id } = made(await leave('founder', '如何认证'));
    for (const who of ['member', 'founder', 'investor', 'svip'] as const)
      expect((await answer(who, id, '好的好的')).code).toBe(codeOf('FORBIDDEN'));
  });

  test('is one of at most ten a day', async () => {
    for (let count = 0; count < 10; count += 1) made(await leave('investor', `第${count}条留言`));
    expect((await leave('investor', '还有一条')).code).toBe(codeOf('TOO_MANY_REQUESTS'));
  });
});

test('customer service is here while staff are, which visitors may ask too', async () => {
  await app.get('staff', '/api/user/identity');
  const reply = made(await app.get<{ online: boolean }>('visitor', '/api/rong/service'));
  expect(reply.online).toBe(true);
});
