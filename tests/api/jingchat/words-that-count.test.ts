import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Assistant } from '#server/features/jingchat/service.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';

const SVIP: Actor = { id: '1', name: '', roles: ['ORG_INVESTOR'], vipType: 3 };

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let assistant: Assistant;
let company: string;
beforeAll(async () => {
  ({ store, assistant } = await openSampleAssistant());
  const found = await assistant.run({ object: 'InsightCompany', limit: 1, select: ['name'] }, SVIP);
  company = found.kind === 'records' ? String(found.rows[0]?.['name']) : '';
});
afterAll(() => store.drop());

const read = (question: string) => assistant.read(question, SVIP);

describe('a word that narrows what is asked for is named rather than passed over:', () => {
  test.each([
    ['一起', '一起融资的企业'],
    ['只', '只投早期的机构'],
    ['将', '将成立的基金'],
  ])('%s', async (word, question) => {
    const reading = await read(question);
    expect(reading.kind === 'partly' && reading.unknown.join('')).toContain(word);
  });

  test('a measure word behind a number is no such word', async () => {
    expect(await read('成立最早的三只基金')).toMatchObject({ plan: { object: 'InsightFund', limit: 3 } });
  });
});

test.each(['股权融资顾问', '提供股权融资顾问服务的机构'])(
  'an option that is longer than one within it is meant: %s',
  async (question) => {
    expect(await read(question)).toMatchObject({
      kind: 'answer',
      plan: { object: 'InsightOrg', filter: { field: 'faServices', value: ['股权融资顾问'] } },
    });
  },
);

test('the label of a link that begins with an option is the records that are so, but behind a name its field', async () => {
  const upstream = { field: 'chainPosition', value: '上游' };
  expect(await read('上游环节里进入壁垒高的')).toMatchObject({
    kind: 'answer',
    plan: { object: 'InsightIndustrial', filter: { and: [upstream, { field: 'entryBarrier', value: '高' }] } },
  });
  expect(await read('上游环节的企业')).toMatchObject({
    kind: 'answer',
    plan: { object: 'InsightCompany', filter: { exists: { objectApiName: 'InsightIndustrial', filter: upstream } } },
  });
  expect(await read('光模块的上游环节')).toMatchObject({ kind: 'answer', plan: { select: ['upstream'] } });
});

test.each(['多少美元融资', '融资多少美元'])(
  'a number in a currency is asked for, and no investor of that currency: %s',
  async (question) => {
    expect(await read(question)).toMatchObject({
      kind: 'answer',
      plan: { object: 'InsightTransaction', measures: [{ fn: 'sum', field: 'amount', currency: 'USD' }] },
    });
  },
);

test('days within a year are looked for where records have days, and not in the number of the year', async () => {
  expect(await read('近三年成立的成长基金有多少')).toMatchObject({
    plan: { filter: { and: [{ field: 'foundedOn', op: 'lastYears', value: 3 }, { field: 'type' }] } },
  });
});

test('a name is found in traditional characters and in full width', async () => {
  const { Converter } = await import('opencc-js/cn2t');
  const toTraditional = Converter({ from: 'cn', to: 't' });
  const traditional = Array.from(company, (one) => toTraditional(one)).join('');
  expect(traditional).not.toBe(company);
  expect(await read(`${traditional}的所在地區`)).toMatchObject({
    kind: 'answer',
    plan: { filter: { field: 'name', value: company }, select: ['region'] },
  });
});
