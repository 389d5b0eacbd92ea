import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_STREAMS, OpenStreams } from '#server/platform/events/open-streams.ts';
import { saveField } from '#tests/support/editing.ts';
import { codeOf, openTestApp, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let port: number;

beforeAll(async () => {
  test = await openTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

interface Stream {
  readonly response: IncomingMessage;
  readonly text: () => string;
  readonly ended: Promise<void>;
}

const opened = (cookie: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/api/events', headers: { cookie } }, resolve).on('error', reject);
  });

async function follow(cookie = ''): Promise<Stream> {
  const response = await opened(cookie);
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((resolve) => response.on('close', () => resolve()));
  await expect.poll(() => text).toContain('retry:');
  return { response, text: () => text, ended };
}

describe('the stream of hints', () => {
  it('notifies every open screen of a change, with nothing that only some may see', async () => {
    const streams = await Promise.all([follow(), follow()]);
    expect(streams[0]?.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const { data } = await saveField(test, 'InsightNews', { apiName: 'hinted', type: 'text', label: '提示' });
    const hint = { type: 'metadata.changed', objectApiName: 'InsightNews', version: data.definition.version };
    for (const stream of streams) {
      await expect.poll(stream.text).toContain(`data: ${JSON.stringify(hint)}\n\n`);
      stream.response.destroy();
    }
  });

  it('notifies every open screen of changed options', async () => {
    const stream = await follow();
    const optionSet = { name: 'hintedSet', label: '提示', kind: 'list', options: [] };
    const body = { baseVersion: 0, optionSet };
    expect(await test.post('staff', '/api/metadata/selectOption/save', body)).toMatchObject({ code: 0 });
    await expect.poll(stream.text).toContain('data: {"type":"options.changed","name":"hintedSet"}\n\n');
    stream.response.destroy();
  });

  it('that is left is forgotten', async () => {
    const listening = () => test.services.bus.size;
    await expect.poll(listening).toBe(0);
    const stream = await follow();
    expect(listening()).toBe(1);
    stream.response.destroy();
    await expect.poll(listening).toBe(0);
  });

  it('is refused in words to an account that has too many open, and to no other user, until one of them is left', async () => {
    const listening = () => test.services.bus.size;
    const [cookie, other] = [await signIn('svip'), await signIn('member')];
    const streams = await Promise.all(Array.from({ length: MOST_STREAMS }, () => follow(cookie)));
    const refused = await opened(cookie);
    let body = '';
    for await (const text of refused.setEncoding('utf8')) body += String(text);
    expect(refused.statusCode).toBe(429);
    expect(JSON.parse(body)).toMatchObject({
      code: codeOf('TOO_MANY_REQUESTS'),
      msg: expect.stringContaining(`最多同时保持 ${MOST_STREAMS} 个实时连接`) as unknown,
    });
    streams.push(await follow(other), await follow());
    streams[0]?.response.destroy();
    await expect.poll(listening).toBe(MOST_STREAMS + 1);
    streams.push(await follow(cookie));
    for (const { response } of streams) response.destroy();
    await expect.poll(listening).toBe(0);
  });

  it('that was ended is not written to any more, though its connection is still open', async () => {
    const faults: unknown[] = [];
    const raw = Promise.withResolvers<ServerResponse>();
    const server = createServer((_request, response) => raw.resolve(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    asked.on('error', () => undefined);
    const stream = await raw.promise;
    stream.on('error', (error) => faults.push(error));
    const streams = new OpenStreams(1000);
    streams.add({ raw: stream, owner: null, disown: () => undefined });
    streams.stop();
    streams.send(stream, { type: 'options.changed', name: 'late' });
    await once(stream, 'close');
    expect(faults).toEqual([]);
    server.close();
  });

  it('ends when the server stops, which does not wait for it', async () => {
    const stream = await follow();
    await test.app.close();
    await stream.ended;
    expect(test.services.bus.size).toBe(0);
  });
});

async function signIn(username: string): Promise<string> {
  const payload = new URLSearchParams({ username, password: TEST_PASSWORD }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await test.app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}
