import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '#tests/support/app/test-app.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { Composer } from '#server/features/jingchat/composer.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';
import { askAs, contentOf, openAsking } from '#tests/support/assistant/asking.ts';

const SVIP: Actor = { id: '1', name: '', roles: [], vipType: 3 };

let app: TestApp;
let founder: SignedIn;
beforeAll(async () => {
  ({ app, founder } = await openAsking());
});
afterAll(() => app.close());

test('the share of each group is said in a hundred, beside its number and that of all', async () => {
  const { answer } = await askAs(app, founder, '各行业企业占比');
  const { measures, rows, sentence, chart } = contentOf(answer, 'groups');
  expect(measures).toEqual(['数量', '占比']);
  const texts = new Map(rows.map((row) => [row.label, row.texts]));
  expect(texts.get('机器人')).toEqual(['3 家', '60%']);
  expect(texts.get('医疗健康')).toEqual(['1 家', '20%']);
  expect(sentence).toContain('“机器人”最多（3 家，占 60%）');
  expect(sentence).toContain('合计 5 家');
  expect(JSON.stringify(chart)).toContain('机器人 60%');
});

test('a share of averages is not made up', async () => {
  const { store, services, assistant } = await openSampleAssistant();
  const { reading, result } = await assistant.ask('企业平均最新融资金额各行业占比', SVIP);
  if (reading.kind !== 'answer' || !result) throw new Error('the question is not answered');
  const { content } = await new Composer(services, assistant).compose(reading.plan, result, SVIP);
  await store.drop();
  if (content.kind !== 'groups') throw new Error('the answer has no groups');
  expect(content.rows[0]?.texts[0]).toMatch(/\d/);
  expect(content.measures).not.toContain('占比');
  expect(content.sentence).toContain('各组相加没有意义，因此没有占比');
});

test('a share of no amount at all is not made up', async () => {
  const { answer } = await askAs(app, founder, '各行业企业融资总额合计占比');
  const { measures, sentence } = contentOf(answer, 'groups');
  expect(measures).not.toContain('占比');
  expect(sentence).toContain('各组均未披露，因此没有占比');
});

test('a share without groups is named as not understood', async () => {
  const { answer } = await askAs(app, founder, '机器人企业占比');
  expect(contentOf(answer, 'declined').unknown).toEqual(['占比']);
});

test.each(['每周成立的企业数量', '按周成立的企业数量'])('records are counted by weeks: %s', async (question) => {
  const { answer } = await askAs(app, founder, question);
  const { rows } = contentOf(answer, 'groups');
  expect(rows.map(({ label }) => label)).toContain('2026年第5周');
});

test.each([
  ['最活跃的企业', '最活跃'],
  ['企业最新融资金额的中位数', '中位数'],
])('what cannot be worked out exactly is named: %s', async (question, word) => {
  const { answer } = await askAs(app, founder, question);
  expect(contentOf(answer, 'declined').unknown).toContain(word);
});
