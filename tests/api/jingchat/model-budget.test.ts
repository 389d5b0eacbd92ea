import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askQuestion } from '#schemas/api/jingchat.ts';
import { writeGivenRecords } from '#server/commands/ask/given-objects.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { AssistantTools } from '#server/features/jingchat/tools/tools.ts';
import { Failure } from '#shared/errors.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { askAs, contentOf, fillCompanies } from '#tests/support/assistant/asking.ts';
import { asks, type FakeModel, openFakeModel, says } from '#tests/support/assistant/fake-model.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const QUESTION = '饕餮的企业有哪些';
/** Questions to the model that all users have together. */
const DAILY = 3;
let fake: FakeModel;
let app: TestApp;
beforeAll(async () => {
  fake = await openFakeModel(DAILY);
  app = await openTestApp(undefined, { providers: { model: fake.model } });
  await fillCompanies(app);
  const { writer, catalog } = app.services;
  await writeGivenRecords(
    writer,
    ['InsightCompany', 'InsightTransaction'].map((name) => catalog.object(name).definition),
    {
      InsightCompany: [{ id: 'whale', name: '鲸落能源' }],
      InsightTransaction: [{ title: '鲸落能源的首轮融资', company: 'whale' }],
    },
    TEST_NOW,
  );
});
afterAll(async () => {
  await app.close();
  await fake.close();
});

let people = 0;
async function person(): Promise<SignedIn> {
  people += 1;
  const username = `budget${people}`;
  await newAccount(app, { username, name: '提问者' });
  return signInBy(app, username);
}
async function bodyOf(who: SignedIn) {
  const { answer } = await askAs(app, who, QUESTION);
  return { question: QUESTION, edit: { of: answer.id, model: true as const } };
}

describe('questions to the model', () => {
  test('of one turn ask for eight tools a round at most, and what is beyond them is not run', async () => {
    const who = await person();
    fake.received.length = 0;
    fake.script = (_, round, response) =>
      round === 1
        ? asks(response, ...Array.from({ length: 20 }, (): [string, unknown] => ['find_names', { text: '海马' }]))
        : says(response, '');
    await askAs(app, who, QUESTION, await bodyOf(who));
    const results = fake.received[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results).toHaveLength(8);
  });

  test('of all users together end with the number that the installation sets', async () => {
    const [first, other] = [await person(), await person()];
    fake.script = (_, __, response) => says(response, '');
    const bodies = [await bodyOf(first), await bodyOf(other)] as const;
    for (let count = 1; count < DAILY; count += 1) await askAs(app, first, QUESTION, bodies[0]);
    fake.received.length = 0;
    expect(await other.send('POST', askQuestion.path, bodies[1])).toMatchObject({
      status: 429,
      code: codeOf('TOO_MANY_REQUESTS'),
      msg: '全站今天向模型的提问次数已用完，请明天再试',
    });
    expect(fake.received).toEqual([]);
    // The rules answer as ever.
    expect(contentOf((await askAs(app, other, '北京的企业有哪些')).answer, 'list').rows).toHaveLength(2);
  });
});

describe('the tool for a record and what points at it', () => {
  /** What the model is given for its calls, in their order. */
  async function given(calls: (id: string) => readonly (readonly [string, unknown])[]): Promise<string[]> {
    const rows = await staffRequests(app).rows('InsightCompany', { pageSize: 100 });
    const id = rows.find(({ name }) => name === '鲸落能源')?.id ?? '';
    const actor = { id: '1', name: '', roles: ['START_UP'], vipType: 0 };
    const assistant = new Assistant(app.services, () => 0);
    const tools = new AssistantTools(app.services, assistant);
    return Promise.all(
      calls(id).map(async ([name, input]) => {
        try {
          return JSON.stringify((await tools.call(name, input, actor)).data);
        } catch (error) {
          if (error instanceof Failure) return error.message;
          throw error;
        }
      }),
    );
  }

  test('gives the record with the lists that point at it, and the records of such a list', async () => {
    const [record, deals] = await given((id) => [
      ['related', { object: 'InsightCompany', id }],
      ['related', { object: 'InsightCompany', id, list: 'InsightTransaction' }],
    ]);
    expect(record).toContain('鲸落能源');
    expect(record).toContain('InsightTransaction');
    expect(deals).toContain('鲸落能源的首轮融资');
  });

  test('gives nothing of what is not there, or not open to the user', async () => {
    expect(
      await given((id) => [
        ['related', { object: 'InsightCompany', id: '999999999' }],
        ['related', { object: 'InsightCompany', id, list: 'User' }],
        ['related', { object: 'User', id: '1' }],
      ]),
    ).toEqual(['没有这条记录', '没有指向它的“User”', '没有对象“User”']);
  });
});
