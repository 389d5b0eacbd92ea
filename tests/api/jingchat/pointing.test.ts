import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#schemas/api/jingchat.ts';
import { writeGivenRecords } from '#server/commands/ask/given-objects.ts';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { askAs, COMPANIES, contentOf } from '#tests/support/assistant/asking.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const DEALS = [
  { title: '海马的A轮', company: '0', fundedOn: '2024-05-01' },
  { title: '云岭的B轮', company: '1', fundedOn: '2025-05-01' },
  { title: '赤松的A轮', company: '3', fundedOn: '2024-06-01' },
];

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  const { writer, catalog } = app.services;
  const objects = ['InsightCompany', 'InsightTransaction'].map((name) => catalog.object(name).definition);
  const companies = COMPANIES.map((company, at) => ({ ...company, id: String(at) }));
  await writeGivenRecords(writer, objects, { InsightCompany: companies, InsightTransaction: DEALS }, TEST_NOW);
  founder = await signInBy(app, 'founder');
});
afterAll(() => app.close());

/** The answer to the last of some questions of one conversation. */
async function talk(...questions: readonly string[]): Promise<Answer> {
  let last = await askAs(app, founder, questions[0] ?? '');
  for (const question of questions.slice(1))
    last = await askAs(app, founder, question, { conversation: last.conversation.id });
  return last.answer;
}
const titlesOf = (answer: Answer) => contentOf(answer, 'list').rows.map(({ title }) => title);
const declined = (answer: Answer) => contentOf(answer, 'declined').reason;

describe('a question that points at the records of the answer before', () => {
  test('is asked of all of them, and says how many they are', async () => {
    const answer = await talk('北京的企业有哪些', '它们的融资事件');
    expect(new Set(titlesOf(answer))).toEqual(new Set(['海马的A轮', '云岭的B轮']));
    expect(answer.assumptions).toContain('指上一个回答中的 2 条记录');
  });

  test('may say more, and may point at records that were counted', async () => {
    const answer = await talk('北京的企业有多少家', '它们2024年的融资事件');
    expect(titlesOf(answer)).toEqual(['海马的A轮']);
  });

  test('goes on from the list where a field of its own records is asked for', async () => {
    const { rows, columns } = contentOf(await talk('北京的企业有哪些', '它们的成立时间'), 'list');
    expect(rows).toHaveLength(2);
    expect(columns).toContain('foundedOn');
  });

  test.each([['它们的融资事件'], ['北京的企业有哪些', '2024年它们的融资事件'], ['投资机构有哪些', '它们的资讯']])(
    'is never answered as if it did not point at any',
    async (...questions) => {
      expect(declined(await talk(...questions))).toContain('不知道指的是哪条记录');
    },
  );
});
