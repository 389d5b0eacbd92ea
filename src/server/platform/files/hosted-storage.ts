import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type Bucket,
  type HostedReply,
  MAX_FILE_BYTES,
  MAX_PICTURE_BYTES,
  type UploadType,
} from '#schemas/api/uploads.ts';
import { hostedMime, HOSTED_ENDINGS } from './hosted-kinds.ts';
import { fileAddress, type OwnFile, ownFile } from '#server/core/files/own-files.ts';

/** One bucket of ours at the storage. */
export interface HostedBucket {
  readonly name: string;
  /** Secret of the form API of this bucket. */
  readonly formSecret: string;
  /** Where its files are fetched, without a path: `https://img.example.com`. */
  readonly visitHost: string;
}

export interface HostedConfig {
  /** Address of the form API, to which the bucket’s name is added. */
  readonly server: string;
  readonly buckets: Readonly<Record<Bucket, HostedBucket>>;
  /** Secret of the tokens by which files of the private bucket are fetched. */
  readonly tokenSecret: string;
}

/** A file at the storage, and its path there. */
export interface HostedFile extends OwnFile {
  readonly path: string;
  readonly mime: string;
}

const VISIT_SECONDS = 5 * 60;
/** Rotated upright and re-encoded by the storage, which drops the metadata of the camera. */
const WRITTEN_ANEW = '/rotate/auto';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The signature of a policy in the storage’s form API. */
export const formSignature = (policy: string, secret: string): string => md5(`${policy}&${secret}`);

/** What the storage signs its answer with, so that the client that carries it here cannot change it. */
export const replySignature = ({ code, message, url, time }: Omit<HostedReply, 'sign'>, secret: string): string =>
  md5([code, message, url, time, secret].join('&'));

/** The token by which the storage gives a path of a private bucket until a second since 1970. */
export const visitToken = (path: string, until: number, secret: string): string =>
  `${md5(`${secret}&${until}&${path}`).slice(12, 20)}${until}`;

/**
 * A hosted storage with the form API (SPEC §7): it takes files that we signed for, says so under a signature of its own, and
 * gives them again, private ones by a token that ends. Its algorithms are its own; nothing else here is signed by MD5.
 */
export class HostedStorage {
  readonly #config: HostedConfig;

  constructor(config: HostedConfig) {
    this.#config = config;
  }

  /** Where browsers post files of a bucket to. */
  serverOf(bucket: Bucket): string {
    return `${this.#config.server}/${this.#config.buckets[bucket].name}`;
  }

  /** Lets one file come under an id of ours, of a size and an ending that its type may have. */
  sign(file: OwnFile, type: UploadType, until: Date): { policy: string; signature: string } {
    const { name, formSecret } = this.#config.buckets[file.bucket];
    const terms = {
      bucket: name,
      'save-key': `${fileAddress(file)}{.suffix}`,
      expiration: Math.floor(until.getTime() / 1000),
      'content-length-range': `1,${type === 'pic' ? MAX_PICTURE_BYTES : MAX_FILE_BYTES}`,
      'allow-file-type': HOSTED_ENDINGS[type].join(','),
      ...(type === 'pic' && { 'x-gmkerl-thumb': WRITTEN_ANEW }),
    };
    const policy = Buffer.from(JSON.stringify(terms)).toString('base64');
    return { policy, signature: formSignature(policy, formSecret) };
  }

  /** The file that an answer of the storage describes; undefined for one that the storage did not give. */
  fileOf(reply: HostedReply): HostedFile | undefined {
    const [plain = '', ending = ''] = reply.url.split('.', 2);
    const file = ownFile(plain);
    const mime = hostedMime(ending);
    if (!file || mime === undefined || reply.code !== 200 || reply.url !== `${plain}.${ending}`) return undefined;
    const right = Buffer.from(replySignature(reply, this.#config.buckets[file.bucket].formSecret));
    const brought = Buffer.from(reply.sign);
    return brought.length === right.length && timingSafeEqual(brought, right)
      ? { ...file, path: reply.url, mime }
      : undefined;
  }

  /** Where a file is fetched: for good when it is public, for minutes when it is private. */
  visitAddress({ bucket, path }: Pick<HostedFile, 'bucket' | 'path'>, now: Date): string {
    const address = `${this.#config.buckets[bucket].visitHost}${path}`;
    if (bucket === 'public') return address;
    const until = Math.floor(now.getTime() / 1000) + VISIT_SECONDS;
    return `${address}?_upt=${visitToken(path, until, this.#config.tokenSecret)}`;
  }

  /** The content of a file; undefined where the storage does not give it. */
  async read(file: Pick<HostedFile, 'bucket' | 'path'>, now: Date): Promise<Readable | undefined> {
    const reply = await fetch(this.visitAddress(file, now), { redirect: 'error' }).catch(() => undefined);
    return reply?.ok && reply.body ? Readable.fromWeb(reply.body) : undefined;
  }

  /** Origins that pages ask besides our own. */
  get origins(): string[] {
    const { server, buckets } = this.#config;
    return [server, buckets.public.visitHost, buckets.private.visitHost].map((address) => new URL(address).origin);
  }
}
