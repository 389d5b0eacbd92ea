import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Bucket,
  readPrivateFile,
  readPublicFile,
  signUpload,
  takeHostedFile,
  uploadFile,
} from '#schemas/api/uploads.ts';
import { mount } from '#server/http/mount.ts';
import { askedRange } from './asked-range.ts';
import { FileReader, type OpenedFile } from './file-reader.ts';
import { HostedUploads } from './hosted-uploads.ts';
import { type UploadDeps, Uploads } from './service.ts';
import { refusedPolicy } from './upload-policy.ts';
import { YEAR_SECONDS } from '#shared/time/durations.ts';

const CACHE: Readonly<Record<Bucket, string>> = {
  // The content of an address never changes.
  public: `public, max-age=${YEAR_SECONDS}, immutable`,
  private: 'private, no-store',
};

/** Where a public file is fetched may be configured again. */
const CACHE_OF_LEADS = 'public, max-age=3600';

/** Signing uploads, taking files, and giving them to anyone who may have them. */
export async function uploadRoutes(api: FastifyInstance, deps: UploadDeps): Promise<void> {
  const uploads = new Uploads(deps);
  const files = new FileReader(deps);

  const { hosted: storage, database, watermark, now } = deps;
  const hosted = storage && new HostedUploads({ db: database.db, storage, watermark, now });

  mount(api, signUpload, async ({ body, actor }) => (hosted ?? uploads).sign(body.param, body.type ?? 'pic', actor));
  mount(api, takeHostedFile, async ({ body, actor }) => {
    if (!hosted) throw refusedPolicy();
    return hosted.take(body, actor);
  });
  // Multipart bodies are taken by this route alone.
  await api.register(async (app) => {
    await app.register(multipart);
    mount(app, uploadFile, async ({ request, reply, actor }) => {
      try {
        return await uploads.receive(request, actor);
      } catch (refused) {
        // No user waits for the rest of a file that is refused.
        void reply.header('connection', 'close');
        throw refused;
      }
    });
  });
  mount(api, readPublicFile, async ({ params, request, reply }) => {
    const found = await files.openPublic(params.id);
    if (typeof found !== 'string') return send('public', found, request, reply);
    return reply.header('cache-control', CACHE_OF_LEADS).redirect(found, 302);
  });
  mount(api, readPrivateFile, async ({ params, query: { expires, signature }, actor, request, reply }) => {
    if (signature !== undefined)
      return send('private', await files.openSigned(params.id, { expires, signature }), request, reply);
    const address = await files.signedAddress(params.id, actor);
    return reply.header('cache-control', CACHE.private).redirect(address, 302);
  });
}

/** Whatever the bytes are, a browser shows them as a picture or saves them; it never runs them here. */
async function send(
  bucket: Bucket,
  { stream, bytes, mime, name }: OpenedFile,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Nothing names the state of a file: a request for a part of the same state gets the whole.
  const range = headers['if-range'] === undefined ? askedRange(headers.range, bytes) : undefined;
  if (range === null) return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  const content = await stream(range);
  const shown = mime.startsWith('image/') ? 'inline' : 'attachment';
  return reply
    .header('accept-ranges', 'bytes')
    .header('content-length', range ? range.end - range.start + 1 : bytes)
    .header('content-disposition', `${shown}; filename*=UTF-8''${encodedName(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', CACHE[bucket])
    .type(mime)
    .send(content);
}

const encodedName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
