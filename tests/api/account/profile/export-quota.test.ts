import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportQuota, ExportState } from '#schemas/api/exports.ts';
import { ExportService } from '#server/features/records/exports/service.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { EXPORTS_A_DAY, exportsADay } from '#shared/policy/export-quota.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const EXPORT = '/api/metadata/export';
const NEWS = { objectApiName: 'InsightNews', format: 'csv' as const };
let test: TestApp;
let people = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function person(roles: string[] = []): Promise<SignedIn & { readonly id: string }> {
  people += 1;
  const id = await newAccount(test, { username: `exporter${people}`, name: '示例导出者', roles });
  return { ...(await signInBy(test, `exporter${people}`)), id };
}
const begin = (who: SignedIn) => who.send<ExportState>('POST', EXPORT, NEWS);
const quota = async (who: SignedIn) => made(await who.send<ExportQuota>('GET', `${EXPORT}/quota`));

describe('exports of a day', () => {
  it('are as many as the kind of person may begin, which is shown before and when used up', async () => {
    const who = await person();
    expect(await quota(who)).toEqual({ limit: EXPORTS_A_DAY.member, used: 0 });
    for (let run = 0; run < EXPORTS_A_DAY.member; run += 1) made(await begin(who));
    expect(await quota(who)).toEqual({ limit: 3, used: 3 });
    expect(await begin(who)).toMatchObject({
      status: 429,
      code: FAILURES.TOO_MANY_REQUESTS.code,
      msg: '今日的 3 次导出已用完，请明天再试',
      data: { limit: 3 },
    });
  });

  it('are more for the certified and for SVIP, and for staff as many as they want', () => {
    const actor = (roles: string[], vipType = 0): Member => ({ id: '1', name: '', roles, vipType });
    expect(exportsADay(actor([]))).toBe(3);
    for (const role of ['START_UP', 'LP', 'FA']) expect(exportsADay(actor([role]))).toBe(10);
    expect(exportsADay(actor(['LP'], 3))).toBe(30);
    expect(exportsADay(actor(['staff']))).toBeNull();
  });

  it('are never more than that, however many begin at once', async () => {
    const who = await person();
    const answers = await Promise.all(Array.from({ length: 24 }, () => begin(who)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(21);
    expect(await quota(who)).toEqual({ limit: 3, used: 3 });
  });

  it('are not used by one that is refused, nor by fetching a file again', async () => {
    const who = await person();
    expect((await who.send('POST', EXPORT, { ...NEWS, objectApiName: 'NoSuchObject' })).status).toBe(404);
    expect((await who.send('POST', EXPORT, { ...NEWS, fields: ['noSuchField'] })).status).toBeGreaterThanOrEqual(400);
    expect((await quota(who)).used).toBe(0);
    const { id } = made(await begin(who));
    for (let time = 0; time < 3; time += 1) {
      const file = await test.app.inject({ url: `${EXPORT}/${id}/file`, headers: { cookie: who.cookie } });
      expect(file.statusCode).toBe(200);
    }
    expect((await quota(who)).used).toBe(1);
  });

  it('begin again at midnight in Shanghai, wherever the server is', async () => {
    const { id } = await person();
    const actor: Member = { id, name: '', roles: [], vipType: 0 };
    let now = new Date('2026-11-21T15:59:59.999Z');
    const service = new ExportService({ ...test.services, now: () => now });
    for (let run = 0; run < 3; run += 1) await service.start(NEWS, actor);
    await expect(service.start(NEWS, actor)).rejects.toMatchObject({ failure: 'TOO_MANY_REQUESTS' });
    now = new Date('2026-11-21T16:00:00Z');
    expect(await service.quota(actor)).toEqual({ limit: 3, used: 0 });
    await service.start(NEWS, actor);
    expect(await service.quota(actor)).toEqual({ limit: 3, used: 1 });
  });
});
