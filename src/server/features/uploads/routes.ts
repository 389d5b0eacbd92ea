import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Bucket, readPrivateFile, readPublicFile, signUpload, uploadFile } from '#schemas/api/uploads.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { mount } from '#server/http/mount.ts';
import { type UploadParts, Uploads } from './service.ts';

const YEAR_SECONDS = 365 * 24 * 3600;
const CACHE: Readonly<Record<Bucket, string>> = {
  // What lies at an address never changes.
  public: `public, max-age=${YEAR_SECONDS}, immutable`,
  private: 'private, no-store',
};

/** Signing uploads, taking files, and giving them to whoever may have them. */
export async function uploadRoutes(api: FastifyInstance, parts: UploadParts): Promise<void> {
  const uploads = new Uploads(parts);

  mount(api, signUpload, async ({ body, actor }) => uploads.sign(body.param, body.type ?? 'pic', actor));
  // Multipart bodies are taken by this route alone.
  await api.register(async (app) => {
    await app.register(multipart);
    mount(app, uploadFile, async ({ request, reply, actor }) => {
      try {
        return await uploads.receive(request, actor);
      } catch (refused) {
        // Nobody waits for the rest of a file that is refused.
        void reply.header('connection', 'close');
        throw refused;
      }
    });
  });
  mount(api, readPublicFile, async ({ params, actor, reply }) => send('public', params.id, actor, reply));
  mount(api, readPrivateFile, async ({ params, actor, reply }) => send('private', params.id, actor, reply));

  /** Whatever the bytes are, a browser shows them as a picture or saves them; it never runs them here. */
  async function send(bucket: Bucket, id: string, actor: Actor, reply: FastifyReply): Promise<FastifyReply> {
    const { stream, bytes, mime, name } = await uploads.open(bucket, id, actor);
    const shown = mime.startsWith('image/') ? 'inline' : 'attachment';
    return reply
      .header('content-length', bytes)
      .header('content-disposition', `${shown}; filename*=UTF-8''${encodedName(name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', CACHE[bucket])
      .type(mime)
      .send(stream);
  }
}

const encodedName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
