import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Assistant } from '#server/features/jingchat/service.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';

const MEMBER: Actor = { id: '1', name: '', roles: [], vipType: 0 };
const SVIP: Actor = { ...MEMBER, vipType: 3 };

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let assistant: Assistant;
let representative: string;
beforeAll(async () => {
  ({ store, assistant } = await openSampleAssistant());
  const plan = {
    object: 'InsightCompany',
    filter: { field: 'legalRepresentative', op: 'notEmpty' as const },
    select: ['legalRepresentative'],
  };
  const result = await assistant.run(plan, SVIP, 1);
  representative = result.kind === 'records' ? String(result.rows[0]?.['legalRepresentative']) : '';
});
afterAll(() => store.drop());

describe('a question about a field that is closed to the user', () => {
  test.each([
    '法定代表人是谁',
    '企业的统一社会信用代码',
    '注册资本最高的企业',
    '各托管人的基金数量',
    '有官网的企业',
    '投资机构的官网',
  ])('is declined with the words that the lists use: %s', async (question) => {
    const reading = await assistant.read(question, MEMBER);
    expect(reading).toMatchObject({ kind: 'decline', topic: 'closed' });
    expect(reading.kind === 'decline' && reading.reason).toContain(FAILURES.VIP_REQUIRED.message);
  });

  test('is declined alike, whether a record holds the value or none does', async () => {
    expect(representative.length).toBeGreaterThan(1);
    const [held, made] = await Promise.all(
      [representative, '饕餮饕餮'].map((name) => assistant.read(`法定代表人是${name}的企业`, MEMBER)),
    );
    expect(held).toMatchObject({ topic: 'closed' });
    expect(held).toEqual(made);
  });

  test('is answered where the field is open', async () => {
    const { reading, result } = await assistant.ask(`法定代表人是${representative}的企业`, SVIP);
    expect(reading.kind).toBe('answer');
    expect(result?.kind === 'records' && result.total).toBeGreaterThan(0);
  });

  test('says for whom the field is, where that is a matter of roles', async () => {
    const reasons =
      assistant
        .askable(SVIP)
        .get('InsightCompany')
        ?.closed?.map(({ reason }) => reason) ?? [];
    expect(reasons.some((reason) => reason.includes('仅对产品人员开放'))).toBe(true);
  });
});

test('a word without a meaning is no closed field', async () => {
  expect(await assistant.read('饕餮的企业', MEMBER)).toMatchObject({ kind: 'partly', unknown: ['饕餮'] });
});

test('what another list keeps from the user says nothing of the one that is asked about', async () => {
  const reading = await assistant.read('合成生物赛道近一年的融资次数', MEMBER);
  expect(reading).toMatchObject({ kind: 'answer', plan: { object: 'InsightTransaction' } });
});
