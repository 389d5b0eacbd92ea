import { createCipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Vault, vaultFrom } from '#server/db/vault.ts';

const secret = (byte: number) => Buffer.alloc(32, byte);
const vault = new Vault(secret(1));

/** As releases sealed that gave their keys no names. */
function sealedUnnamed(text: string, place: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret(1), '', 'seal', 32));
  const nonce = Buffer.alloc(12, 3);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

describe('a vault', () => {
  it('names its key in what it seals', () => {
    expect(vault.keyId).toMatch(/^[0-9a-f]{8}$/);
    expect(vault.seal('电话', 'here').split('.').slice(0, 2)).toEqual(['v2', vault.keyId]);
    expect(new Vault(secret(1)).keyId).toBe(vault.keyId);
    expect(new Vault(secret(2)).keyId).not.toBe(vault.keyId);
  });

  it('opens what it sealed, also before keys had names', () => {
    expect(vault.open(vault.seal('电话', 'here'), 'here')).toBe('电话');
    expect(vault.open(sealedUnnamed('电话', 'here'), 'here')).toBe('电话');
  });

  it('opens nothing at another place, with another key, or that is not sealed', () => {
    const sealed = vault.seal('电话', 'here');
    expect(() => vault.open(sealed, 'there')).toThrow(Error);
    expect(() => new Vault(secret(2)).open(sealed, 'here')).toThrow(`The key ${vault.keyId} is not here.`);
    for (const text of ['', '电话', 'v2.', `v2.${vault.keyId}.`, sealed.replace('v2', 'v3')])
      expect(() => vault.open(text, 'here')).toThrow(Error);
  });

  it('signs under the name of its key, and knows what is forged from what another key signed', () => {
    const signed = vault.sign('第一条', 'log');
    expect(signed.split('.')[0]).toBe(vault.keyId);
    expect(vault.judge(signed, '第一条', 'log')).toBe('good');
    expect(vault.judge(signed, '第二条', 'log')).toBe('forged');
    expect(vault.judge(signed, '第一条', 'other')).toBe('forged');
    expect(new Vault(secret(2)).judge(signed, '第一条', 'log')).toBe('unknown');
    expect(vault.judge('', '第一条', 'log')).toBe('unknown');
  });

  it('gives a key for each purpose, by the name of the key that it follows from', () => {
    expect(vault.derive('one')).toEqual(vault.derive('one', vault.keyId));
    expect(vault.derive('one')).not.toEqual(vault.derive('two'));
    expect(() => vault.derive('one', '00000000')).toThrow('The key 00000000 is not here.');
  });
});

describe('a vault of several keys', () => {
  const [both, alone, other] = [new Vault(secret(2), secret(1)), new Vault(secret(2)), new Vault(secret(1))];

  it('seals with the first and opens what any of them sealed', () => {
    expect(both.keyIds).toEqual([alone.keyId, other.keyId]);
    expect(alone.open(both.seal('电话', 'here'), 'here')).toBe('电话');
    expect(both.open(other.seal('电话', 'here'), 'here')).toBe('电话');
    expect(both.open(sealedUnnamed('电话', 'here'), 'here')).toBe('电话');
    expect(() => alone.open(other.seal('电话', 'here'), 'here')).toThrow(`The key ${other.keyId} is not here.`);
  });

  it('finds a value under each key, the one to keep first', () => {
    expect(both.indexes('+8613900000000', 'phone')[0]).toBe(alone.index('+8613900000000', 'phone'));
    expect(both.indexes('+8613900000000', 'phone')).toEqual(
      expect.arrayContaining(other.indexes('+8613900000000', 'phone')),
    );
    expect(both.isIndex(other.index('a', 'kind'), 'a', 'kind')).toBe(true);
    expect(both.isIndex(other.index('a', 'kind'), 'a', 'another')).toBe(false);
    expect(alone.isIndex(other.index('a', 'kind'), 'a', 'kind')).toBe(false);
  });

  it('knows its own signatures from forged ones and from those of other keys', () => {
    const signature = other.sign('text', 'log');
    expect([both.judge(signature, 'text', 'log'), both.judge(signature, 'else', 'log')]).toEqual(['good', 'forged']);
    expect(alone.judge(signature, 'text', 'log')).toBe('unknown');
  });

  it('is read from one text, with commas or lines between, and written as one', () => {
    const text = [2, 1].map((byte) => secret(byte).toString('base64'));
    expect(vaultFrom(text.join(',')).keyIds).toEqual(both.keyIds);
    expect(vaultFrom(`${text.join('\n')}\n`).keyIds).toEqual(both.keyIds);
    expect(both.copyOfSecrets()).toBe(text.join(','));
    expect(() => vaultFrom(`${text[0]},c2hvcnQ=`)).toThrow('太短');
  });
});
