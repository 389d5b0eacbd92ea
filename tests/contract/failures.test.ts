import fastify from 'fastify';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure, type FailureName, FAILURES } from '#shared/errors.ts';
import { sendFailure, toFailure } from '#server/http/failures.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const SOURCES = path.resolve(import.meta.dirname, '../../src');
const NAMES = Object.keys(FAILURES) as FailureName[];

function serverSources(folder = SOURCES): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'client' ? [] : serverSources(file);
    return entry.name.endsWith('.ts') && entry.name !== 'errors.ts' ? [readFileSync(file, 'utf8')] : [];
  });
}

describe('every way to fail', () => {
  it('has Chinese words, a code of its own and an honest status', () => {
    for (const { code, status, message } of Object.values(FAILURES)) {
      expect(message).toMatch(/\p{Script=Han}/u);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(code).not.toBe(0);
    }
    expect(new Set(Object.values(FAILURES).map(({ code }) => code)).size).toBe(NAMES.length);
  });

  it('has the code of the specification where it names one', () => {
    expect(FAILURES.SESSION_INVALID).toMatchObject({ code: 4032, message: '登录信息失效，请重新登录' });
    expect(FAILURES.VIP_REQUIRED.code).toBe(400000003);
    expect(FAILURES.UNAVAILABLE.message).toBe('服务暂不可用，请稍后重试');
    expect(FAILURES.INTERNAL.message).toBe('未知错误');
  });

  it('is one that the server or the policy really gives', () => {
    const sources = serverSources().join('\n');
    expect(NAMES.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
  });
});

describe('a fault that is none of ours', () => {
  it.each([
    ['57014', 'UNAVAILABLE'],
    ['55P03', 'UNAVAILABLE'],
    ['53300', 'UNAVAILABLE'],
    ['ECONNREFUSED', 'UNAVAILABLE'],
    ['57P01', 'UNAVAILABLE'],
    ['57P03', 'UNAVAILABLE'],
    ['25006', 'UNAVAILABLE'],
    ['08006', 'UNAVAILABLE'],
    ['40001', 'CONFLICT'],
    ['40P01', 'CONFLICT'],
    ['23505', 'DUPLICATE'],
    ['54000', 'TOO_LARGE'],
  ] as const)('of the database (%s) is reported as %s', (code, failure) => {
    expect(toFailure(Object.assign(new Error('duplicate key value violates "x"'), { code }))).toMatchObject({
      failure,
    });
  });

  it.each(['Connection terminated unexpectedly', 'Connection terminated due to connection timeout'])(
    'of the driver (%s) is one of a database that is away',
    (words) => {
      expect(toFailure(new Error(words))).toMatchObject({ failure: 'UNAVAILABLE' });
    },
  );

  it('that is unknown is written to the log alone', () => {
    expect(toFailure(new Error('select secret from account'))).toBeNull();
    expect(toFailure(new Failure('CONFLICT'))).toMatchObject({ failure: 'CONFLICT' });
  });
});

it('What is unavailable says when to ask again', async () => {
  const app = fastify();
  app.get('/', (_request, reply) => sendFailure(reply, new Failure('UNAVAILABLE')));
  const answer = await app.inject({ url: '/' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
});

describe('a request that cannot be understood', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp();
  });
  afterAll(() => test.close());

  const POST = '/api/metadata/data/getLayoutAndDataList';
  const json = { 'content-type': 'application/json' };
  it.each<[string, object, number, number]>([
    ['an unknown route', { method: 'GET', url: '/api/nope' }, 404, 40400],
    ['an unknown method', { method: 'DELETE', url: POST }, 404, 40400],
    ['an address that cannot be decoded', { method: 'GET', url: '/api/metadata/object/%E0%A4%A' }, 404, 40400],
    ['an address of 6,000 characters', { method: 'GET', url: `/api/metadata/object/${'a'.repeat(6000)}` }, 404, 40400],
    ['JSON cut off', { method: 'POST', url: POST, headers: json, payload: '{"objectApi' }, 422, 42200],
    ['no body', { method: 'POST', url: POST, headers: json, payload: '' }, 422, 42200],
    ['no body and no type', { method: 'POST', url: POST }, 422, 42200],
    ['XML', { method: 'POST', url: POST, headers: { 'content-type': 'application/xml' }, payload: '<a/>' }, 422, 42200],
    [
      'a type that is none',
      { method: 'POST', url: POST, headers: { 'content-type': 'nonsense' }, payload: '{}' },
      422,
      42200,
    ],
    [
      'a body of 5 MB',
      { method: 'POST', url: POST, headers: json, payload: JSON.stringify({ filter: 'x'.repeat(5e6) }) },
      413,
      41300,
    ],
    ['a key __proto__', { method: 'POST', url: POST, headers: json, payload: '{"__proto__":{"a":1}}' }, 422, 42200],
    [
      'a key __proto__ deep inside',
      { method: 'POST', url: POST, headers: json, payload: '{"filter":[{"__proto__":1}]}' },
      422,
      42200,
    ],
    [
      'a constructor with a prototype',
      { method: 'POST', url: POST, headers: json, payload: '{"constructor":{"prototype":1}}' },
      422,
      42200,
    ],
    ['a list', { method: 'POST', url: POST, headers: json, payload: '[]' }, 422, 42200],
    ['a number', { method: 'POST', url: POST, headers: json, payload: '1e400' }, 422, 42200],
    [
      'a parameter that is not known',
      { method: 'POST', url: POST, headers: json, payload: '{"objectApiName":"InsightNews","nope":1}' },
      422,
      42200,
    ],
    [
      'an id that is too long',
      { method: 'GET', url: '/api/metadata/data/InsightNews/99999999999999999999' },
      422,
      42200,
    ],
    ['an object named constructor', { method: 'GET', url: '/api/metadata/object/constructor' }, 422, 42200],
    ['an object that is not there', { method: 'GET', url: '/api/metadata/object/Nowhere' }, 404, 40401],
  ])('%s is answered in Chinese, in the envelope', async (_, request, status, code) => {
    const reply = await test.app.inject(request);
    const body = reply.json<{ code: number; msg: string }>();
    expect({ status: reply.statusCode, code: body.code }).toEqual({ status, code });
    expect(Object.keys(body).sort()).toEqual(['code', 'data', 'msg']);
    expect(body.msg).toMatch(/\p{Script=Han}/u);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.body).not.toMatch(/\.ts:|node_modules|FST_|select |stack/i);
  });

  it('and a fault of ours reveals no more than its number', async () => {
    test.services.catalog.object = () => {
      throw new Error('select secret from account at /srv/app.ts:1');
    };
    const reply = await test.app.inject({ method: 'GET', url: '/api/metadata/object/InsightNews' });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({ code: 50000, msg: '未知错误', data: { requestId: expect.any(String) } });
  });
});
