import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveField } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';

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

async function follow(): Promise<Stream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/api/events' }, resolve).on('error', reject);
  });
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((resolve) => response.on('close', () => resolve()));
  await expect.poll(() => text).toContain('retry:');
  return { response, text: () => text, ended };
}

describe('the stream of hints', () => {
  it('tells every open screen of a change, with nothing that only some may see', async () => {
    const streams = await Promise.all([follow(), follow()]);
    expect(streams[0]?.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const { data } = await saveField(test, 'InsightNews', { apiName: 'hinted', type: 'text', label: '提示' });
    const hint = { type: 'metadata.changed', objectApiName: 'InsightNews', version: data.definition.version };
    for (const stream of streams) {
      await expect.poll(stream.text).toContain(`data: ${JSON.stringify(hint)}\n\n`);
      stream.response.destroy();
    }
  });

  it('tells of changed options', async () => {
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

  it('ends when the server stops, which does not wait for it', async () => {
    const stream = await follow();
    await test.app.close();
    await stream.ended;
    expect(test.services.bus.size).toBe(0);
  });
});
