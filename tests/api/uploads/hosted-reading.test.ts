import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HostedStorage, visitToken } from '#server/platform/files/hosted-storage.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

const PATH = '/files/private/0123456789abcdef0123456789abcdef.pdf';
const SECRET = 'token-secret';
/** Gives the one file to who brings its token, and sends all others elsewhere. */
const storage = createServer((request, response) => {
  const [path, query = ''] = (request.url ?? '').split('?');
  const token = query.slice('_upt='.length);
  const isRight = token === visitToken(PATH, Number(token.slice(8)), SECRET);
  if (path === PATH && isRight) response.end('%PDF');
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
