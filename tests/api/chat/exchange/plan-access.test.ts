import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Plan, type PlanRequest, UNFIT_PLAN } from '#schemas/api/plans.ts';
import { PDF_REFUSALS, type PdfState } from '#schemas/api/uploads.ts';
import { expirePlans } from '#server/features/contacts/plan-reader-queries.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { lockedPdf } from '#tests/support/files/pdf-file.ts';
import { wordsOfPdf } from '#tests/support/files/pdf-words.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { deliver, type ExchangeWorld, type Investor, openExchangeWorld, PDF } from './exchange-world.ts';

const START = '2026-11-21T04:00:00Z';
let world: ExchangeWorld;
let founder: Contact;
let investor: Investor;
let raw: string;
beforeAll(async () => {
  world = await openExchangeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime(START);
  ({ founder, investor } = await world.talking());
  raw = await world.plan(founder);
});

type Who = Pick<Person, 'send'>;
const later = (days: number) => world.setTime(new Date(new Date(START).getTime() + days * DAY_MS).toISOString());
const read = (who: Pick<Person, 'cookie'>, ccid = founder.companyId) =>
  world.test.app.inject({ url: `/files/plan/${ccid}`, headers: { cookie: who.cookie } });
const status = async (who: Pick<Person, 'cookie'>) => (await read(who)).statusCode;
const plan = async (who: Who) => made(await who.send<Plan>('GET', `/api/rong/plan?ccid=${founder.companyId}`));
const keep = async (access: { restricted: boolean; sentOnly?: boolean }) =>
  made(await founder.send('POST', '/api/rong/sixin/settings', { plan: { ccid: founder.companyId, ...access } }));
const ask = (who: Who) => who.send<Plan>('POST', '/api/rong/plan/request', { ccid: founder.companyId });
const decide = (who: Who, id: string, body: object) =>
  who.send<PlanRequest>('POST', `/api/rong/plan/requests/${id}/decide`, body);
const step = (who: Who, name: 'revoke' | 'extend', uid: string, ccid = founder.companyId, days = 30) =>
  who.send<null>('POST', `/api/rong/plan/readers/${ccid}/${uid}/${name}`, name === 'extend' ? { days } : {});
/** What is known of the file of the plan. */
const foundIn = async (found: { mime?: string; pdf: PdfState | null }) =>
  world.test.services.database.db
    .updateTable('file')
    .set(found)
    .where('id', '=', raw.split('/').at(-1) ?? '')
    .execute();
const planFile = async () => {
  const body = { objectApiName: 'OwnCompany', fields: ['planFile'], pageSize: 10 };
  const { list } = made(
    await founder.send<{ list: { planFile: string }[] }>('POST', '/api/metadata/data/getLayoutAndDataList', body),
  );
  return list[0]?.planFile;
};
interface Line {
  readonly uid: string;
  readonly state: string;
  readonly times: number;
  readonly request?: string;
  readonly expiresAt?: string | null;
}
const lines = async (who: Who = founder) => {
  const fields = ['uid', 'state', 'times', 'request', 'expiresAt'];
  const body = { objectApiName: 'PlanReader', fields, pageSize: 100 };
  return made(await who.send<{ list: Line[] }>('POST', '/api/metadata/data/getLayoutAndDataList', body)).list;
};
const waiting = async () => (await lines()).find(({ state }) => state === 'pending')?.request ?? '';

