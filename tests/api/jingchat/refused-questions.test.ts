import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExamples } from '#schemas/api/jingchat.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';
import { GREENHOUSES } from '#tests/support/assistant/greenhouses.ts';
import { MEMBER, openReservoirs } from '#tests/support/assistant/open-reservoirs.ts';
import { made } from '#tests/support/editing.ts';

describe('a question about objects that are known by their definitions alone', () => {
  let world: Awaited<ReturnType<typeof openReservoirs>>;
  beforeAll(async () => {
    world = await openReservoirs(GREENHOUSES);
  });
  afterAll(() => world.store.drop());
  const ask = async (question: string) => (await world.assistant.ask(question, MEMBER)).reading;

  test.each([
    ['朝阳一号值得投资吗', 'advice'],
    ['该不该投朝阳二号', 'advice'],
    ['推荐买哪只', 'advice'],
    ['帮我推荐几座温室', 'advice'],
    ['朝阳一号明年会涨吗', 'forecast'],
    ['温室未来三年会怎样', 'forecast'],
    ['预测一下温室的占地面积', 'forecast'],
    ['李雷的手机号是多少', 'personal'],
    ['农科院的人住在哪里', 'personal'],
    ['明天天气怎么样', 'elsewhere'],
    ['朝阳一号的股价', 'elsewhere'],
  ] as const)('“%s” is declined as %s, with the reason and what to do instead', async (question, topic) => {
    const reading = await ask(question);
    expect(reading).toMatchObject({ kind: 'decline', topic });
    expect(reading.kind === 'decline' && reading.reason.length > 0 && (reading.instead ?? '').length > 0).toBe(true);
  });

  test.each(['推荐人是农科院的温室', '夜间气温最高的温室', '朝阳一号的值班电话', '占地面积最大的温室'])(
    '“%s” is answered: what the metadata calls so is no reason to decline',
    async (question) => {
      expect(await ask(question)).toMatchObject({ kind: 'answer', plan: { object: 'Greenhouse' } });
    },
  );

  test('that has a word without a meaning is not understood, and not declined', async () => {
    expect(await ask('饕餮的温室')).toMatchObject({ kind: 'partly', unknown: ['饕餮'] });
  });

  test('that is declined says what it was about', async () => {
    expect(await ask('哪些温室值得投资')).toMatchObject({ topic: 'advice', object: 'Greenhouse' });
  });
});

describe('an answer that declines', () => {
  let app: TestApp;
  let founder: SignedIn;
  beforeAll(async () => {
    ({ app, founder } = await openAsking());
    made(await founder.send('GET', readExamples.path));
  });
  afterAll(() => app.close());

  test('says why, what to do instead and up to three questions that work, and queries nothing', async () => {
    const { answer } = await askAs(app, founder, '哪些企业值得投资');
    const content = contentOf(answer, 'refused');
    expect(content).toMatchObject({ topic: 'advice', instead: '可以按条件查询数据，比较后自行判断。' });
    expect(content.reason).toContain('不提供建议');
    expect(content.questions.length).toBeGreaterThan(0);
    expect(content.questions.length).toBeLessThanOrEqual(3);
    expect(answer).toMatchObject({ asOf: null, next: [], emptied: [] });
    const { answer: other } = await askAs(app, founder, content.questions[0] ?? '');
    expect(['list', 'number', 'groups']).toContain(other.content.kind);
  });

  test('is the same when it is read again', async () => {
    const { answer } = await askAs(app, founder, '海马机器人的股价');
    const again = made(await founder.send('POST', `/api/rong/jingchat/answer/${answer.id}`));
    expect(again).toMatchObject({ content: { kind: 'refused', topic: 'elsewhere' } });
  });
});
