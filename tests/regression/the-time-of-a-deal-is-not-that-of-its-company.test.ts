import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Assistant } from '#server/features/jingchat/service.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';

const MEMBER: Actor = { id: '1', name: '', roles: [], vipType: 0 };

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let assistant: Assistant;
beforeAll(async () => {
  ({ store, assistant } = await openSampleAssistant());
});
afterAll(() => store.drop());

it('A time ahead of what a deal is and the word for deals is the time of the deal', async () => {
  const reading = await assistant.read('近一年A轮融资的企业数量', MEMBER);
  expect(reading).toMatchObject({
    kind: 'answer',
    plan: {
      object: 'InsightCompany',
      filter: {
        exists: {
          objectApiName: 'InsightTransaction',
          filter: { and: [{ field: 'fundedOn', op: 'lastYears', value: 1 }, { field: 'round' }] },
        },
      },
    },
  });
});
