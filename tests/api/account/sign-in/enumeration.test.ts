import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import * as passwords from '#server/platform/accounts/password.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { openPassportWorld, type PassportWorld, SEND, SIGN_IN } from '#tests/support/account/passport.ts';
import { KNOWN_PROOF, SentCodes } from '#tests/support/account/sent-codes.ts';
import { DAY_SECONDS } from '#shared/time/durations.ts';

let world: PassportWorld;
let queries: MockInstance<typeof pg.Client.prototype.query>;
let hashes: MockInstance<typeof passwords.hashPassword>;
let verifies: MockInstance<typeof passwords.passwordMatches>;
const KNOWN = { name: 'founder', phone: '19900000001' };
const UNKNOWN = { name: 'nobody-at-all', phone: '19900000999' };

beforeAll(async () => {
  world = await openPassportWorld();
});
afterAll(() => world.close());
/** Statements of signing in; the others are of what goes on beside every request. */
const OWN = /attempt|sms_code|captcha_|reset_ticket|account|session/;
/** Of those, what is done after the reply to a request for a code. */
const AFTER_REPLY = /delete from attempt|^select "id" from "account"/;

beforeEach(() => {
  world.pass(DAY_SECONDS);
  queries = vi.spyOn(pg.Client.prototype, 'query');
  hashes = vi.spyOn(passwords, 'hashPassword');
  verifies = vi.spyOn(passwords, 'passwordMatches');
});

/** The statements of signing in since the last clearing. */
function statements(): string[] {
  const texts = queries.mock.calls.map(([query]: readonly unknown[]) =>
    typeof query === 'string' ? query : String((query as { text: unknown }).text),
  );
  return texts.filter((text) => OWN.test(text));
}

/** What a call answers, and all the work that it does: statements in order and hashes. */
async function workOf(
  call: () => Promise<{ status: number; code: number; msg: string; data: unknown }>,
  leftOut?: RegExp,
) {
  queries.mockClear();
  hashes.mockClear();
  verifies.mockClear();
  const { status, code, msg, data } = await call();
  return {
    reply: { status, code, msg, data },
    statements: statements().filter((text) => !leftOut?.test(text)),
    hashes: hashes.mock.calls.length,
    verifies: verifies.mock.calls.map(([hash]) => hash.split('$').slice(0, 4).join('$')),
  };
}

describe('whether a user has an account is revealed by neither words nor work', () => {
  it('of a wrong password, from the first try to the captcha to the lock', async () => {
    const steps = [...Array.from({ length: 4 }, () => ({})), ...Array.from({ length: 8 }, () => KNOWN_PROOF)];
    for (const more of steps) {
      const [known, unknown] = [
        await workOf(() =>
          world.post(SIGN_IN, { username: KNOWN.name, password: 'wrong-1', ...more }, { address: '192.0.2.11' }),
        ),
        await workOf(() =>
          world.post(SIGN_IN, { username: UNKNOWN.name, password: 'wrong-1', ...more }, { address: '192.0.2.12' }),
        ),
      ];
      expect(unknown).toEqual(known);
    }
  });

  it('of a number with a wrong password', async () => {
    const [known, unknown] = [
      await workOf(() => world.post(SIGN_IN, { phone: KNOWN.phone, password: 'wrong-1' })),
      await workOf(() => world.post(SIGN_IN, { phone: UNKNOWN.phone, password: 'wrong-1' })),
    ];
    expect(unknown).toEqual(known);
    expect(known).toMatchObject({ hashes: 0, verifies: [expect.stringContaining('$argon2id$')] });
  });

  it('of a number that signs in by a wrong code', async () => {
    for (const phone of [KNOWN.phone, UNKNOWN.phone]) await world.ask(phone);
    await Promise.all([world.test.sent.codeTo('+8619900000001'), world.test.sent.codeTo('+8619900000999')]);
    const tries = async (phone: string) =>
      workOf(() => world.post(SIGN_IN, { type: 'sms', phone, verifyCode: '000000' }));
    for (let round = 0; round < 6; round += 1) expect(await tries(UNKNOWN.phone)).toEqual(await tries(KNOWN.phone));
  });

  it.each([
    ['to sign in', SEND, { type: 'login' }],
    ['to set a new password', '/api/resetpasswd/phone', {}],
  ])('of a number that asks for a code %s, up to the limits', async (_, url, form) => {
    const sent = new SentCodes();
    const app = fromOwnPage(await createApp(world.test.services, { signInLimit: 1000, providers: sent.providers }));
    const ask = (phone: string) =>
      workOf(async () => {
        const reply = await app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ phone, ...form, ...KNOWN_PROOF }).toString(),
        });
        return { status: reply.statusCode, ...reply.json<{ code: number; msg: string; data: unknown }>() };
      }, AFTER_REPLY);
    for (let round = 0; round < 2; round += 1) {
      const known = await ask(KNOWN.phone);
      expect(await ask(UNKNOWN.phone)).toEqual(known);
      expect(known.statements.length).toBeGreaterThan(0);
    }
    await app.close();
  });

  it('of a number whose new password is to be set: nothing is sent to one that no user has', async () => {
    const sent = new SentCodes();
    const app = fromOwnPage(await createApp(world.test.services, { providers: sent.providers }));
    for (const phone of [UNKNOWN.phone, KNOWN.phone]) {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/resetpasswd/phone',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ phone, ...KNOWN_PROOF }).toString(),
      });
      expect(reply.json()).toEqual({ code: 0, msg: '', data: { resendAfter: 60, expiresIn: 300 } });
    }
    // Closing waits for what is under way.
    await app.close();
    expect(sent.sms.map((message) => message.number)).toEqual([`+86${KNOWN.phone}`]);
    const verify = (phone: string) => workOf(() => world.post('/api/resetpasswd/verify', { phone, code: '000000' }));
    expect(await verify(UNKNOWN.phone)).toEqual(await verify(KNOWN.phone));
  });
});
