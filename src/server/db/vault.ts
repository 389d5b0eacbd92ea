import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '#shared/errors.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Between keys, in the variable and in the file. */
export const KEY_SEPARATOR = /[\s,]+/;
/** Texts of the first format do not say which key sealed them. */
const UNNAMED = 'v1';
const FORMAT = 'v2';
const KEY_FILE = 'secret.key';
const ID_BYTES = 4;

interface Key {
  readonly id: string;
  readonly secret: Buffer;
  readonly sealing: Buffer;
  readonly indexing: Buffer;
}

const derivedFrom = (secret: Buffer, purpose: string, bytes = KEY_BYTES): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));

function keyOf(secret: Buffer): Key {
  if (secret.length < KEY_BYTES)
    throw new Failure('UNAVAILABLE', `密钥（SECRET_KEY 或 ${KEY_FILE}）太短：应为 ${KEY_BYTES} 个字节的 base64。`);
  return {
    id: derivedFrom(secret, 'key id', ID_BYTES).toString('hex'),
    secret,
    sealing: derivedFrom(secret, 'seal'),
    indexing: derivedFrom(secret, 'index'),
  };
}

const hashOf = ({ indexing }: Key, value: string, kind: string): string =>
  createHmac('sha256', indexing).update(`${kind}\n${value}`).digest('base64url');

const signed = ({ id, secret }: Key, text: string, purpose: string): string =>
  `${id}.${createHmac('sha256', derivedFrom(secret, `sign ${purpose}`))
    .update(text)
    .digest('base64url')}`;

const isSame = (one: string, other: string): boolean => {
  const [given, right] = [Buffer.from(one), Buffer.from(other)];
  return given.length === right.length && timingSafeEqual(given, right);
};

