import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Assistant } from '#server/features/jingchat/service.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';

const SVIP: Actor = { id: '1', name: '', roles: [], vipType: 3 };

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let assistant: Assistant;
let investor: string;
let company: string;
beforeAll(async () => {
  ({ store, assistant } = await openSampleAssistant());
  const nameIn = async (object: string) => {
    const result = await assistant.run({ object }, SVIP, 1);
    return result.kind === 'records' ? String(result.rows[0]?.['name']) : '';
  };
  investor = await nameIn('InsightOrg');
  company = await nameIn('InsightCompany');
});
afterAll(() => store.drop());

it('What a value is to the records that others are linked with is asked of those, or the question is not answered', async () => {
  const direct = await assistant.read('北京的企业的资讯', SVIP);
  expect(direct).toMatchObject({
    kind: 'answer',
    plan: { object: 'InsightNews', linked: [{ object: 'InsightCompany', filter: { field: 'region' } }] },
  });
  // More companies than a user may name in a condition.
  if (direct.kind !== 'answer') throw new Error('not answered');
  const result = await assistant.run(direct.plan, SVIP, 1);
  expect(result.kind === 'records' && result.total).toBeGreaterThan(0);
  // News about the investor, and companies that have news, are each one link of the two.
  expect(await assistant.read(`${investor}投资的企业的资讯`, SVIP)).toMatchObject({ kind: 'partly' });
  expect(await assistant.read(`${company}的投资方的资讯`, SVIP)).toMatchObject({ kind: 'partly', unknown: ['投资方'] });
});

it('A question with one link is answered as before', async () => {
  expect(await assistant.read(`${investor}投资的企业`, SVIP)).toMatchObject({ plan: { object: 'InsightCompany' } });
  expect(await assistant.read(`${company}的资讯`, SVIP)).toMatchObject({ plan: { object: 'InsightNews' } });
});
