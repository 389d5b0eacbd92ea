import axios, { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { describe, expect, test } from 'vitest';
import { readPrivileges } from '#schemas/api/chat-exchange.ts';
import { queryDataByName, readObject } from '#schemas/api/metadata.ts';
import { listRecords } from '#schemas/api/records.ts';
import { signIn } from '#schemas/api/session.ts';
import { uploadFile } from '#schemas/api/uploads.ts';
import { HttpApi, routePath } from '#client/lib/api.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';

/** An api whose replies are made up; `seen` holds the requests. */
function api(status: number, body: unknown) {
  const seen: InternalAxiosRequestConfig[] = [];
  const http = axios.create({
    adapter: async (config) => {
      seen.push(config);
      return { status, statusText: '', headers: {}, config, data: body };
    },
  });
  return { api: new HttpApi(http), seen };
}

const refused = async (call: Promise<unknown>): Promise<ApiFailure> => {
  const thrown: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (thrown instanceof ApiFailure) return thrown;
  throw new Error('The call did not fail as calls do');
};

describe('a call', () => {
  test('gives the data of a reply with code 0', async () => {
    const { api: server, seen } = api(200, { code: 0, msg: '', data: [{ id: '1', name: '示例' }] });
    expect(await server.call(queryDataByName, { query: { objectApiName: 'InsightOrg', name: '示' } })).toEqual([
      { id: '1', name: '示例' },
    ]);
    expect(seen[0]).toMatchObject({ url: '/api/metadata/queryDataByName', params: { name: '示' }, timeout: 30_000 });
  });

  test('waits longer for the older services', async () => {
    const { api: server, seen } = api(200, { code: 0, msg: '', data: { list: [] } });
    await server.call(readPrivileges);
    expect(seen[0]).toMatchObject({ url: '/mobi-investor/v3/company/user/privilege', timeout: 120_000 });
  });

  test('writes a form where the route says form, and JSON elsewhere', async () => {
    const { api: server, seen } = api(200, { code: 0, msg: '', data: null });
    await server.call(signIn, { body: { username: 'a b', password: '&' } });
    await server.call(listRecords, { body: { objectApiName: 'InsightOrg' } });
    expect(seen.map((request) => String(request.data))).toEqual([
      'username=a+b&password=%26',
      '{"objectApiName":"InsightOrg"}',
    ]);
  });

  test('puts parameters into the path, encoded, and never leaves one out', () => {
    expect(routePath('/a/{id}/b', { id: 'x/../y' })).toBe('/a/x%2F..%2Fy/b');
    expect(() => routePath(readObject.path, {})).toThrow('objectApiName');
  });
});

describe('a file that is posted to a host that is not ours', () => {
  const input = {
    address: 'https://up.example/b',
    fields: { policy: 'p', signature: 's' },
    file: new File(['x'], 'a.png'),
    isForeign: true,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };

  test('is answered in its own form', async () => {
    const { api: server, seen } = api(200, { code: 200, message: 'ok', url: '/a.png' });
    expect(await server.upload(uploadFile, input)).toEqual({ code: 200, message: 'ok', url: '/a.png' });
    expect(seen[0]).toMatchObject({ url: 'https://up.example/b' });
    const sent: unknown = seen[0]?.data;
    expect(sent instanceof FormData && [...sent.keys()]).toEqual(['policy', 'signature', 'file']);
  });

  test('and refused there, is described in our words', async () => {
    const { api: server } = api(403, { code: 40300022, message: 'File type not in allow-file-type' });
    expect(await refused(server.upload(uploadFile, input))).toMatchObject({
      status: 403,
      message: '上传失败，请检查文件的格式与大小后重试',
    });
  });
});

describe('a call that fails', () => {
  test.each([
    [401, 4032, '登录信息失效，请重新登录'],
    [403, 403, '登录信息失效，请重新登录'],
    [401, 100000001, '登录信息失效，请重新登录'],
    [401, 100000005, '登录信息失效，请重新登录'],
    [401, 100000006, '登录信息失效，请重新登录'],
    [401, 100000008, '登录信息失效，请重新登录'],
    [401, 100000002, '授权证书已过期'],
    [401, 100000003, '授权信息已变更，请重新登录！'],
    [403, 400000003, '开通SVIP后即可查看完整信息'],
    [409, 40900, '未知错误'],
    [503, 50300, '服务暂不可用，请稍后重试'],
  ])('with status %i and code %i but no words has those of the code', async (status, code, words) => {
    const { api: server } = api(status, { code, msg: '', data: null });
    expect((await refused(server.call(listRecords))).message).toBe(words);
  });

  test('with code 301112006 keeps the server’s words as they are', async () => {
    const { api: server } = api(403, { code: 301112006, msg: '对方未公开联系方式', data: null });
    expect(await refused(server.call(listRecords))).toMatchObject({ code: 301112006, message: '对方未公开联系方式' });
  });

  test('carries code, status, message, and what is wrong with each field', async () => {
    const errors = [{ field: 'name', message: '必填' }];
    const { api: server } = api(422, { code: 42200, msg: '提交的内容有误', data: { errors } });
    expect(await refused(server.call(listRecords))).toMatchObject({
      code: 42200,
      status: 422,
      message: '提交的内容有误',
      problems: errors,
    });
  });

  test.each([
    [502, '<html>', '服务暂不可用，请稍后重试'],
    [200, 'ok', '未知错误'],
    [400, { code: 5, msg: '' }, '未知错误'],
  ])('says what is known when the reply of status %i cannot be read', async (status, body, words) => {
    expect((await refused(api(status, body).api.call(listRecords))).message).toBe(words);
  });

  test.each([
    ['ECONNABORTED', '请求超时'],
    ['ERR_NETWORK', '服务暂不可用，请稍后重试'],
  ])('says so when no reply came: %s', async (code, words) => {
    const http = axios.create({ adapter: () => Promise.reject(new AxiosError('x', code)) });
    expect(await refused(new HttpApi(http).call(listRecords))).toMatchObject({ status: 0, message: words });
  });
});
