import { describe, expect, test } from 'vitest';
import { makeQrCode, readLoginId, readQrStatus } from '#schemas/api/qr-login.ts';
import { readProfile } from '#schemas/api/session.ts';
import { FactorStep } from '#client/features/account/base/factor-step.ts';
import { POLL, QrLoginStore } from '#client/features/account/qr-login/qr-login-store.ts';
import { SessionStore } from '#client/features/account/session/session-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { settled, TestClock } from '#tests/support/ui/test-clock.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';

type Status = 0 | 1 | 2 | 3;

/** A login page that shows a code; `first` and `rest` are what the server answers to one poll after the other, the last again and again. */
async function shown(first: Status | Promise<Status>, ...rest: (Status | Promise<Status>)[]) {
  let answer = first;
  const said: string[] = [];
  const clock = new TestClock();
  let made = 0;
  const api = new FakeApi()
    .on(readLoginId, () => ({ randomId: 'x' }))
    .on(makeQrCode, () => {
      made += 1;
      return { token: `token-${made}`, svg: '<svg/>', expiresIn: 120 };
    })
    .on(readQrStatus, async () => {
      const now = answer;
      answer = rest.shift() ?? answer;
      return { status: await now };
    })
    .on(readProfile, () => FOUNDER_PROFILE);
  const session = new SessionStore(api);
  const say = (text: string) => said.push(text);
  const factor = new FactorStep({ api, session, say });
  const store = new QrLoginStore({ api, clock, session, factor, say });
  store.watch();
  await settled();
  return { api, clock, session, store, said, polls: () => api.callsOf(readQrStatus).length };
}

describe('a QR code on the login page', () => {
  test('is asked after every five seconds, and not before', async () => {
    expect(POLL).toBe(5000);
    const { clock, polls } = await shown(0);
    expect(polls()).toBe(0);
    await clock.pass(4999);
    expect(polls()).toBe(0);
    await clock.pass(1);
    expect(polls()).toBe(1);
    await clock.pass(20_000);
    expect(polls()).toBe(5);
  });

  test('says that it was scanned, and then signs in: profile loaded, 登录成功 said, nothing asked any more', async () => {
    const { clock, session, store, said, polls } = await shown(0, 1, 2);
    await clock.pass(POLL);
    expect(store.state).toBe('waiting');
    await clock.pass(POLL);
    expect(store.state).toBe('scanned');
    await clock.pass(POLL);
    expect(store.state).toBe('success');
    expect(session.profile?.name).toBe('示例创业者');
    expect(said).toEqual(['登录成功']);
    await clock.pass(60_000);
    expect(polls()).toBe(3);
    expect(clock.waiting).toBe(0);
  });

  test('that expired is asked after no more, until it is refreshed', async () => {
    const { api, clock, store, polls } = await shown(3, 0);
    await clock.pass(POLL);
    expect(store.state).toBe('expired');
    await clock.pass(60_000);
    expect(polls()).toBe(1);
    await store.refresh();
    expect(store.state).toBe('waiting');
    expect(api.callsOf(makeQrCode)).toHaveLength(2);
    await clock.pass(POLL);
    expect(polls()).toBe(2);
  });

  test('never has two questions on their way, however slow the answer', async () => {
    let answer: (status: Status) => void = () => undefined;
    const slow = new Promise<Status>((resolve) => (answer = resolve));
    const { clock, store, polls } = await shown(slow, 0);
    await clock.pass(POLL * 6);
    expect(polls()).toBe(1);
    // Looking away and back asks at once, but not beside a question that is still open.
    store.rest();
    store.watch();
    await settled();
    expect(polls()).toBe(1);
    answer(0);
    await settled();
    await clock.pass(POLL);
    expect(polls()).toBe(2);
  });

  test('is not asked for while no user looks, and at once when a user looks again', async () => {
    const { clock, store, polls } = await shown(0);
    await clock.pass(POLL);
    store.rest();
    await clock.pass(60_000);
    expect(polls()).toBe(1);
    expect(clock.waiting).toBe(0);
    store.watch();
    await settled();
    expect(polls()).toBe(2);
    await clock.pass(POLL);
    expect(polls()).toBe(3);
  });

  test('outlives a question that was lost', async () => {
    const { api, clock, store, polls } = await shown(0);
    api.on(readQrStatus, () => Promise.reject(refusal('UNAVAILABLE')));
    await clock.pass(POLL * 2);
    expect(store.state).toBe('waiting');
    expect(polls()).toBe(2);
    api.on(readQrStatus, () => ({ status: 1 as const }));
    await clock.pass(POLL);
    expect(store.state).toBe('scanned');
  });

  test('takes no answer that was for an earlier code', async () => {
    let answer: (status: Status) => void = () => undefined;
    const slow = new Promise<Status>((resolve) => (answer = resolve));
    const { clock, store } = await shown(slow, 0);
    await clock.pass(POLL);
    await store.refresh();
    answer(3);
    await settled();
    expect(store.state).toBe('waiting');
    await clock.pass(POLL);
    expect(store.state).toBe('waiting');
  });

  test('that cannot be made says why, and is tried again by hand', async () => {
    const { api, store } = await shown(0);
    api.on(makeQrCode, () => Promise.reject(refusal('TOO_MANY_REQUESTS')));
    await store.refresh();
    expect(store.state).toBe('failed');
    expect(store.failure?.message).toBe('操作过于频繁，请稍后再试');
  });
});
