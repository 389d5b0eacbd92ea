import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callMcp } from '#schemas/api/mcp.ts';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number };
}

interface Sent extends RpcAnswer {
  readonly status: number;
  readonly code?: number;
}

let test: TestApp;
let now = TEST_NOW;
let owner: SignedIn;
let secret = '';

beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  owner = await signInBy(test, 'investor');
  ({ secret } = await keyOf(owner, { scopes: ['read:InsightCompany', 'assistant'] }));
});
beforeEach(() => {
  now = new Date(now.getTime() + 20_000);
});
afterAll(() => test.close());

async function send(message: object, key = secret): Promise<Sent> {
  const payload = { jsonrpc: '2.0', ...message };
  const headers = { accept: 'application/json, text/event-stream' };
  const answer: unknown = await asProgram(test.app, key, callMcp.path, { payload, headers });
  return answer as Sent;
}
const call = (name: string, input: object, key = secret) =>
  send({ id: 1, method: 'tools/call', params: { name, arguments: input } }, key);

describe('the endpoint for other assistants', () => {
  it('greets in the revision that it is asked in, and takes notifications without an answer', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    expect(await send({ id: 'x', method: 'initialize', params })).toMatchObject({
      status: 200,
      jsonrpc: '2.0',
      id: 'x',
      result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } },
    });
    expect(await send({ id: 2, method: 'initialize', params: { protocolVersion: '1999-01-01' } })).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    });
    expect((await send({ method: 'notifications/initialized' })).status).toBe(202);
    expect(await send({ id: 3, method: 'ping' })).toMatchObject({ result: {} });
    expect(await send({ id: 4, method: 'resources/list' })).toMatchObject({ error: { code: -32_601 } });
  });

  it('has the five tools of the assistant, each with the schema of its input', async () => {
    const { result } = await send({ id: 1, method: 'tools/list' });
    const tools = result?.['tools'] as { name: string; inputSchema: { type: string } }[];
    expect(tools.map(({ name }) => name)).toEqual(['find_names', 'describe', 'query', 'aggregate', 'related']);
    expect(new Set(tools.map(({ inputSchema }) => inputSchema.type))).toEqual(new Set(['object']));
  });

  it('answers about the objects of the key alone, and says in words what it cannot', async () => {
    const described = await call('describe', {});
    expect(described.result?.['structuredContent']).toMatchObject({ objects: [{ object: 'InsightCompany' }] });
    const counted = await call('aggregate', { object: 'InsightCompany', measures: [{ fn: 'count' }] });
    expect(counted.result).toMatchObject({ structuredContent: { object: '企业' } });
    expect((await call('aggregate', { object: 'InsightOrg', measures: [{ fn: 'count' }] })).result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('InsightOrg') }],
    });
    expect((await call('query', { object: 'InsightCompany', limit: 51 })).result).toMatchObject({ isError: true });
    expect(await call('drop_tables', {})).toMatchObject({ error: { code: -32_602 } });
  });

  it('needs the scope for it, and takes the limits of every other call', async () => {
    const { secret: other } = await keyOf(owner, { scopes: ['read:*'], password: TEST_PASSWORD });
    expect(await send({ id: 1, method: 'tools/list' }, other)).toMatchObject({
      status: 403,
      code: codeOf('SCOPE_MISSING'),
    });
    const answers = await Promise.all(Array.from({ length: 45 }, () => send({ id: 1, method: 'ping' })));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('keeps no stream', async () => {
    const headers = { authorization: `Bearer ${secret}` };
    const reply = await test.app.inject({ method: 'GET', url: callMcp.path, headers });
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'POST']);
  });
});
