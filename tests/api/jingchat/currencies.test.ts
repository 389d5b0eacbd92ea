import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeGivenRecords } from '#server/commands/ask/given-objects.ts';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { askAs, contentOf } from '#tests/support/assistant/asking.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const DEALS = [
  { title: '海马机器人A轮', amount: { num: '30000000', currency: 'CNY' } },
  { title: '云岭机器人A轮', amount: { num: '2000000', currency: 'USD', equivalentMoney: '14000000' } },
  { title: '赤松医疗B轮', amount: { num: '5000000', currency: 'USD', equivalentMoney: '35000000' } },
  { title: '白鹭游戏天使轮', amount: { band: '数千万' } },
];

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  const { writer, catalog } = app.services;
  const { definition } = catalog.object('InsightTransaction');
  await writeGivenRecords(writer, [definition], { InsightTransaction: DEALS }, TEST_NOW);
  founder = await signInBy(app, 'founder');
});
afterAll(() => app.close());

const ask = async (question: string) => (await askAs(app, founder, question)).answer;

test('amounts of several currencies are added up in CNY, and the answer says how many could not be', async () => {
  const answer = await ask('交易的融资金额合计是多少');
  expect(contentOf(answer, 'number').figures[0]?.text).toMatch(/人民币$/);
  expect(answer.notes).toContain('外币金额按人民币折算');
  expect(answer.notes.join()).toMatch(/\d 笔的“.+”只有区间，或没有汇率可以折算，未计入/);
});

test('a number that is asked for in a currency is of the amounts in it, as they are', async () => {
  const answer = await ask('交易的融资金额合计多少美元');
  expect(contentOf(answer, 'number').figures[0]?.text).toBe('700万美元');
  expect(answer.assumptions).toContain('只计以美元计的金额，其他币种不折算成美元');
  expect(answer.plan?.parts.map(({ text }) => text).join()).toContain('美元');
  expect(answer.notes).not.toContain('外币金额按人民币折算');
});
