import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#tests/support/account/people.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  ({ app, founder } = await openAsking());
});
afterAll(() => app.close());

const ask = async (question: string) => (await askAs(app, founder, question)).answer;

test.each([
  '2020年比2018年成立的企业增长多少',
  '2020年成立的企业数量比2018年增加了几家',
  '2020年成立的企业和2018年相比增长多少',
])('two years that a question names are compared with both numbers: %s', async (question) => {
  const answer = await ask(question);
  expect(contentOf(answer, 'groups').sentence).toBe(
    '企业数量：2020年（2020-01-01 至 2020-12-31） 1 家，2018年（2018-01-01 至 2018-12-31） 1 家，持平。',
  );
});

test('a year is compared with the one before it, of which there may be none', async () => {
  const groups = contentOf(await ask('2018年成立的企业数量同比增长多少'), 'groups');
  expect(groups.sentence).toContain('增加 1 家；上年为 0，无法计算增幅');
  expect(groups.rows).toMatchObject([{ label: '2018年', texts: ['1 家', '2017年', '0 家', '+1 家', '—'] }]);
});

test('the year that is not over is compared with the same part of the one before, and the answer says so', async () => {
  const answer = await ask('今年成立的企业数量同比');
  expect(contentOf(answer, 'groups').sentence).toBe(
    '企业数量：2026-01-01 至 2026-11-21 1 家，2025-01-01 至 2025-11-21 0 家，增加 1 家；上年为 0，无法计算增幅。',
  );
  expect(answer.notes).toContain('2026 年的时段尚未结束，按 2026-01-01 至 2026-11-21 与 2025-01-01 至 2025-11-21 比较');
});

test('years are compared one by one, each with the one before it', async () => {
  const { rows, chart } = contentOf(await ask('2018年到2020年成立的企业逐年增长多少'), 'groups');
  expect(
    rows.map(({ label, texts: [count, before, , change, percent] }) => [label, count, before, change, percent]),
  ).toEqual([
    ['2018年', '1 家', '2017年', '+1 家', '—'],
    ['2019年', '1 家', '2018年', '0 家', '0%'],
    ['2020年', '1 家', '2019年', '0 家', '0%'],
  ]);
  expect(chart?.kind).toBe('bar');
});

test('what is compared stays so in the question that goes on from it', async () => {
  const first = await askAs(app, founder, '2020年成立的企业数量同比');
  const { answer } = await askAs(app, founder, '那北京呢', { conversation: first.conversation.id });
  expect(contentOf(answer, 'groups').rows).toMatchObject([
    { label: '2020年', texts: ['1 家', '2019年', '1 家', '0 家', '0%'] },
  ]);
});
