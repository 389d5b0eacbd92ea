import { describe, expect, test } from 'vitest';
import { checkCaptcha, readCaptcha } from '#schemas/api/passport.ts';
import {
  CaptchaStore,
  type CaptchaProof,
  type HostedChallenge,
} from '#client/features/account/captcha/captcha-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { settled, TestClock } from '#tests/support/ui/test-clock.ts';
import { PROOF, slideChallenge } from './captcha-samples.ts';

interface Options {
  readonly hosted?: (challenge: HostedChallenge) => Promise<CaptchaProof | undefined>;
}

function captcha({ hosted }: Options = {}) {
  let drawn = 0;
  const clock = new TestClock();
  const api = new FakeApi()
    .on(readCaptcha, () => {
      drawn += 1;
      return hosted ? { provider: 'geetest' as const, gt: 'id', challenge: `c${drawn}` } : slideChallenge(`c${drawn}`);
    })
    .on(checkCaptcha, ({ body }) => {
      if (body.left === 120) return { ...PROOF, challenge: body.challenge };
      throw refusal('CAPTCHA_FAILED');
    });
  const store = new CaptchaStore({
    api,
    clock,
    isPhone: () => false,
    askHosted: hosted ?? (() => Promise.reject(new Error('none'))),
  });
  return { api, clock, store };
}

const TRAIL = [[0, 0, 0]] as const;

describe('a captcha', () => {
  test('that is solved gives the three fields and closes', async () => {
    const { store } = captcha();
    const asked = store.ask();
    await settled();
    expect(store.state).toBe('ready');
    await store.check(120, TRAIL);
    expect(await asked).toEqual({ ...PROOF, challenge: 'c1' });
    expect(store.isOpen).toBe(false);
  });

  test('that is answered wrongly says so and brings another, as the first is used up', async () => {
    const { api, store } = captcha();
    const asked = store.ask();
    await settled();
    await store.check(5, TRAIL);
    expect(store.challenge?.challenge).toBe('c2');
    expect(store.message).toBe('滑块验证未通过，请重试');
    expect(store.state).toBe('ready');
    await store.check(120, TRAIL);
    expect(await asked).toMatchObject({ challenge: 'c2' });
    expect(api.callsOf(readCaptcha)).toHaveLength(2);
  });

  test('that is given up gives nothing', async () => {
    const { store } = captcha();
    const asked = store.ask();
    await settled();
    store.cancel();
    expect(await asked).toBeUndefined();
  });

  test('that was shown too long expires, takes no attempt, and is refreshed', async () => {
    const { api, clock, store } = captcha();
    void store.ask();
    await settled();
    await clock.pass(110_000);
    expect(store.state).toBe('expired');
    await store.check(120, TRAIL);
    expect(api.callsOf(checkCaptcha)).toHaveLength(0);
    await store.refresh();
    expect(store.state).toBe('ready');
    expect(store.challenge?.challenge).toBe('c2');
  });

  test('that cannot be loaded says why, and can be tried again', async () => {
    const { api, store } = captcha();
    api.on(readCaptcha, () => Promise.reject(refusal('TOO_MANY_REQUESTS')));
    void store.ask();
    await settled();
    expect(store.state).toBe('failed');
    expect(store.message).toBe('操作过于频繁，请稍后再试');
  });

  test('of a hosted service is shown by its own script, and gives the same three fields', async () => {
    const shown: HostedChallenge[] = [];
    const { store } = captcha({
      hosted: async (challenge) => {
        shown.push(challenge);
        return PROOF;
      },
    });
    expect(await store.ask()).toEqual(PROOF);
    expect(shown).toEqual([{ provider: 'geetest', gt: 'id', challenge: 'c1' }]);
  });

  test('of a hosted service that breaks says so in place', async () => {
    const { store } = captcha({ hosted: () => Promise.reject(new Error('blocked')) });
    void store.ask();
    await settled();
    expect(store.state).toBe('failed');
    expect(store.message).toBe('验证服务加载失败，请检查网络后重试');
  });
});
