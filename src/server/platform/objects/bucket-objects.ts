import { Readable } from 'node:stream';
import { isImport, isUpload, refuseOtherName } from './object-names.ts';
import type { ByteRange, ListedObject, ObjectHead, ObjectStore } from './object-store.ts';
import { BucketRequests, type BucketSettings, type BucketTools, faultCode } from './bucket-requests.ts';
import { xmlTexts } from './bucket-xml.ts';
import { pieces } from './pieces.ts';

/** What is sent at once, and held in memory meanwhile; larger objects go in several pieces. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** How long the bucket may give nothing of an object that it has begun to give. */
const SILENT_MS = 30_000;

/** The files of an installation in a bucket that speaks the S3 protocol. */
export class BucketObjects implements ObjectStore {
  readonly #requests: BucketRequests;
  readonly #tools: BucketTools;

  constructor(settings: BucketSettings, tools: BucketTools) {
    this.#requests = new BucketRequests(settings, tools);
    this.#tools = tools;
  }

  async head(name: string, count = 0): Promise<ObjectHead | undefined> {
    const reply = await this.#get(name, { start: 0, end: Math.max(0, count - 1) });
    if (!reply) return undefined;
    const tag = reply.headers.get('etag') ?? undefined;
    const whole = /\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1];
    // An empty object has no first byte: there is nothing in the range.
    const isEmpty = reply.status === 416 || whole === '0';
    if (isEmpty) await reply.body?.cancel();
    const first = isEmpty ? Buffer.alloc(0) : Buffer.from(await reply.arrayBuffer());
    return {
      bytes: Number(isEmpty ? 0 : (whole ?? first.length)),
      first: first.subarray(0, count),
      ...(tag !== undefined && { tag }),
    };
  }

  async read(name: string, range?: ByteRange): Promise<Readable | undefined> {
    const reply = await this.#get(name, range);
    if (!reply?.body || reply.status === 416) return reply && Readable.from([]);
    return Readable.from(watched(reply.body, this.#tools.deadline), { objectMode: false });
  }

  async put(name: string, content: AsyncIterable<Buffer>, instead?: ObjectHead): Promise<void> {
    refuseOtherName(name);
    // Storages that do not know the header write in any case.
    const headers: Record<string, string> = instead?.tag === undefined ? {} : { 'if-match': instead.tag };
    let upload: Upload | undefined;
    try {
      for await (const { bytes, isLast } of pieces(content, PIECE_BYTES)) {
        const body = Buffer.from(bytes);
        if (!upload && isLast) return await this.#putWhole(name, body, headers);
        upload ??= { id: await this.#begin(name), tags: [] };
        upload.tags.push(await this.#putPiece(name, upload, body));
      }
      if (upload) await this.#complete(name, upload, headers);
    } catch (error) {
      if (upload) await this.#forget(name, upload);
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    refuseOtherName(name);
    const reply = await this.#requests.send('DELETE', { name });
    if (reply.ok) return this.#requests.heard();
    const code = reply.status === 404 ? await faultCode(reply.clone()) : '';
    if (code !== 'NoSuchKey') throw await this.#requests.trouble(reply);
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    // The first version of the listing: every storage has it, and its place is a name.
    for (let marker = ''; ;) {
      const reply = await this.#requests.send('GET', { query: { prefix, marker } });
      if (!reply.ok) throw await this.#requests.trouble(reply);
      const texts = xmlTexts(await reply.text(), ['Key', 'Size', 'LastModified', 'IsTruncated']);
      for (const [at, name] of texts.Key.entries()) {
        if (isUpload(name) || isImport(name))
          yield { name, bytes: Number(texts.Size[at]), at: new Date(texts.LastModified[at] ?? 0) };
      }
      const last = texts.Key.at(-1);
      if (last === undefined || texts.IsTruncated[0] !== 'true') return this.#requests.heard();
      marker = last;
    }
  }

  async prepare(): Promise<void> {
    // Nothing: who may open a bucket is set at the storage.
  }

  /** An answer with bytes, or 416 where there are none in the range; undefined where there is no such object. */
  async #get(name: string, range?: ByteRange): Promise<Response | undefined> {
    refuseOtherName(name);
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const reply = await this.#requests.send('GET', { name, headers });
    const isMissing = reply.status === 404 && (await faultCode(reply.clone())) === 'NoSuchKey';
    if (!isMissing && !reply.ok && reply.status !== 416) throw await this.#requests.trouble(reply);
    this.#requests.heard();
    return isMissing ? undefined : reply;
  }

  async #putWhole(name: string, body: Buffer<ArrayBuffer>, headers: Record<string, string>): Promise<void> {
    const reply = await this.#requests.send('PUT', { name, body, headers });
    await this.#refuseUnlessGone(reply, headers);
  }

  async #begin(name: string): Promise<string> {
    const reply = await this.#requests.send('POST', { name, query: { uploads: '' } });
    const [id] = reply.ok ? xmlTexts(await reply.text(), ['UploadId']).UploadId : [];
    if (id === undefined) throw await this.#requests.trouble(reply);
    return id;
  }

  async #putPiece(name: string, { id, tags }: Upload, body: Buffer<ArrayBuffer>): Promise<string> {
    const query = { partNumber: String(tags.length + 1), uploadId: id };
    const reply = await this.#requests.send('PUT', { name, query, body });
    const tag = reply.headers.get('etag');
    if (!reply.ok || tag === null) throw await this.#requests.trouble(reply);
    return tag;
  }

  async #complete(name: string, { id, tags }: Upload, headers: Record<string, string>): Promise<void> {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const reply = await this.#requests.send('POST', { name, query: { uploadId: id }, body, headers });
    // A storage that takes long says 200 first, and what went wrong in the text.
    if (reply.ok && (await faultCode(reply.clone())) !== '') throw await this.#requests.trouble(reply);
    await this.#refuseUnlessGone(reply, headers);
  }

  async #forget(name: string, { id }: Upload): Promise<void> {
    // What cannot be forgotten now is taken away by a rule of the bucket.
    await this.#requests.send('DELETE', { name, query: { uploadId: id } }).catch(() => undefined);
  }

  /** With a condition, 404 and 412 say that what was to be written over is there no more, which is as good. */
  async #refuseUnlessGone(reply: Response, headers: Record<string, string>): Promise<void> {
    const isGone = 'if-match' in headers && (reply.status === 404 || reply.status === 412);
    if (!reply.ok && !isGone) throw await this.#requests.trouble(reply);
    await reply.body?.cancel();
    this.#requests.heard();
  }
}

/** An object that is sent in pieces. */
interface Upload {
  readonly id: string;
  readonly tags: string[];
}

/** What a bucket gives, which ends with an error where it falls silent. */
async function* watched(
  body: ReadableStream<Uint8Array>,
  deadline: BucketTools['deadline'],
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const silent = deadline(SILENT_MS);
      const { promise, reject } = Promise.withResolvers<never>();
      const end = () => reject(new Error('The storage fell silent.'));
      silent.addEventListener('abort', end);
      try {
        const { done, value } = await Promise.race([reader.read(), promise]);
        if (done) return;
        yield value;
      } finally {
        silent.removeEventListener('abort', end);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
