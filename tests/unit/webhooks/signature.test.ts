import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeSecret, signedHeaders } from '#server/features/open/webhooks/outbound/signature.ts';

/** The example that the reference libraries of the specification are tested by. */
const KNOWN = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('the signature of a message', () => {
  it('is that of the Standard Webhooks specification', () => {
    expect(signedHeaders([KNOWN.secret], KNOWN.message)).toEqual({
      'webhook-id': KNOWN.message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': KNOWN.signature,
    });
  });

  it('is there once for each secret, with a space between, while one takes the place of another', () => {
    const other = makeSecret();
    const { 'webhook-signature': both } = signedHeaders([other, KNOWN.secret], KNOWN.message);
    const [first = '', second] = both.split(' ');
    expect(second).toBe(KNOWN.signature);
    const { id, timestamp, body } = KNOWN.message;
    const key = Buffer.from(other.slice('whsec_'.length), 'base64');
    expect(first).toBe(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  });

  it('is made with a secret of 24 to 64 random bytes, another one each time', () => {
    const secrets = Array.from({ length: 20 }, makeSecret);
    expect(new Set(secrets).size).toBe(20);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
      const { length } = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(length >= 24 && length <= 64).toBe(true);
    }
  });
});