function openWith({ sealing }: Key, bytes: Buffer, place: string): string {
  const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/**
 * Keeps what must stay secret from a reader of the database alone: phone numbers, WeChat names, mail addresses. Values
 * are sealed with AES-256-GCM; those that must be found again also get an index, a keyed hash that says nothing without
 * the key.
 *
 * There may be several keys: the first seals and signs, all of them open, find and prove. What is written names its key by
 * `keyId`, so that it can be known when a key is not needed any more. What is kept longer than a key is either sealed, and
 * listed in sealed-kinds.ts to be sealed again, or is lost with the key: an index cannot be made again without its value.
 */
export class Vault {
  readonly #first: Key;
  readonly #keys: readonly Key[];

  /** @param secrets 32 bytes or more of randomness each, the one that seals first; the same for every process on one database. */
  constructor(first: Buffer, ...older: readonly Buffer[]) {
    this.#first = keyOf(first);
    this.#keys = [this.#first, ...older.map(keyOf)];
  }

  /** Names the key that seals, and says nothing of it. */
  get keyId(): string {
    return this.#first.id;
  }

  /** The ids of all keys that are here, the one that seals first. */
  get keyIds(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /**
   * A key of 32 bytes for one purpose alone; the same for every process on one database. It follows from the key that seals,
   * or from the one that `keyId` names. @throws Error where that one is not here
   */
  derive(purpose: string, keyId = this.keyId): Buffer {
    const key = this.#keys.find(({ id }) => id === keyId);
    if (!key) throw new Error(`The key ${keyId} is not here.`);
    return derivedFrom(key.secret, purpose);
  }

  /** The keys for one purpose that follow from all keys, the one to write with first. */
  deriveAll(purpose: string): readonly Buffer[] {
    return this.#keys.map(({ secret }) => derivedFrom(secret, purpose));
  }

  /** The secrets as SECRET_KEY has them, for the copy that a backup takes along under a passphrase. */
  copyOfSecrets(): string {
    return this.#keys.map(({ secret }) => secret.toString('base64')).join(',');
  }

  /** Seals a text. `place` (table and column, and whose it is) is bound to it: a sealed text moved elsewhere does not open. */
  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const { id, sealing } = this.#first;
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${FORMAT}.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** Opens what `seal` gave for the same place. @throws Error when the key, the place or the text is another. */
  open(sealed: string, place: string): string {
    const [format, ...parts] = sealed.split('.');
    const keyId = format === FORMAT ? parts.shift() : undefined;
    const bytes = Buffer.from(parts[0] ?? '', 'base64url');
    if ((format !== FORMAT && format !== UNNAMED) || bytes.length < NONCE_BYTES + TAG_BYTES)
      throw new Error('This is not a sealed text.');
    const keys = format === UNNAMED ? this.#keys : this.#keys.filter(({ id }) => id === keyId);
    let fault: unknown = new Error(`The key ${keyId} is not here.`);
    for (const key of keys) {
      try {
        return openWith(key, bytes, place);
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  /** What the texts begin with that the first key has sealed. */
  get sealedPrefix(): string {
    return `${FORMAT}.${this.keyId}.`;
  }

  /** What texts may begin with that one of the keys has sealed. */
  get sealedPrefixes(): readonly string[] {
    return [`${UNNAMED}.`, ...this.keyIds.map((id) => `${FORMAT}.${id}.`)];
  }

  /** What the indexes begin with that the first key has made. */
  get indexPrefix(): string {
    return `${this.keyId}-`;
  }

  /** A keyed hash by which a value can be found again without being kept. `kind` keeps phones apart from mail addresses. */
  index(value: string, kind: string): string {
    return this.indexPrefix + hashOf(this.#first, value, kind);
  }

  /** Every index that a value may have been kept under: by each key, with its name and as it was before keys had names. */
  indexes(value: string, kind: string): [string, ...string[]] {
    const others = this.#keys.flatMap((key) => {
      const hash = hashOf(key, value, kind);
      return key === this.#first ? [hash] : [`${key.id}-${hash}`, hash];
    });
    return [this.index(value, kind), ...others];
  }

  /** Signs a text for one purpose. The signature names its key, so that it can be judged when another key signs. */
  sign(text: string, purpose: string): string {
    return signed(this.#first, text, purpose);
  }

  /** What a signature of `sign` is: ours, not ours though it names a key that we have, or of a key that we do not have. */
  judge(signature: string, text: string, purpose: string): 'good' | 'forged' | 'unknown' {
    const [keyId] = signature.split('.');
    const key = this.#keys.find(({ id }) => id === keyId);
    if (!key) return 'unknown';
    return isSame(signature, signed(key, text, purpose)) ? 'good' : 'forged';
  }

  /** Whether a caller has an index of a value; how long that takes says nothing about the right one. */
  isIndex(brought: string, value: string, kind: string): boolean {
    return this.indexes(value, kind).some((index) => isSame(brought, index));
  }
}

const secretsOf = (text: string): [Buffer, ...Buffer[]] => {
  const [first = '', ...older] = text.trim().split(KEY_SEPARATOR);
  const secret = (key: string) => Buffer.from(key, 'base64');
  return [secret(first), ...older.map(secret)];
};

/** The vault of keys in base64 with commas between. */
export const vaultFrom = (secretKeys: string): Vault => new Vault(...secretsOf(secretKeys));

/** The keys of a folder, made on its first use and readable by its owner alone. */
function secretOfFolder(dataDir: string, holdsSealed: boolean): string {
  const file = path.join(dataDir, KEY_FILE);
  if (!existsSync(file)) {
    // A key that were made here could open nothing, and would pass for the right one at the next start.
    if (holdsSealed)
      throw new Failure(
        'UNAVAILABLE',
        `数据库中已有加密的内容，但没有密钥：请设置写入这些数据时所用的 SECRET_KEY，或把 ${KEY_FILE} 文件恢复到 ${dataDir}。`,
      );
    mkdirSync(dataDir, { recursive: true });
    // Two processes may come here at once: the second one takes the key of the first.
    try {
      writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8');
}

/** The vault of a key that is there: from `secretKey` (base64), else from the folder; undefined where neither has one. */
export function existingVault(secretKey: string | undefined, dataDir: string): Vault | undefined {
  if (!secretKey && !existsSync(path.join(dataDir, KEY_FILE))) return undefined;
  return openVault(secretKey, dataDir);
}

/** Puts keys into a folder that has none, as `openVault` finds them. */
export function keepSecrets(dataDir: string, secrets: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(path.join(dataDir, KEY_FILE), `${secrets}\n`, { mode: 0o600, flag: 'wx' });
}

/**
 * The vault of a database: its keys from `secretKey` (base64, the one that seals first, with commas between), else from the data folder, else for this process alone.
 * @throws Failure UNAVAILABLE where a database that holds sealed values comes without its key, and for a key too short
 */
export function openVault(secretKey: string | undefined, dataDir: string | undefined, holdsSealed = false): Vault {
  if (secretKey) return vaultFrom(secretKey);
  return dataDir === undefined ? new Vault(randomBytes(KEY_BYTES)) : vaultFrom(secretOfFolder(dataDir, holdsSealed));
}
