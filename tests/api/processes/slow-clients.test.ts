import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, openTestApp, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';
import { multipartBody } from '#tests/support/imports/web-imports.ts';

/** As short as a busy machine lets a quick client be. */
const LIMITS = { headMs: 2000, windowMs: 1000, leastBytes: 4096 };

let test: TestApp;
let folder: string;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-slow-'));
  test = await openTestApp(folder, { slowClients: LIMITS });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Client {
  readonly socket: Socket;
  readonly answer: () => string;
  readonly closed: Promise<unknown>;
}

/** A connection that sends what the test passes to it. */
function client(...lines: readonly string[]): Client {
  const socket = connect({ host: '127.0.0.1', port }).setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => (answer += text)).on('error', () => undefined);
  if (lines.length > 0) socket.write(lines.map((line) => `${line}\r\n`).join(''));
  return { socket, answer: () => answer, closed: once(socket, 'close') };
}

const HOST = 'host: 127.0.0.1';
const JSON_BODY = ['content-type: application/json', 'content-length: 500000', '', '{'];

async function staffCookie(): Promise<string> {
  const payload = new URLSearchParams({ username: 'staff', password: TEST_PASSWORD }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await test.app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}

describe('a client that sends too slowly', () => {
  it('is let go when it does not send the head of a request', async () => {
    const silent = client();
    const slow = client('GET /api/events HTTP/1.1', HOST);
    await Promise.all([silent.closed, slow.closed]);
    expect(slow.answer()).toMatch(/^(HTTP\/1\.1 408 .*)?/);
  });

  it.each([
    ['a route that takes a body', 'POST /api/rong/account/login HTTP/1.1'],
    ['no route of ours', 'POST /nowhere HTTP/1.1'],
    ['an address that cannot be read', 'POST /%ff HTTP/1.1'],
  ])('is let go when the body does not get on: %s', async (_what, line) => {
    const slow = client(line, HOST, ...JSON_BODY);
    await slow.closed;
    // Where the answer was ready before the body, it stays that answer.
    expect(slow.answer()).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it('is informed of it, and nothing is left of its file', async () => {
    const { payload, headers } = multipartBody('x.csv', 'id,name\n'.repeat(100_000));
    const slow = client(
      'POST /api/imports?objectApiName=InsightCompany HTTP/1.1',
      HOST,
      `cookie: ${await staffCookie()}`,
      'sec-fetch-site: same-origin',
      `content-type: ${headers['content-type']}`,
      `content-length: ${payload.length}`,
      '',
    );
    slow.socket.write(payload.subarray(0, 20_000));
    await slow.closed;
    expect(slow.answer()).toContain(`{"code":${codeOf('TOO_SLOW')},"msg":"上传中断`);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });
});

it('A large file that comes slowly but gets on is taken, however many windows it needs', async () => {
  const { payload, headers } = multipartBody('x.csv', 'id,name\n'.repeat(10_000));
  const slow = client(
    'POST /api/imports?objectApiName=InsightCompany HTTP/1.1',
    HOST,
    'connection: close',
    `cookie: ${await staffCookie()}`,
    'sec-fetch-site: same-origin',
    `content-type: ${headers['content-type']}`,
    `content-length: ${payload.length}`,
    '',
  );
  const began = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const sending = setInterval(() => {
      slow.socket.write(payload.subarray(sent, (sent += 4096)));
      if (sent < payload.length) return;
      clearInterval(sending);
      resolve();
    }, LIMITS.windowMs / 6);
  });
  await slow.closed;
  expect(performance.now() - began).toBeGreaterThan(2 * LIMITS.windowMs);
  expect(slow.answer()).toMatch(/^HTTP\/1\.1 200 [^]*"code":0/);
});
