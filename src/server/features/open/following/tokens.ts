import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Vault } from '#server/db/vault.ts';

/** Where a follower is, and what is followed for whom. */
export interface FollowState {
  readonly account: string;
  readonly object: string;
  /** The condition as the follower wrote it. */
  readonly filter: unknown;
  /** Fields that are followed, with what their values mean: see field-marks.ts. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same of the fields of the condition. */
  readonly compared: Readonly<Record<string, string>>;
  /** Which records the user saw, where that were not all of them: see field-marks.ts. */
  readonly rows?: string | undefined;
  readonly derived: boolean;
  /** Place in the log of changes. */
  readonly cursor: string;
  /** Cursor of the list while all records are given for the first time; null from its end on. */
  readonly full: { readonly after: string | null } | null;
}

const CIPHER = 'aes-256-ctr';
const CHECK_BYTES = 16;

interface Keys {
  readonly checking: Buffer;
  readonly sealing: Buffer;
}

const checkOf = ({ checking }: Keys, content: string): Buffer =>
  createHmac('sha256', checking).update(content).digest().subarray(0, CHECK_BYTES);

/**
 * Tokens as opaque text, sealed as the cursors of lists are: the check over the content is the initial vector of the cipher.
 * Who could write one could follow what is not theirs.
 */
export class FollowTokens {
  /** Of each key of the vault, the one that writes first. */
  readonly #keys: readonly Keys[];

  constructor(vault: Pick<Vault, 'deriveAll'>) {
    const sealing = vault.deriveAll('follow seal');
    this.#keys = vault
      .deriveAll('follow check')
      .map((checking, at) => ({ checking, sealing: sealing[at] ?? checking }));
  }

  write(state: FollowState): string {
    const content = JSON.stringify(state);
    const [keys] = this.#keys as readonly [Keys];
    const check = checkOf(keys, content);
    const cipher = createCipheriv(CIPHER, keys.sealing, check);
    return Buffer.concat([check, cipher.update(content, 'utf8'), cipher.final()]).toString('base64url');
  }

  /** @throws Failure INVALID_QUERY for a text that is none of ours, or was given for another account or object */
  read(text: string, account: string, object: string): FollowState {
    const bytes = Buffer.from(text, 'base64url');
    const check = bytes.subarray(0, CHECK_BYTES);
    for (const keys of check.length === CHECK_BYTES ? this.#keys : []) {
      const decipher = createDecipheriv(CIPHER, keys.sealing, check);
      const content = decipher.update(bytes.subarray(CHECK_BYTES), undefined, 'utf8') + decipher.final('utf8');
      if (timingSafeEqual(checkOf(keys, content), check)) {
        const state = JSON.parse(content) as FollowState;
        if (state.account === account && state.object === object) return state;
      }
    }
    const message = '令牌无效，或属于另一个账号或对象；请以 since=full 重新开始';
    throw new Failure('INVALID_QUERY', message, [{ field: 'token', message }]);
  }
}
