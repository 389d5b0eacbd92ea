import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import { Vault, vaultFrom } from '#server/db/vault.ts';

/** A quarter of a second and 128 MB for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';
const LEAST_CHARACTERS = 12;

/** The keys as text; the bytes of one key in archives of earlier releases, which do not say so. */
const AS_TEXT = 'text';

interface SealedKey {
  readonly form?: typeof AS_TEXT;
  readonly salt: string;
  readonly nonce: string;
  readonly tag: string;
  readonly sealed: string;
}

/** @throws Failure for one that could be guessed */
export function checkPassphrase(passphrase: string | undefined): string {
  if (!passphrase)
    throw new Failure('UNAVAILABLE', '请用 BACKUP_PASSPHRASE 或 BACKUP_PASSPHRASE_FILE 给出保护密钥的口令。');
  if (passphrase.length < LEAST_CHARACTERS)
    throw new Failure('UNAVAILABLE', `保护密钥的口令（BACKUP_PASSPHRASE）太短：至少 ${LEAST_CHARACTERS} 个字符。`);
  return passphrase;
}

/** The key of an installation as it may lie beside its data: opened by the passphrase alone. */
export function sealKey(vault: Vault, passphrase: string): string {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv(CIPHER, scryptSync(passphrase, salt, KEY_BYTES, COST), nonce);
  const sealed = Buffer.concat([cipher.update(vault.copyOfSecrets(), 'utf8'), cipher.final()]);
  const parts = { salt, nonce, tag: cipher.getAuthTag(), sealed };
  return JSON.stringify({
    form: AS_TEXT,
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toString('base64')])),
  });
}

/** @throws Failure where the passphrase is another */
export function openKey(text: string, passphrase: string): Vault {
  const parts = JSON.parse(text) as SealedKey;
  const [salt, nonce, tag, sealed] = [parts.salt, parts.nonce, parts.tag, parts.sealed].map((part) =>
    Buffer.from(part, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer];
  try {
    const key = scryptSync(passphrase, salt, KEY_BYTES, COST);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: 16 }).setAuthTag(tag);
    const opened = Buffer.concat([decipher.update(sealed), decipher.final()]);
    return parts.form === AS_TEXT ? vaultFrom(opened.toString()) : new Vault(opened);
  } catch {
    throw new Failure('INVALID_BODY', '口令（BACKUP_PASSPHRASE）不对，无法打开备份中的密钥。');
  }
}