describe('the file of a plan', () => {
  it('is given to those who may open it, with who reads it and on which day, and is kept nowhere', async () => {
    const opened = await read(investor);
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const [words = ''] = await wordsOfPdf(opened.rawPayload);
    expect(words).toContain('示例');
    expect(words).toContain(`（编号 ${investor.uid}）查阅 2026-11-21`);
    for (const who of [founder, world.staff]) {
      const own = await read(who);
      expect([own.statusCode, own.rawPayload.equals(PDF)]).toEqual([200, true]);
    }
  });

  it('names each reader alone, and the day that it is in Shanghai', async () => {
    const other = await world.investor();
    world.setTime('2026-11-21T15:59:00Z');
    const first = await wordsOfPdf((await read(investor)).rawPayload);
    world.setTime('2026-11-21T16:01:00Z');
    const second = await wordsOfPdf((await read(investor)).rawPayload);
    const others = await wordsOfPdf((await read(other)).rawPayload);
    expect([first, second, others].map(([words = '']) => /编号 (\d+)）查阅 ([-\d]+)/.exec(words)?.slice(1))).toEqual([
      [investor.uid, '2026-11-21'],
      [investor.uid, '2026-11-22'],
      [other.uid, '2026-11-22'],
    ]);
    expect(others.join('')).not.toContain(investor.uid);
  });

  it.each([
    ['is no PDF', { mime: 'application/vnd.ms-powerpoint', pdf: null }],
    ['needs a password', { mime: 'application/pdf', pdf: 'locked' as const }],
  ])('is given to no user outside while it %s, and the company is asked for another', async (_why, found) => {
    await foundIn(found);
    const refused = await read(investor);
    expect([refused.statusCode, refused.json<{ msg: string }>().msg]).toEqual([404, '文件不存在']);
    expect(await plan(investor)).toMatchObject({ hasBp: true, isUnfit: true });
    expect(await plan(investor)).not.toHaveProperty('address');
    expect([await status(founder), await status(world.staff)]).toEqual([200, 200]);
    expect(await planFile()).toBe('replace');
    expect(await deliver(founder, investor.uid, founder.companyId)).toMatchObject({
      code: codeOf('INVALID_BODY'),
      msg: '该企业的BP无法加水印，请先重新上传PDF',
    });
    raw = await world.plan(founder);
    expect([await status(investor), await planFile()]).toEqual([200, 'ready']);
  });

  it('that came before it was looked into and cannot be marked is found out by its first reader', async () => {
    raw = await world.upload(founder, await lockedPdf(PDF));
    const bp = { ccid: founder.companyId, bp: { url: raw, name: '旧版.pdf' } };
    expect(await founder.send('POST', '/api/rong/company/edit', bp)).toMatchObject({
      problems: [{ field: 'bp', message: PDF_REFUSALS.locked }],
    });
    await foundIn({ pdf: 'open' });
    made(await founder.send('POST', '/api/rong/company/edit', bp));
    await foundIn({ pdf: null });
    expect(await planFile()).toBe('ready');
    const refused = await read(investor);
    expect([refused.statusCode, refused.json<{ msg: string }>().msg]).toEqual([409, UNFIT_PLAN]);
    expect([await planFile(), (await lines()).length]).toEqual(['replace', 0]);
  });

  it('is never had as the uploaded file, not even by those who read it', async () => {
    await read(investor);
    await plan(investor);
    const had = await world.test.app.inject({ url: raw, headers: { cookie: investor.cookie } });
    expect(had.statusCode).toBe(404);
  });

  it('is refused in the same words where it is closed and where there is none', async () => {
    await keep({ restricted: true });
    const plain = await world.person(['FA']);
    const answers = [await read(investor), await read(plain), await read(investor, '999999999')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
    expect((await world.test.app.inject({ url: `/files/plan/${founder.companyId}` })).statusCode).toBe(401);
  });
});

describe('a plan that was taken back', () => {
  it('is refused at the very next request, from one reader and not from the others', async () => {
    const other = await world.investor();
    expect([await status(investor), await status(other)]).toEqual([200, 200]);
    made(await step(founder, 'revoke', investor.uid));
    expect([await status(investor), await status(other)]).toEqual([404, 200]);
    expect(await plan(investor)).toMatchObject({ state: 'revoked', mayRequest: false });
    made(await step(founder, 'extend', investor.uid));
    expect(await status(investor)).toBe(200);
  });

  it('may be asked for again after a day, and stays closed until the company agrees', async () => {
    await read(investor);
    made(await step(founder, 'revoke', investor.uid));
    expect((await ask(investor)).code).toBe(codeOf('CONFLICT'));
    later(2);
    made(await ask(investor));
    expect(await status(investor)).toBe(404);
    made(await decide(founder, await waiting(), { accept: false }));
    expect(await status(investor)).toBe(404);
    later(4);
    made(await ask(investor));
    made(await decide(founder, await waiting(), { accept: true, days: 7 }));
    expect(await status(investor)).toBe(200);
  });

  it('was delivered before: the delivery opens it no longer', async () => {
    await keep({ restricted: true, sentOnly: true });
    made(await deliver(founder, investor.uid, founder.companyId));
    expect(await status(investor)).toBe(200);
    made(await step(founder, 'revoke', investor.uid));
    expect(await status(investor)).toBe(404);
  });
});

describe('how long a plan may be read', () => {
  it('is 30 days unless the company says otherwise; then it is closed and may be asked for again', async () => {
    await keep({ restricted: true });
    made(await ask(investor));
    const accepted = made(await decide(founder, await waiting(), { accept: true }));
    expect(accepted.expiresAt).toBe('2026-12-21T04:00:00.000Z');
    made(await step(founder, 'extend', investor.uid, founder.companyId, 7));
    later(6.9);
    expect(await status(investor)).toBe(200);
    later(7);
    expect(await status(investor)).toBe(404);
    expect(await plan(investor)).toMatchObject({ state: 'expired', mayRequest: true });
    made(await ask(investor));
    made(await decide(founder, await waiting(), { accept: true, days: 1 }));
    expect(await status(investor)).toBe(200);
    later(8);
    expect(await status(investor)).toBe(404);
  });

  it('is over in the list of the company once the sweep has passed, and can be prolonged from then on', async () => {
    made(await deliver(founder, investor.uid, founder.companyId));
    await keep({ restricted: true });
    const { db } = world.test.services.database;
    later(31);
    await expirePlans(db, world.test.services.now());
    later(0);
    expect(await lines()).toMatchObject([{ uid: investor.uid, state: 'expired' }]);
    made(await step(founder, 'extend', investor.uid));
    expect(await lines()).toMatchObject([{ uid: investor.uid, state: 'approved' }]);
    expect(await status(investor)).toBe(200);
  });

  it('is a number of days that there can be', async () => {
    await keep({ restricted: true });
    made(await ask(investor));
    const id = await waiting();
    for (const days of [0, 366, 1.5]) expect((await decide(founder, id, { accept: true, days })).status).toBe(422);
  });
});

describe('a plan that the company alone sends', () => {
  it('cannot be asked for, and opens by a delivery', async () => {
    await keep({ restricted: true, sentOnly: true });
    expect(await plan(investor)).toMatchObject({ sentOnly: true, mayRequest: false });
    expect(await ask(investor)).toMatchObject({ code: codeOf('CONFLICT'), msg: '该企业的BP仅由企业自己发送' });
    expect(await status(investor)).toBe(404);
    made(await deliver(founder, investor.uid, founder.companyId));
    expect(await status(investor)).toBe(200);
  });
});

describe('the list of readers', () => {
  it('has who may read, who asked and who read how often, for those who speak for the company alone', async () => {
    const other = await world.investor();
    await read(investor);
    await read(investor);
    await keep({ restricted: true });
    made(await ask(other));
    const found = (await lines()).map(({ uid, state, times }) => [uid, [state, times]] as const);
    expect(new Map(found)).toEqual(
      new Map([
        [investor.uid, ['open', 2]],
        [other.uid, ['pending', 0]],
      ]),
    );
    const stranger = await world.founder();
    for (const who of [stranger, investor, world.staff]) expect(await lines(who)).toEqual([]);
  });

  it('is not changed by users who do not speak for the company, and not for users who are not in it', async () => {
    await read(investor);
    await keep({ restricted: true });
    const other = await world.investor();
    made(await ask(other));
    const id = await waiting();
    const stranger = await world.founder();
    for (const who of [stranger, investor, world.staff]) {
      for (const name of ['revoke', 'extend'] as const) {
        const refused = await step(who, name, investor.uid);
        expect(refused.code).toBe(codeOf('UNKNOWN_RECORD'));
        expect(refused).toEqual(await step(who, name, investor.uid, '999999999'));
      }
      expect((await decide(who, id, { accept: true })).code).toBe(codeOf('UNKNOWN_RECORD'));
    }
    const never = await world.investor();
    expect((await step(founder, 'extend', never.uid)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect([await status(investor), await status(other), await status(never)]).toEqual([404, 404, 404]);
  });

  it('has one decision where two are made at once', async () => {
    await read(investor);
    await Promise.all([
      step(founder, 'revoke', investor.uid),
      step(founder, 'revoke', investor.uid),
      step(founder, 'extend', investor.uid),
    ]);
    const { rows } = await world.test.services.database.pool.query(
      "select state from plan_request where account_id = $1 and state in ('pending', 'approved')",
      [investor.uid],
    );
    expect(rows.length).toBeLessThanOrEqual(1);
    expect(await lines()).toHaveLength(1);
  });
});
