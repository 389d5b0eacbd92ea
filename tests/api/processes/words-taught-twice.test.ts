import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import type { Services } from '#server/services.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { openFurther } from '#tests/support/processes/further.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const MEMBER: Actor = { id: '1', name: '', roles: [], vipType: 0 };

// The embedded database has one process only, so there is nothing to prove on it.
describe.skipIf(!onPostgres)('words that staff teach on two processes', () => {
  let first: TestApp;
  let database: Database;
  let second: Awaited<ReturnType<typeof openFurther>>;

  beforeAll(async () => {
    first = await openTestApp();
    database = await openDatabase({ ...first.store.address, connections: 6 });
    second = await openFurther(database);
  });
  afterAll(async () => {
    await second.app.close();
    await database.close();
    await first.close();
  });

  /** A word that questions had and that meant nothing; its id in the list of staff. */
  async function unknownWord(word: string): Promise<string> {
    const row = { word, object_api_name: '', count: 1, first_at: TEST_NOW, last_at: TEST_NOW };
    await first.services.database.db.insertInto('jingchat_word').values(row).execute();
    const rows = await staffRequests(first).rows('UnknownWord', { pageSize: 100 });
    return String(rows.find((one) => one['word'] === word)?.id);
  }

  async function company(): Promise<string> {
    const rows = await staffRequests(first).rows('WordTarget', { keyword: '企业', pageSize: 100 });
    return String(rows.find(({ name }) => name === '企业')?.id);
  }

  const teachAtFirst = async (id: string, target: string) =>
    (await first.post('staff', `/api/staff/jingchat/word/${id}/teach`, { target })).code;
  const teachAtSecond = async (id: string, target: string) =>
    (await second.post(`/api/staff/jingchat/word/${id}/teach`, { target })).code;
  const objectOf = async (of: Services, question: string) => {
    const reading = await new Assistant(of, () => 0).read(question, MEMBER);
    return reading.kind === 'answer' ? reading.plan.object : reading.kind;
  };

  it('are understood on the other one with the hint', async () => {
    expect(await objectOf(second.services, '饕餮有多少')).not.toBe('InsightCompany');
    expect(await teachAtFirst(await unknownWord('饕餮'), await company())).toBe(0);
    await expect.poll(() => objectOf(second.services, '饕餮有多少')).toBe('InsightCompany');
  });

  it('at the same time are both kept, or one is refused in words and can be taught again', async () => {
    const target = await company();
    const [one, other] = [await unknownWord('貔貅'), await unknownWord('麒麟')];
    const codes = await Promise.all([teachAtFirst(one, target), teachAtSecond(other, target)]);
    for (const code of codes) expect([0, codeOf('CONFLICT')]).toContain(code);
    const again = [
      codes[0] === 0 ? 0 : await teachAtFirst(one, target),
      codes[1] === 0 ? 0 : await teachAtSecond(other, target),
    ];
    expect(again).toEqual([0, 0]);
    for (const of of [first.services, second.services])
      for (const word of ['貔貅', '麒麟'])
        await expect.poll(() => objectOf(of, `${word}有多少`)).toBe('InsightCompany');
  });
});
