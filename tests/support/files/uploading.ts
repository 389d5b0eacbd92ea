import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import sharp, { type Sharp } from 'sharp';
import type { Bucket, UploadType } from '#schemas/api/uploads.ts';
import { createApp } from '#server/app.ts';
import type { AppOptions } from '#server/app-options.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { openTestApp, TEST_PASSWORD, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** A signature as it comes. */
export interface Signed {
  readonly signature: string;
  readonly policy: string;
  readonly server: string;
}

/** An answer of the wire. */
export interface Uploaded {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly url: string; readonly name: string; readonly size: number; readonly pdf?: string };
}

/** The app with an upload folder and a clock that a test may look into and turn. */
export interface UploadDesk {
  readonly test: TestApp;
  readonly app: FastifyInstance;
  readonly folder: string;
  /** Moves the clock on, in milliseconds. */
  readonly wait: (milliseconds: number) => void;
  readonly now: () => Date;
  readonly sign: (who: Who, bucket?: Bucket, type?: UploadType) => Promise<Signed>;
  readonly post: (who: Who, signed: Omit<Signed, 'server'>, bytes: Buffer, name?: string) => Promise<Uploaded>;
  readonly upload: (who: Who, bytes: Buffer, more?: UploadMore) => Promise<Uploaded>;
  /** As a browser does, which goes on to where it is led. */
  readonly fetch: (who: Who, url: string) => Promise<LightMyRequestResponse>;
  /** Every file below the upload folder, by its path there. */
  readonly lying: () => string[];
  readonly cookieOf: (who: Who) => Promise<string>;
  readonly close: () => Promise<void>;
}

interface UploadMore {
  readonly bucket?: Bucket;
  readonly type?: UploadType;
  readonly name?: string;
}

/** A multipart body of these parts; a part with a name of its own is a file. */
export function multipart(parts: readonly { name: string; value: Buffer | string; fileName?: string }[]) {
  const boundary = `----test${randomBytes(8).toString('hex')}`;
  const pieces = parts.flatMap(({ name, value, fileName }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/octet-stream`;
    return [`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`, value, '\r\n'];
  });
  const payload = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Opens it; the clock of uploads begins at the time of the tests. */
export async function openUploadDesk(more: Pick<AppOptions, 'hostedStorage' | 'bucket'> = {}): Promise<UploadDesk> {
  const test = await openTestApp();
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-uploads-'));
  let at = test.services.now().getTime();
  const now = () => new Date(at);
  const app = fromOwnPage(
    await createApp({ ...test.services, now }, { signInLimit: 1000, uploadDir: folder, ...more }),
  );
  const cookies = new Map<Who, string>();

  async function cookieOf(who: Who): Promise<string> {
    const known = who === 'visitor' ? '' : cookies.get(who);
    if (known !== undefined) return known;
    const payload = new URLSearchParams({ username: who, password: TEST_PASSWORD }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
    cookies.set(who, cookie);
    return cookie;
  }

  const sign: UploadDesk['sign'] = async (who, bucket = 'public', type) => {
    const param = { bucket, expiration: at + 365 * DAY_MS, 'save-key': '/{year}/{random32}{.suffix}' };
    const payload = { param: JSON.stringify(param), ...(type && { type }) };
    const headers = { cookie: await cookieOf(who) };
    const reply = await app.inject({ method: 'POST', url: '/mobi-investor/upload/form-api', headers, payload });
    return reply.json<{ data: Signed }>().data;
  };
  const post: UploadDesk['post'] = async (who, { signature, policy }, bytes, name = 'a.png') => {
    const body = multipart([
      { name: 'signature', value: signature },
      { name: 'policy', value: policy },
      { name: 'file', value: bytes, fileName: name },
    ]);
    const headers = { ...body.headers, cookie: await cookieOf(who) };
    const reply = await app.inject({
      method: 'POST',
      url: '/mobi-investor/upload',
      headers,
      payload: body.payload,
    });
    return { status: reply.statusCode, ...reply.json<Omit<Uploaded, 'status'>>() };
  };

  return {
    test,
    app,
    folder,
    now,
    wait: (milliseconds) => (at += milliseconds),
    sign,
    post,
    upload: async (who, bytes, { bucket, type, name } = {}) =>
      post(who, await sign(who, bucket, type), bytes, name ?? (type === 'file' ? 'a.pdf' : 'a.png')),
    fetch: async (who, url) => {
      const headers = { cookie: await cookieOf(who) };
      const reply = await app.inject({ url, headers });
      return reply.statusCode === 302 ? app.inject({ url: String(reply.headers.location), headers }) : reply;
    },
    lying: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))),
    cookieOf,
    close: async () => {
      await app.close();
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A picture of one colour. */
export const picture = (width = 40, height = 30): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#2f6fed' } });
