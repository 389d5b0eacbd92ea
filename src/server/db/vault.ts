import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1';
const KEY_FILE = 'secret.key';

/**
 * Keeps what must stay secret from a reader of the database alone: phone numbers, WeChat names, mail addresses. Values
 * are sealed with AES-256-GCM; those that must be found again also get an index, a keyed hash that says nothing without
 * the key.
 */
export class Vault {
  readonly #sealing: Buffer;
  readonly #indexing: Buffer;
  readonly #secret: Buffer;

  /** @param secret 32 bytes or more of randomness; the same for every process on one database. */
  constructor(secret: Buffer) {
    if (secret.length < KEY_BYTES) throw new Error('The secret key is too short: 32 bytes in base64 are needed.');
    this.#secret = secret;
    this.#sealing = this.derive('seal');
    this.#indexing = this.derive('index');
  }

  /** A key of 32 bytes for one purpose alone; the same for every process on one database. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', purpose, KEY_BYTES));
  }

  /** Seals a text. `place` (table and column, and whose it is) is bound to it: a sealed text moved elsewhere does not open. */
  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${FORMAT}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** Opens what `seal` gave for the same place. @throws Error when the key, the place or the text is another. */
  open(sealed: string, place: string): string {
    const [format, encoded = ''] = sealed.split('.');
    const bytes = Buffer.from(encoded, 'base64url');
    if (format !== FORMAT || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('This is not a sealed text.');
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** A keyed hash by which a value can be found again without being kept. `kind` keeps phones apart from mail addresses. */
  index(value: string, kind: string): string {
    return createHmac('sha256', this.#indexing).update(`${kind}\n${value}`).digest('base64url');
  }

  /** Whether a caller has the index of a value; how long that takes says nothing about the right one. */
  isIndex(brought: string, value: string, kind: string): boolean {
    const [given, right] = [Buffer.from(brought), Buffer.from(this.index(value, kind))];
    return given.length === right.length && timingSafeEqual(given, right);
  }
}

/** The secret of a folder, made on its first use and readable by its owner alone. */
function secretOfFolder(dataDir: string): Buffer {
  const file = path.join(dataDir, KEY_FILE);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    // Two processes may come here at once: the second one takes the key of the first.
    try {
      writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
}

/** The vault of a database: its key from `secretKey` (base64), else from the data folder, else for this process alone. */
export function openVault(secretKey: string | undefined, dataDir: string | undefined): Vault {
  if (secretKey) return new Vault(Buffer.from(secretKey, 'base64'));
  return new Vault(dataDir === undefined ? randomBytes(KEY_BYTES) : secretOfFolder(dataDir));
}
