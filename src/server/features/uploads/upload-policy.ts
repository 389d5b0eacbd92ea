import { randomBytes } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Bucket, MAX_FILE_BYTES, MAX_PICTURE_BYTES, UploadParam, UploadType } from '#schemas/api/uploads.ts';
import { Failure } from '#shared/errors.ts';
import type { Vault } from '#server/db/vault.ts';

/**
 * A signature is good for an hour at the most. Clients of the hosted services ask for a year, which is as long as a stolen
 * one could be used; ours is asked for just before each upload, so that an hour is long. See docs/decisions.
 */
const LONGEST_MS = 60 * 60 * 1000;
const SIGNED_FOR = 'upload-policy';

/** What one upload may be. Signed, so that the client carries it and nothing has to be remembered. */
const UploadPolicy = Type.Object({
  /** Chance, by which its use is noted. */
  id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  account: Type.String(),
  bucket: Bucket,
  type: UploadType,
  maxBytes: Type.Integer(),
  /** Milliseconds since 1970. */
  expires: Type.Integer(),
});
export type UploadPolicy = Static<typeof UploadPolicy>;

/** A policy as text and its signature. */
export interface SignedPolicy {
  readonly policy: string;
  readonly signature: string;
}

const REFUSED = '上传凭证无效或已过期，请重新上传';

/** Signs and reads policies with a key that only our own processes have. */
export class PolicySigner {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  sign({ bucket, expiration }: UploadParam, type: UploadType, account: string, now: Date): SignedPolicy {
    const policy: UploadPolicy = {
      id: randomBytes(16).toString('hex'),
      account,
      bucket,
      type,
      maxBytes: type === 'pic' ? MAX_PICTURE_BYTES : MAX_FILE_BYTES,
      expires: longestSignature(expiration, now).getTime(),
    };
    const text = Buffer.from(JSON.stringify(policy)).toString('base64url');
    return { policy: text, signature: this.#vault.index(text, SIGNED_FOR) };
  }

  /** @throws Failure INVALID_BODY for a policy that is not ours, not this account's, or over; all in the same words. */
  read({ policy, signature }: SignedPolicy, account: string, now: Date): UploadPolicy {
    const read = this.#vault.isIndex(signature, policy, SIGNED_FOR) ? parse(policy) : undefined;
    if (!read || read.account !== account || read.expires <= now.getTime()) throw refusedPolicy();
    return read;
  }
}

/** When a signature ends for which this instant was asked, in milliseconds since 1970. */
export const longestSignature = (asked: number | undefined, now: Date): Date =>
  new Date(Math.min(asked ?? Infinity, now.getTime() + LONGEST_MS));

/** What the text asks for. @throws Failure INVALID_BODY */
export function readParam(text: string): UploadParam {
  try {
    const param: unknown = JSON.parse(text);
    if (Value.Check(UploadParam, param)) return param;
  } catch {
    // Said below.
  }
  const message = '上传参数有误';
  throw new Failure('INVALID_BODY', message, [{ field: 'param', message }]);
}

/** The answer to every signature that is not good, a used one among them. */
export const refusedPolicy = (): Failure =>
  new Failure('INVALID_BODY', REFUSED, [{ field: 'signature', message: REFUSED }]);

function parse(policy: string): UploadPolicy | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(policy, 'base64url').toString());
    return Value.Check(UploadPolicy, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
