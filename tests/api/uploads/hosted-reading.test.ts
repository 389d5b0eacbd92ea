import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeHostedFile } from '#schemas/api/uploads.ts';
import { HostedStorage, replySignature, visitToken } from '#server/platform/files/hosted-storage.ts';
import { lockedPdf, pdfOf } from '#tests/support/files/pdf-file.ts';
import { openUploadDesk } from '#tests/support/files/uploading.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

const PATH = '/files/private/0123456789abcdef0123456789abcdef.pdf';
const SECRET = 'token-secret';
/** What browsers posted there, by path. */
const kept = new Map<string, Buffer>();
/** Gives the one file to who brings its token, and sends all others elsewhere. */
const storage = createServer((request, response) => {
  const [path, query = ''] = (request.url ?? '').split('?') as [string, string?];
  const token = query.slice('_upt='.length);
  const isRight = token === visitToken(PATH, Number(token.slice(8)), SECRET);
  if (path === PATH && isRight) response.end('%PDF');
  else if (kept.has(path)) response.end(kept.get(path));
  else response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
});
let hosted: HostedStorage;
beforeAll(async () => {
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  const visitHost = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
  const bucket = { name: 'bucket', formSecret: 'form-secret', visitHost };
  hosted = new HostedStorage({
    server: visitHost,
    buckets: { public: bucket, private: bucket },
    tokenSecret: SECRET,
  });
});
afterAll(() => new Promise((resolve) => storage.close(resolve)));

const read = async (path: string) => {
  const stream = await hosted.read({ bucket: 'private', path }, TEST_NOW);
  return stream && text(stream);
};

test('A private file of the hosted storage is read by a token of ours', async () => {
  expect(await read(PATH)).toBe('%PDF');
});

test('What the storage does not give is not there, and no redirection is followed', async () => {
  expect(await read('/files/private/another.pdf')).toBeUndefined();
});

test('A private PDF that the storage took is fetched from there once, and says why no marked copies can be made of it, if so', async () => {
  const desk = await openUploadDesk({ hostedStorage: hosted });
  const bring = async (bytes: Buffer) => {
    const { policy } = await desk.sign('founder', 'private', 'file');
    const terms = JSON.parse(Buffer.from(policy, 'base64').toString()) as Record<string, string>;
    const url = String(terms['save-key']).replace('{.suffix}', '.pdf');
    kept.set(url, bytes);
    const reply = { code: 200, message: 'ok', url, time: 1 };
    const payload = { ...reply, sign: replySignature(reply, 'form-secret'), name: 'a.pdf', size: bytes.length };
    const headers = { cookie: await desk.cookieOf('founder') };
    const answer = await desk.app.inject({ method: 'POST', url: takeHostedFile.path, headers, payload });
    const { data } = answer.json<{ data: { url: string; pdf?: string } }>();
    return [data.url, data.pdf];
  };
  const address = expect.stringMatching(/^\/files\/private\//) as string;
  expect(await bring(pdfOf('示例'))).toEqual([address, undefined]);
  expect(await bring(await lockedPdf(pdfOf('示例')))).toEqual([address, 'locked']);
  await desk.close();
});
