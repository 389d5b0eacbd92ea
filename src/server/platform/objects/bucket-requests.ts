import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { Failure } from '#shared/errors.ts';
import { xmlTexts } from './bucket-xml.ts';

/** A bucket of an object storage that speaks the S3 protocol. */
export interface BucketSettings {
  /** Address of the bucket itself, by host (`https://bucket.s3.example`) or by path (`http://storage:9000/bucket`). */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretKey: string;
}

/** Time, and who hears that the bucket was lost (why) and is there again. */
export interface BucketTools {
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly report: (trouble: string | undefined) => void;
}

interface Asked {
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer<ArrayBuffer> | string;
}

/** A piece of eight megabytes over a slow line. */
const ANSWER_MS = 60_000;
/** Pauses before the second try and the third, which is the last. */
const PAUSES_MS = [200, 1000];
/** Busy, or passing by themselves. */
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** The bucket cannot be reached, or refuses us; `reason` is for the operator. */
export class BucketTrouble extends Failure {
  readonly reason: string;

  constructor(reason: string) {
    super('UNAVAILABLE', '文件存储暂时不可用，请稍后重试');
    this.reason = reason;
  }
}

/** The code in an answer that says what was wrong; empty where it says nothing. */
export const faultCode = async (reply: Response): Promise<string> =>
  xmlTexts(await reply.text().catch(() => ''), ['Code']).Code[0] ?? '';

/** Signed requests to a bucket (signature version 4), each tried three times. */
export class BucketRequests {
  readonly #settings: BucketSettings;
  readonly #tools: BucketTools;
  #isLost = false;

  constructor(settings: BucketSettings, tools: BucketTools) {
    this.#settings = settings;
    this.#tools = tools;
  }

  /** An answer that is no passing trouble. @throws BucketTrouble where there is none after three tries */
  async send(method: string, asked: Asked): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const reply = await this.#once(method, asked).catch((error: unknown) => error as Error);
      if (!(reply instanceof Error) && !TRY_AGAIN.has(reply.status)) return reply;
      const pause = PAUSES_MS[attempt];
      if (pause === undefined) throw await this.trouble(reply);
      if (!(reply instanceof Error)) await reply.body?.cancel();
      await this.#tools.wait(pause);
    }
  }

  /** An answer of which the caller knows that it is a good one. */
  heard(): void {
    if (this.#isLost) this.#tools.report(undefined);
    this.#isLost = false;
  }

  /** What to throw for an answer that is no good one. */
  async trouble(reply: Response | Error): Promise<BucketTrouble> {
    const { host } = new URL(this.#settings.url);
    const words = reply instanceof Error ? withoutAnswer(reply) : withAnswer(reply.status, await faultCode(reply));
    const trouble = new BucketTrouble(`${host} ${words}`);
    if (!this.#isLost) this.#tools.report(trouble.reason);
    this.#isLost = true;
    return trouble;
  }

  async #once(method: string, { name, query = {}, headers = {}, body = '' }: Asked): Promise<Response> {
    const { url, region, accessKeyId, secretKey } = this.#settings;
    const address = new URL(name === undefined ? url : `${url.replace(/\/$/, '')}/${name}`);
    for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const signed = await new AwsV4Signer({
      method,
      url: address.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      accessKeyId,
      secretAccessKey: secretKey,
      service: 's3',
      region,
    }).sign();
    const cut = new AbortController();
    const late = this.#tools.deadline(ANSWER_MS);
    const end = () => cut.abort(late.reason);
    if (late.aborted) end();
    late.addEventListener('abort', end);
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        ...(method !== 'GET' && { body }),
        redirect: 'manual',
        signal: cut.signal,
      });
    } finally {
      // What begins to answer in time may take long to give all of it.
      late.removeEventListener('abort', end);
    }
  }
}

function withoutAnswer(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return '没有应答';
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return `无法连接（${code ?? error.message}）`;
}

function withAnswer(status: number, code: string): string {
  const said = code === '' ? String(status) : `${status} ${code}`;
  if (status === 403) return `拒绝访问（${said}）：请检查 S3_ACCESS_KEY_ID、S3_SECRET_KEY、S3_REGION 以及密钥的权限`;
  if (status === 404) return `没有这个存储桶（${said}）：请检查 S3_BUCKET_URL`;
  if (status >= 300 && status < 400) return `不在这个地址或区域（${said}）：请检查 S3_BUCKET_URL 和 S3_REGION`;
  return `应答有误（${said}）`;
}
