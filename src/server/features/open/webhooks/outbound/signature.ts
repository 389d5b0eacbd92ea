import { createHmac, randomBytes } from 'node:crypto';

const MARK = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret as its owner is shown it, by the Standard Webhooks specification. */
export const makeSecret = (): string => MARK + randomBytes(SECRET_BYTES).toString('base64');

/** What is signed, and how receivers know it again. The id is the same for every attempt at a message. */
export interface Signed {
  readonly id: string;
  /** Of the attempt, in seconds since 1970: receivers refuse what is older than some minutes. */
  readonly timestamp: number;
  readonly body: string;
}

/** One signature of the version v1: HMAC-SHA256 of `id.timestamp.body`. */
function sign(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.replace(MARK, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The headers of an attempt, signed with every secret that is good now: two of them while one takes the place of the other. */
export const signedHeaders = (secrets: readonly string[], signed: Signed) => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': secrets.map((secret) => sign(secret, signed)).join(' '),
});
