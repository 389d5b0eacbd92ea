import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityCase } from '#schemas/api/identity.ts';
import { sweepExpired } from '#server/features/identity/sweep.ts';
import { made } from '#tests/support/editing.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { codeOf, TEST_NOW } from '#tests/support/app/test-app.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';

let world: IdentityWorld;
let people = 0;

beforeAll(async () => {
  world = await openIdentityWorld();
});
beforeEach(() => {
  world.clock.at = TEST_NOW;
  world.post.broken = false;
});
afterAll(() => world.close());

const later = (milliseconds: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + milliseconds);
};
const stateOf = async (who: Person) =>
  made(await who.get<{ list: IdentityCase[] }>('/api/rong/user/audit/detail')).list[0]?.state;
const verify = (who: Person, token = world.token()) =>
  who.get<{ orgName: string }>(`/api/rong/verifyEmail?token=${token}`);
const send = (who: Person) => who.post<{ sentTo: string; dueAt: string }>('/api/rong/verifyEmail/send');

async function waiting(): Promise<{ who: Person; address: string }> {
  people += 1;
  const who = await world.person(`mailed-${people}`);
  const address = `desk${people}@example.com`;
  made(await world.submit(who, 'serviceOrg', { workEmail: address }));
  return { who, address };
}

describe('the mail address of an organisation', () => {
  it.each([
    ['advisor@example.com', ''],
    ['advisor@qq.com', '请使用机构的工作邮箱，不支持 qq.com 等个人邮箱'],
    ['Advisor@Gmail.COM', '请使用机构的工作邮箱，不支持 gmail.com 等个人邮箱'],
    ['no-address', '邮箱格式不正确'],
  ])('%s is looked at before it is handed in', async (email, message) => {
    const who = await world.person(`check-${email}`);
    const path = `/api/rong/emailCheck?email=${encodeURIComponent(email)}`;
    expect(made(await who.get(path))).toEqual({ allowed: message === '', message });
  });

  it('of a free mail service is refused by the form as well', async () => {
    const who = await world.person('free-mail');
    expect(await world.submit(who, 'serviceOrg', { workEmail: 'advisor@163.com' })).toMatchObject({
      status: 422,
      problems: [{ field: 'workEmail', message: '请使用机构的工作邮箱，不支持 163.com 等个人邮箱' }],
    });
  });

  it('is proved by the link that was sent there, once', async () => {
    const { who, address } = await waiting();
    expect(world.mails.at(-1)).toMatchObject({ to: address });
    expect(world.mails.at(-1)?.text).toContain('https://jingtu.example/#/verifyEmail?token=');
    expect(await stateOf(who)).toBe('EMAIL_PENDING');
    // A user who opens the mailbox need not be signed in here.
    const visitor = await world.person(`opener-${people}`);
    const token = world.token();
    expect(made(await verify(visitor, token))).toEqual({ kind: 'serviceOrg', orgName: '示例顾问' });
    expect(await stateOf(who)).toBe('PENDING');
    expect(await verify(visitor, token)).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
  });

  it('is the address of the account once it is proved, unless another account has it', async () => {
    const { who, address } = await waiting();
    const shown = async (person: Person) =>
      made(await person.get<{ email: string | null }>('/api/rong/user/profile/v2')).email;
    expect(await shown(who)).toBeNull();
    made(await verify(who));
    expect(await shown(who)).toBe(`d***@example.com`);
    later(2 * MINUTE_MS);
    const other = await world.person(`second-${people}`);
    made(await world.submit(other, 'serviceOrg', { workEmail: address }));
    made(await verify(other));
    expect(await shown(other)).toBeNull();
  });

  it('opened ten times at once is proved once', async () => {
    const { who } = await waiting();
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(who)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  });

  it('answers a link that never was, was used, is old or was replaced in the same words', async () => {
    const { who } = await waiting();
    const first = world.token();
    later(2 * MINUTE_MS);
    made(await send(who));
    const answers = [await verify(who, 'x'.repeat(43)), await verify(who, first)];
    made(await verify(who));
    answers.push(await verify(who));
    const { who: late } = await waiting();
    later(DAY_MS);
    answers.push(await verify(late));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await stateOf(late)).toBe('EMAIL_EXPIRED');
  });

  it('keeps no token that could be used by a user who reads the tables', async () => {
    await waiting();
    const { rows } = await world.test.services.database.pool.query<{ line: string }>(
      'select t::text as line from identity_mail t',
    );
    expect(rows.map(({ line }) => line).join()).not.toContain(world.token());
  });
});

describe('the wait for a mail', () => {
  it('ends after a day, for a user who looks and for the sweep, and is not begun by looking', async () => {
    const { who } = await waiting();
    later(DAY_MS - 1000);
    expect(await stateOf(who)).toBe('EMAIL_PENDING');
    later(2000);
    expect(await stateOf(who)).toBe('EMAIL_EXPIRED');
    const { db } = world.test.services.database;
    await sweepExpired(db, world.clock.at);
    const { who: other } = await waiting();
    expect(await sweepExpired(db, world.clock.at)).toBe(0);
    later(DAY_MS);
    const sweeps = await Promise.all([1, 2, 3].map(() => sweepExpired(db, world.clock.at)));
    expect(sweeps.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1);
    expect(await stateOf(other)).toBe('EMAIL_EXPIRED');
    const again = await world.submit(other, 'serviceOrg', { workEmail: `desk${people}@example.com` });
    expect(again).toMatchObject({ code: 0, data: { state: 'EMAIL_PENDING', version: 3 } });
  });

  it('is begun again by sending again, and says where it was sent', async () => {
    const { who } = await waiting();
    later(DAY_MS - MINUTE_MS);
    const sent = made(await send(who));
    expect(sent.sentTo).toBe('d***@example.com');
    later(DAY_MS - MINUTE_MS);
    expect(await stateOf(who)).toBe('EMAIL_PENDING');
    expect((await verify(who)).code).toBe(0);
  });
});

describe('sending the mail again', () => {
  it('is not done twice in a minute, nor six times in an hour', async () => {
    const { who } = await waiting();
    expect(await send(who)).toMatchObject({ status: 429 });
    const before = world.mails.length;
    for (let turn = 0; turn < 6; turn += 1) {
      later(2 * MINUTE_MS);
      await send(who);
    }
    expect(world.mails.length - before).toBe(4);
  });

  it('to one address is counted over all who name it', async () => {
    const address = 'victim@example.com';
    const before = world.mails.length;
    for (let turn = 0; turn < 8; turn += 1) {
      later(2 * MINUTE_MS);
      const who = await world.person(`flood-${turn}`);
      made(await world.submit(who, 'serviceOrg', { workEmail: address }));
    }
    expect(world.mails.length - before).toBe(5);
  });

  it('at the same moment ten times sends one', async () => {
    const { who } = await waiting();
    later(2 * MINUTE_MS);
    const before = world.mails.length;
    await Promise.all(Array.from({ length: 10 }, () => send(who)));
    expect(world.mails.length - before).toBe(1);
  });

  it('is for those who wait for one', async () => {
    expect(await send(await world.person('no-wait'))).toMatchObject({ status: 404 });
  });

  it('that fails is said, and the submission is kept', async () => {
    world.post.broken = true;
    const { who } = await waiting();
    expect(await stateOf(who)).toBe('EMAIL_PENDING');
    later(2 * MINUTE_MS);
    expect(await send(who)).toMatchObject({ status: 503, msg: '邮件发送失败，请稍后重试' });
    world.post.broken = false;
    later(2 * MINUTE_MS);
    expect((await send(who)).code).toBe(0);
  });
});
