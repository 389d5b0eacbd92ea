import { afterAll, beforeAll, expect, test } from 'vitest';
import { narrowing } from '#server/features/jingchat/plan-words.ts';
import type { Assistant } from '#server/features/jingchat/service.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { conditionsOf } from '#tests/support/assistant/rewordings.ts';
import { openSampleAssistant } from '#tests/support/assistant/open-sample.ts';
import { prng } from '#tests/support/prng.ts';

const SVIP: Actor = { id: '1', name: '', roles: ['ORG_INVESTOR'], vipType: 3 };
const ASKED = ['InsightCompany', 'InsightTransaction', 'InsightOrg', 'InsightInvestor', 'InsightFund'];
const ROUNDS = 8;

let store: Awaited<ReturnType<typeof openSampleAssistant>>['store'];
let assistant: Assistant;
beforeAll(async () => {
  ({ store, assistant } = await openSampleAssistant());
});
afterAll(() => store.drop());

/** How many records a question is about; undefined where it is not answered. */
async function counted(question: string): Promise<number | undefined> {
  const reading = await assistant.read(question, SVIP);
  if (reading.kind !== 'answer') return undefined;
  const result = await assistant.run({ ...narrowing(reading.plan), measures: [{ fn: 'count' }] }, SVIP);
  return result.kind === 'figures' ? Number(result.rows[0]?.values[0] ?? 0) : undefined;
}

test('one condition more never finds more records', async () => {
  const chance = prng(20261126);
  const larger: string[] = [];
  let [compared, found] = [0, 0];
  for (const apiName of ASKED) {
    const object = assistant.askable(SVIP).get(apiName);
    if (!object) throw new Error(`${apiName} cannot be asked about`);
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = conditionsOf(object, chance);
      const one = chance.pick(all);
      const other = chance.pick(all.filter(({ field }) => field !== one.field));
      const ask = (text: string) => counted(`${text}的${object.label}有哪些`);
      const [alone, both] = [await ask(one.text), await ask(`${one.text}且${other.text}`)];
      if (alone === undefined || both === undefined) continue;
      compared += 1;
      found += alone;
      if (both > alone) larger.push(`${one.text}, ${other.text}: ${object.label}`);
    }
  }
  expect(larger).toEqual([]);
  expect(compared).toBeGreaterThanOrEqual((ASKED.length * ROUNDS * 3) / 4);
  expect(found).toBeGreaterThan(0);
});
