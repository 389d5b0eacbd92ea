import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Country } from '#schemas/api/passport.ts';
import { createApp } from '#server/app.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { openPassportWorld, type PassportWorld, SEND, SIGN_IN } from '#tests/support/account/passport.ts';
import { KNOWN_PROOF, SentCodes } from '#tests/support/account/sent-codes.ts';

let world: PassportWorld;
beforeAll(async () => {
  world = await openPassportWorld();
});
afterAll(() => world.close());

describe('the log', () => {
  it('holds no code, password or number, whatever its level and whatever fails', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const sent = new SentCodes();
    let failing = false;
    const sms = {
      send: async (message: Parameters<typeof sent.providers.sms.send>[0]) => {
        if (failing) throw new Error('Tencent Cloud did not send the message: LimitExceeded');
        await sent.providers.sms.send(message);
      },
      notify: sent.providers.sms.notify,
    };
    const app = fromOwnPage(
      await createApp(world.test.services, {
        logger: { level: 'trace', stream },
        providers: { ...sent.providers, sms },
      }),
    );
    const post = async (url: string, form: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      });
    await post(SEND, { phone: '19900000801', type: 'login', ...KNOWN_PROOF });
    const code = await sent.codeTo('+8619900000801');
    await post(SIGN_IN, { type: 'sms', phone: '19900000801', verifyCode: code });
    await post(SIGN_IN, { username: '19900000801', password: 'a-secret-of-mine' });
    await post('/api/resetpasswd/set', { ticket: 'no-such-ticket-at-all', passwd: 'a-secret-of-mine' });
    failing = true;
    await post(SEND, { phone: '19900000802', type: 'login', ...KNOWN_PROOF });
    await app.close();
    const log = lines.join('');
    expect(log).toContain('LimitExceeded');
    expect(log.length).toBeGreaterThan(500);
    for (const secret of ['19900000801', '19900000802', 'a-secret-of-mine', 'no-such-ticket-at-all']) {
      expect(log).not.toContain(secret);
    }
    // Six digits may be part of a time; as a word of their own they would be the code.
    expect(log.split(/[^\w-]+/)).not.toContain(code);
  });
});

describe('countries and regions', () => {
  it('begin with the four of China under the names they have here, then go by their sound', async () => {
    const { data } = await world.get<Country[]>('/api/dict/cc');
    expect(data.slice(0, 4)).toEqual([
      { code: '86', country: 'CN', label: '中国大陆' },
      { code: '852', country: 'HK', label: '中国香港' },
      { code: '853', country: 'MO', label: '中国澳门' },
      { code: '886', country: 'TW', label: '中国台湾' },
    ]);
    expect(data.length).toBeGreaterThan(200);
    expect(data).toContainEqual({ code: '65', country: 'SG', label: '新加坡' });
    expect(data[4]?.label).toMatch(/^阿/);
    for (const { code, country, label } of data) {
      expect(code).toMatch(/^\d{1,3}$/);
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(label).toMatch(/\p{Script=Han}/u);
    }
    expect(new Set(data.map(({ country }) => country)).size).toBe(data.length);
  });
});
