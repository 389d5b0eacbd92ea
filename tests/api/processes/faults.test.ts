import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import type { FaultChildOrder } from '#tests/support/processes/fault-child.ts';
import { openInstalledDatabase, TEST_PASSWORD } from '#tests/support/databases/kept-databases.ts';
import { multipartBody } from '#tests/support/imports/web-imports.ts';

const CHILD = path.resolve(import.meta.dirname, '../../support/processes/fault-child.ts');
const MINUTE = 60_000;
/** Longer than any of these tests: what is waited for ends by itself. */
const PATIENT = 10 * MINUTE;

let store: TestDatabase;
let folder: string;
beforeAll(async () => {
  store = await openInstalledDatabase();
  // The process that follows needs an embedded database to itself.
  await store.release();
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-faults-'));
});
afterAll(async () => {
  await store.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The server in a process of its own. */
class Server {
  readonly #child: ChildProcess;
  out = '';
  readonly ended: Promise<number | null>;

  constructor(drainMs: number, leaveMs = 0) {
    const order: FaultChildOrder = { address: store.address, importDir: folder, drainMs, leaveMs };
    this.#child = spawn(process.execPath, [CHILD, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  /** Settles when the process has printed what matches. */
  async said(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.out)) if (this.#child.stdout) await once(this.#child.stdout, 'data');
    return pattern.exec(this.out)?.[1] ?? '';
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }
}

/** True when nothing listens at an address any more. */
const refuses = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('connect', () => resolve(false)).on('error', () => resolve(true));
    socket.on('close', () => socket.destroy());
    socket.end();
  });

async function started(drainMs = PATIENT, leaveMs = 0): Promise<{ server: Server; address: string }> {
  const server = new Server(drainMs, leaveMs);
  return { server, address: `http://127.0.0.1:${await server.said(/port (\d+)/)}` };
}

describe('a fault that nothing handles', () => {
  it('fails its request, is logged, lets other requests end and ends the process with a code of its own', async () => {
    const { server, address } = await started();
    const other = fetch(`${address}/test/waits`);
    await server.said(/waiting/);
    const failed = await fetch(`${address}/test/throws-in-callback`);
    expect(failed.status).toBe(500);
    const answer = (await failed.json()) as { code: number; data: { requestId: string } };
    expect(answer.code).toBe(50000);
    await expect.poll(() => refuses(address)).toBe(true);
    server.signal('SIGUSR2');
    expect(await (await other).json()).toEqual({ one: 1 });
    expect(await server.ended).toBe(1);
    expect(server.out).toContain('a callback threw');
    expect(server.out).toContain(`"requestId":"${answer.data.requestId}"`);
  });

  it('in a promise does the same, and a request that never ends does not hold up the end of the process', async () => {
    const { server, address } = await started(200);
    const hanging = fetch(`${address}/test/hangs`).then(
      () => 'answered',
      () => 'broken off',
    );
    await server.said(/waiting/);
    expect((await fetch(`${address}/test/rejects-unheard`)).status).toBe(500);
    expect(await hanging).toBe('broken off');
    expect(await server.ended).toBe(1);
    expect(server.out).toContain('a promise was rejected unheard');
  });
});

it('A gzip that is cut off anywhere is refused with the line at which it ends; the server goes on until it is asked to stop', async () => {
  const { server, address } = await started();
  const signedIn = await fetch(`${address}/api/p/passport/sign_in`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'staff', password: TEST_PASSWORD }),
  });
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
  const lines = Array.from({ length: 400 }, (_, at) => `公司${(at * 7919) % 10007},${(at * 104729) % 99991}\n`);
  const packed = gzipSync(`name,code\n${lines.join('')}`);
  for (const bytes of [200, 400, 800, 1200, 1600, packed.length - 8, packed.length - 1]) {
    const { payload, headers } = multipartBody('s.csv.gz', packed.subarray(0, bytes));
    const post = (route: string, body: BodyInit, type: string) =>
      fetch(`${address}${route}`, {
        method: 'POST',
        body,
        headers: { cookie, origin: address, 'content-type': type },
      });
    const uploaded = await post(
      '/api/imports?objectApiName=InsightCompany',
      new Uint8Array(payload),
      headers['content-type'],
    );
    const { data } = (await uploaded.json()) as { data: { id: string } };
    const preview = await post(`/api/imports/${data.id}/preview`, '{}', 'application/json');
    const { msg } = (await preview.json()) as { msg: string };
    expect({ status: preview.status, msg }).toEqual({
      status: 422,
      msg: expect.stringMatching(/^压缩文件不完整：解压到第 \d+ 字节（第 \d+ 行）就结束了/) as unknown,
    });
  }
  const waiting = fetch(`${address}/test/waits`);
  await server.said(/waiting/);
  server.signal('SIGTERM');
  server.signal('SIGUSR2');
  expect(await (await waiting).json()).toEqual({ one: 1 });
  expect(await server.ended).toBe(0);
});

describe('a process that is to end', () => {
  it('says so to the proxy and goes on answering until that had its time', async () => {
    const { server, address } = await started(PATIENT, PATIENT);
    const statusOf = async (page: string) => (await fetch(`${address}${page}`)).status;
    expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 200]);
    server.signal('SIGTERM');
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect(await statusOf('/livez')).toBe(200);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('ends at once when it is asked again, whatever is under way', async () => {
    const { server, address } = await started();
    const hanging = fetch(`${address}/test/hangs`).catch(() => 'broken off');
    await server.said(/waiting/);
    server.signal('SIGTERM');
    await expect.poll(() => refuses(address)).toBe(true);
    server.signal('SIGINT');
    expect(await server.ended).toBe(0);
    expect(await hanging).toBe('broken off');
  });
});
