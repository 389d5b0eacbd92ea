import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { MAX_IMPORT_BYTES } from '#schemas/api/imports.ts';
import { codeOf, type Who } from '#tests/support/app/test-app.ts';
import { multipartBody, openWebImports, type WebImports } from '#tests/support/imports/web-imports.ts';

let web: WebImports;
beforeAll(async () => {
  web = await openWebImports();
});
afterAll(() => web.close());

const OBJECT = 'InsightCompany';
const MAPPING: ImportMapping = {
  object: OBJECT,
  source: 'attack-test',
  key: ['id'],
  fields: [{ field: 'name', column: 'name' }],
};

describe('what is no file of rows is refused by what it is, and leaves nothing', () => {
  test.each([
    ['报告.csv', Buffer.from('%PDF-1.7\n'), '“报告.csv”的内容是PDF 文件'],
    ['旧.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), '请在 Excel 中另存为 .xlsx'],
    ['图.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), '内容是图片'],
    ['空.csv', Buffer.alloc(0), '文件是空的'],
    ['数组.json', Buffer.from('[{"a":1}]'), '请改为每行一个对象'],
    ['页.csv', Buffer.from('<!DOCTYPE html><html></html>'), '内容是网页'],
    ['二进制.csv', Buffer.from([65, 0, 66, 1, 0, 0, 0, 255, 0, 1]), '二进制数据'],
    ['坏.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff]), '压缩文件已损坏'],
    ['假.xlsx', Buffer.from('PK\u0003\u0004 not a zip'), '不是有效的 XLSX 文件'],
  ])('%s', async (name, content, words) => {
    const answer = await web.upload(name, content, OBJECT);
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.msg).toContain(words);
    expect(readdirSync(web.folder)).toEqual([]);
  });

  test('a bomb of zeros in a gzip is refused when it is read', async () => {
    const { data } = await web.upload('bomb.csv.gz', gzipSync(Buffer.alloc(80 * 1024 * 1024, 'a')), OBJECT);
    expect(await web.preview(data.id)).toMatchObject({
      status: 413,
      msg: expect.stringContaining('压缩炸弹') as unknown,
    });
    await web.test.post('staff', `/api/imports/${data.id}/mapping`, {
      mapping: { ...MAPPING, limits: { unpackedRatio: 9e9 } },
    });
    const cookie = await staffCookie();
    await web.test.app.inject({ method: 'DELETE', url: `/api/imports/${data.id}`, headers: { cookie } });
    expect(readdirSync(web.folder)).toEqual([]);
  });

  test('a wrong ending is reported, and the content decides', async () => {
    const { data } = await web.upload('rows.xlsx', 'id,name\n1,a\n', OBJECT);
    expect(data.format).toBe('csv');
    const detail = await web.read(data.id);
    expect(detail.note).toContain('内容其实是CSV');
  });
});

describe('names of files', () => {
  test.each([
    '../../../etc/passwd',
    '..\\..\\x.csv',
    'a\u202Evsc.exe',
    'con\r\nset-cookie: x=1.csv',
    `${'长'.repeat(400)}.csv`,
  ])('never become a path or a header: %j', async (name) => {
    const encoded = name.replaceAll(/[\r\n"]/g, ' ');
    const { status, data } = await web.upload(encoded, 'id,name\n1,\n', OBJECT);
    expect(status).toBe(200);
    expect(data.fileName).not.toMatch(/[/\\\u202E\r\n]/);
    expect(data.fileName.length).toBeLessThanOrEqual(200);
    expect(readdirSync(web.folder)).toContain(data.id);
    await web.map(data.id, MAPPING);
    await web.run(data.id, 'run');
    const cookie = await staffCookie();
    const url = `/api/imports/${data.id}/rejected`;
    const file = await web.test.app.inject({ method: 'GET', url, headers: { cookie } });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="rejected.csv"; filename\*=UTF-8''[\w%.~-]+$/,
    );
  });
});

test('rejected rows come as CSV with their reasons, and no spreadsheet runs what is in them', async () => {
  const { data } = await web.upload('formula.csv', 'id,name,日期\n1,,x\n"=HYPERLINK(""x"")",,2019\n', OBJECT);
  await web.map(data.id, {
    ...MAPPING,
    fields: [...MAPPING.fields, { field: 'cityText', column: 'id' }, { field: 'foundedOn', column: '日期' }],
  });
  const done = await web.run(data.id, 'run');
  expect(done.result?.counts).toMatchObject({ rejected: 2, created: 0 });
  const cookie = await staffCookie();
  const file = await web.test.app.inject({
    method: 'GET',
    url: `/api/imports/${data.id}/rejected`,
    headers: { cookie },
  });
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain('必填');
  expect(file.body.split(/\r\n|,/).filter((cell) => /^"?[=+@-]/.test(cell))).toEqual([]);
});

test('one line without an end is refused as a row and held by no one', async () => {
  const { data } = await web.upload('line.csv', `id,name\n1,"${'x'.repeat(18 * 1024 * 1024)}`, OBJECT);
  await web.map(data.id, MAPPING);
  const done = await web.run(data.id, 'run');
  expect(done.result?.counts).toMatchObject({ rows: 1, rejected: 1 });
});

test('patterns that could hold up the server are refused, and so are columns and fields that are not there', async () => {
  const { data } = await web.upload('p.csv', 'id,name\n1,a\n', OBJECT);
  const slow = { ...MAPPING, fields: [{ field: 'name', column: 'name', extract: '^(a+)+$' }] };
  expect((await web.map(data.id, slow)).msg).toContain('可能使服务器长时间停顿');
  const absent = await web.map(data.id, { ...MAPPING, key: ['nope'], fields: [{ field: 'nofield', column: 'name' }] });
  expect(absent).toMatchObject({ status: 422 });
  expect(absent.problems.map(({ field }) => field)).toEqual(['/fields/0/field', '/key/0']);
  expect((await web.test.post('staff', `/api/imports/${data.id}/start`, { task: 'run' })).msg).toBe(
    '还没有设置字段对应关系',
  );
});

describe('uploads', () => {
  const people: readonly Who[] = ['visitor', 'founder', 'investor', 'organisation', 'svip'];
  test.each(people)('are not for a %s', async (who) => {
    const before = readdirSync(web.folder);
    const answer = await web.upload('x.csv', 'id,name\n1,a\n', OBJECT, who);
    expect(answer.code).toBe(codeOf(who === 'visitor' ? 'SESSION_INVALID' : 'FORBIDDEN'));
    expect(readdirSync(web.folder)).toEqual(before);
  });

  test('that are no multipart, have no file, or are cut off, are refused in words', async () => {
    const post = (payload: unknown, type: string) =>
      web.test.post('staff', `/api/imports?objectApiName=${OBJECT}`, payload, { headers: { 'content-type': type } });
    const { payload, headers } = multipartBody('x.csv', 'id,name\n1,a\n');
    const type = headers['content-type'];
    const answers = [
      await post('{}', 'application/json'),
      await post('nonsense', 'multipart/form-data'),
      await post('nonsense', type),
      await post(payload.subarray(0, payload.length - 30), type),
      await post('--jingtu-test-boundary--\r\n', type),
      await post(
        '--jingtu-test-boundary\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--jingtu-test-boundary--\r\n',
        type,
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
    for (const { msg } of answers) expect(msg).toMatch(/\p{Script=Han}/u);
  });

  test('larger than 1 GB are refused before they are read', async () => {
    const { payload, headers } = multipartBody('x.csv', 'id\n');
    const all = { ...headers, 'content-length': String(MAX_IMPORT_BYTES * 2), cookie: await staffCookie() };
    const reply = await web.test.app.inject({ method: 'POST', url: '/api/imports', headers: all, payload });
    expect(reply.statusCode).toBe(413);
  });

  test('given up on their way leave nothing', async () => {
    const before = readdirSync(web.folder);
    await web.test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = web.test.app.server.address() as AddressInfo;
    const { payload, headers } = multipartBody('x.csv', 'id,name\n'.repeat(100_000));
    const cookie = await staffCookie();
    await new Promise<void>((resolve) => {
      const sending = httpRequest({
        port,
        method: 'POST',
        path: `/api/imports?objectApiName=${OBJECT}`,
        headers: { ...headers, cookie, 'content-length': payload.length },
      });
      sending.on('error', () => resolve());
      sending.on('close', () => resolve());
      sending.write(payload.subarray(0, 500_000), () => sending.destroy());
    });
    await expect.poll(() => readdirSync(web.folder).filter((name) => !before.includes(name))).toEqual([]);
  });
});

async function staffCookie(): Promise<string> {
  const payload = new URLSearchParams({ username: 'staff', password: 'a-test-password' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await web.test.app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}
