import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { BucketObjects } from '#server/platform/objects/bucket-objects.ts';
import type { BucketSettings } from '#server/platform/objects/bucket-requests.ts';

const BUCKET = 'jingtu';
/** The one account that the server knows. */
const KEY = 'S3RVER';
/** How the server keeps an object on its disk. */
const OBJECT = '._S3rver_object';

/** What the server does with a request instead of answering it. */
type Fault = 'away' | 'busy' | 'silent';

/** A server of the S3 protocol on this machine, which checks signatures. */
export class S3Server {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'jingtu-s3-'));
  readonly #rver = new S3rver({ directory: this.#folder, silent: true, configureBuckets: [{ name: BUCKET }] });
  readonly #server = createServer((request, reply) => this.#answer(request, reply));
  readonly #listener: RequestListener = this.#rver.callback();
  /** How the next requests fail, in their order. */
  faults: Fault[] = [];
  /** All requests fail in this way. */
  fault: Fault | undefined;
  /** Method and path of what was asked, without the host. */
  readonly asked: string[] = [];
  /** Troubles that clients reported, and `back` when they were over. */
  readonly reported: string[] = [];

  static async open(): Promise<S3Server> {
    const server = new S3Server();
    await server.#rver.configureBuckets();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get settings(): BucketSettings {
    const { port } = this.#server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/${BUCKET}`, region: 'us-east-1', accessKeyId: KEY, secretKey: KEY };
  }

  /** A client; it does not wait between its tries. */
  objects(more: Partial<BucketSettings> = {}, silence: AbortSignal = new AbortController().signal): BucketObjects {
    return new BucketObjects(
      { ...this.settings, ...more },
      {
        wait: async () => undefined,
        deadline: () => silence,
        report: (trouble) => this.reported.push(trouble ?? 'back'),
      },
    );
  }

  /** What an object holds; undefined where there is none. */
  bytesOf(name: string): Buffer | undefined {
    const place = path.join(this.#folder, BUCKET, `${name}${OBJECT}`);
    return existsSync(place) ? readFileSync(place) : undefined;
  }

  names(): string[] {
    return readdirSync(path.join(this.#folder, BUCKET), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(OBJECT))
      .map((name) => name.slice(0, -OBJECT.length))
      .toSorted();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #answer(request: IncomingMessage, reply: ServerResponse): void {
    this.asked.push(`${request.method} ${request.url}`);
    const fault = this.fault ?? this.faults.shift();
    if (fault === 'away') return void request.socket.destroy();
    if (fault === 'silent') return;
    if (fault === 'busy') return void reply.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    // The package does not know the condition that real storages keep.
    const name = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname).slice(BUCKET.length + 2);
    if (request.headers['if-match'] !== undefined && this.bytesOf(name) === undefined)
      return void reply.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
    this.#listener(request, reply);
  }
}
