import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, plainCode } from '#server/platform/second-factor/recovery-codes.ts';
import { newSecret, secretAddress, stepOfCode } from '#server/platform/second-factor/totp.ts';

/** `12345678901234567890` of RFC 6238, appendix B, as Base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d of RFC 6238 is %s', (second, code) => {
    expect(stepOfCode(SECRET, code, at(second))).toBe(Math.floor(second / 30));
  });

  it('is good one step before and after its own, and no further', () => {
    const own = Math.floor(1_234_567_890 / 30);
    const judged = [-60, -30, 0, 30, 60].map((seconds) => stepOfCode(SECRET, '005924', at(own * 30 + seconds)));
    expect(judged).toEqual([undefined, own, own, own, undefined]);
  });

  it.each(['', '00592', '0059244', 'abcdef', '005925'])('is not %j', (code) => {
    expect(stepOfCode(SECRET, code, at(1_234_567_890))).toBeUndefined();
  });
});

describe('a secret', () => {
  it('has 160 bits of its own each time', () => {
    const [one, other] = [newSecret(), newSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
  });

  it('is read by an app from an address that says whose it is', () => {
    const address = new URL(secretAddress(SECRET, { issuer: '鲸图', label: 'ops-one' }));
    expect(address.protocol + address.host).toBe('otpauth:totp');
    expect(decodeURIComponent(address.pathname)).toBe('/鲸图:ops-one');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret: SECRET, issuer: '鲸图', period: '30' });
  });
});

it('Ten recovery codes differ, and are compared as people type them', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true);
  expect(plainCode(' ABCDE fghjk ')).toBe(plainCode('abcde-fghjk'));
});
