import { unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { fileAddress, ownFile } from '#server/core/files/own-files.ts';
import { grantFile } from '#server/platform/files/queries.ts';
import { sweepUploads } from '#server/platform/files/sweep.ts';
import type { Who } from '#tests/support/app/test-app.ts';
import { openUploadDesk, picture, type UploadDesk } from '#tests/support/files/uploading.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';

const HOUR = 3600 * 1000;
const PDF = pdfOf('示例');
let desk: UploadDesk;
let png: Buffer;
beforeAll(async () => {
  desk = await openUploadDesk();
  png = await picture().png().toBuffer();
});
afterAll(() => desk.close());

const idOf = (url: string): string => ownFile(url)?.id ?? '';
const accountOf = async (who: Who): Promise<string> => {
  const { db } = desk.test.services.database;
  return (await db.selectFrom('account').select('id').where('username', '=', who).executeTakeFirstOrThrow()).id;
};
const asked = async (who: Who, url: string) => {
  const reply = await desk.fetch(who, url);
  return { status: reply.statusCode, body: reply.body, type: reply.headers['content-type'] };
};

describe('a private file', () => {
  it('is for its owner and staff; for every other user it is as one that is not there', async () => {
    const { data } = await desk.upload('founder', png, { bucket: 'private' });
    expect(data.url).toMatch(/^\/files\/private\//);
    for (const who of ['founder', 'staff'] as const) expect((await asked(who, data.url)).status).toBe(200);
    const nothing = await asked('investor', fileAddress({ bucket: 'private', id: '0'.repeat(32) }));
    expect(nothing).toMatchObject({ status: 404, body: expect.stringContaining('文件不存在') });
    for (const who of ['visitor', 'member', 'investor', 'organisation', 'svip'] as const)
      expect(await asked(who, data.url)).toEqual(nothing);
    // Nor is it behind the other address.
    expect(await asked('founder', data.url.replace('private', 'public'))).toEqual(nothing);
    expect(await asked('visitor', data.url.replace('private', 'public'))).toEqual(nothing);
  });

  it('is for whom it was granted to as well, from then on', async () => {
    const { data } = await desk.upload('founder', PDF, { bucket: 'private', type: 'file', name: 'bp.pdf' });
    const { db } = desk.test.services.database;
    const investor = await accountOf('investor');
    for (const _ of ['once', 'twice'])
      await db.transaction().execute((trx) => grantFile(trx, idOf(data.url), investor));
    expect(await asked('investor', data.url)).toMatchObject({ status: 200, type: 'application/pdf' });
    expect((await asked('svip', data.url)).status).toBe(404);
  });

  it('is never kept by a cache, and a public one for good', async () => {
    const secret = await desk.upload('founder', png, { bucket: 'private' });
    const open = await desk.upload('founder', png);
    expect((await desk.fetch('founder', secret.data.url)).headers['cache-control']).toBe('private, no-store');
    expect((await desk.fetch('visitor', open.data.url)).headers['cache-control']).toContain('immutable');
    for (const { data } of [secret, open]) {
      const { headers } = await desk.fetch('founder', data.url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': "inline; filename*=UTF-8''a.png",
      });
    }
  });
});

describe('an address', () => {
  it.each([
    '../../../../etc/passwd',
    '..%2F..%2F..%2Fetc%2Fpasswd',
    '%2e%2e%2f%2e%2e%2fsecret.key',
    '..%5c..%5csecret.key',
    '%00',
    '0'.repeat(31),
    '0'.repeat(199),
    'A'.repeat(32),
  ])('of %s leads nowhere', async (id) => {
    for (const bucket of ['public', 'private']) {
      const reply = await desk.fetch('staff', `/files/${bucket}/${id}`);
      expect([404, 422]).toContain(reply.statusCode);
      expect(reply.body).not.toMatch(/root:|PRIVATE/);
    }
  });

  it('whose bytes are gone is as one that never was', async () => {
    const { data } = await desk.upload('founder', png);
    unlinkSync(path.join(desk.folder, 'public', idOf(data.url).slice(0, 2), idOf(data.url)));
    expect((await asked('founder', data.url)).status).toBe(404);
  });

  it('follows from chance, not from what the file is called', async () => {
    const { data } = await desk.upload('founder', png, { name: '..\\..\\x/../../etc/cron.d/\u0000evil.png' });
    expect(data.name).toBe('evil.png');
    expect(desk.lying().every((file) => /^(public|private)\/[0-9a-f]{2}\/[0-9a-f]{32}$/.test(file))).toBe(true);
  });
});

let keys = 0;
const award = (who: Who, url: string) =>
  desk.test.post<RecordReply>(who, '/api/metadata/data/AwardRecord', {
    clientKey: `with-a-file-${(keys += 1)}`,
    values: { title: '年度奖', awardedOn: '2025', issuer: '示例协会', certificate: { url, name: '证书.png' } },
  });
const news = (url: string) =>
  desk.test.post<RecordReply>('staff', '/api/metadata/data/InsightNews', {
    clientKey: `with-a-file-${(keys += 1)}`,
    values: { title: '有图', cover: { url, name: '题图.png' } },
  });

describe('a record that names a file', () => {
  const GONE = '文件不存在或已失效，请重新上传';
  const coverProblem = (reply: { problems: readonly { field: string; message: string }[] }, field: string) =>
    reply.problems.find((problem) => problem.field === field)?.message;

  it('takes the writer’s own', async () => {
    const { data } = await desk.upload('founder', png, { bucket: 'private' });
    expect((await award('founder', data.url)).problems).toEqual([]);
  });

  it('takes no other user’s private one, nor one that is not there, in the same words', async () => {
    const { data } = await desk.upload('founder', png, { bucket: 'private' });
    for (const url of [data.url, fileAddress({ bucket: 'private', id: 'f'.repeat(32) })])
      expect(coverProblem(await award('investor', url), 'certificate')).toBe(GONE);
    // Staff may look at it, but a record of theirs does not make it theirs.
    expect(coverProblem(await award('staff', data.url), 'certificate')).toBe(GONE);
    expect(coverProblem(await award('founder', data.url.replace('private', 'public')), 'certificate')).toBe(GONE);
  });

  it('takes it from the bucket that the field asks for', async () => {
    const open = await desk.upload('founder', png);
    expect(coverProblem(await award('founder', open.data.url), 'certificate')).toBe('此处的文件不公开，请重新上传');
    const closed = await desk.upload('staff', png, { bucket: 'private' });
    expect(coverProblem(await news(closed.data.url), 'cover')).toBe('此处的文件会公开显示，请重新上传');
  });

  it('takes only what the field accepts', async () => {
    const pdf = await desk.upload('staff', PDF, { type: 'file' });
    expect(coverProblem(await news(pdf.data.url), 'cover')).toBe('上传格式错误！');
    const gif = await desk.upload('staff', await picture().gif().toBuffer());
    expect(coverProblem(await news(gif.data.url), 'cover')).toBe('上传格式不正确');
  });

  it.each([
    'http://plain.example.com/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//evil.example/a.png',
    '/files/public/../private/0',
    '/uploads/a.png',
    '/files/private/0123',
  ])('does not take the address %s', async (url) => {
    expect(coverProblem(await news(url), 'cover')).toBeDefined();
  });

  it('may be changed elsewhere by another user without giving up its file', async () => {
    const { data } = await desk.upload('founder', png, { bucket: 'private' });
    const { record } = (await award('founder', data.url)).data;
    const values = { description: '已核实', certificate: { url: data.url, name: '证书.png' } };
    const changed = await desk.test.post('staff', `/api/metadata/data/AwardRecord/${record.id}`, {
      version: 1,
      values,
    });
    expect(changed.problems).toEqual([]);
  });
});

describe('the sweep', () => {
  const sweep = () =>
    sweepUploads(
      desk.test.services.database.db,
      new FileStore({ uploadDir: desk.folder, importDir: desk.folder }, desk.test.services.database.vault),
      desk.now(),
    );

  it('takes away what nothing refers to after a day, and nothing sooner or else', async () => {
    await sweep();
    const used = await desk.upload('founder', png, { bucket: 'private' });
    await award('founder', used.data.url);
    const left = await desk.upload('founder', png);
    desk.wait(23 * HOUR);
    await sweep();
    const young = await desk.upload('founder', png);
    expect((await asked('founder', left.data.url)).status).toBe(200);
    desk.wait(2 * HOUR);
    await sweep();
    expect((await asked('founder', left.data.url)).status).toBe(404);
    expect((await asked('founder', young.data.url)).status).toBe(200);
    expect((await asked('founder', used.data.url)).status).toBe(200);
    expect(desk.lying().join()).not.toContain(idOf(left.data.url));
    expect(await sweep()).toBe(0);
  });

  it('takes away what uploads of a dead process left', async () => {
    const part = path.join(desk.folder, 'parts', 'a'.repeat(32));
    writeFileSync(part, 'half');
    utimesSync(part, desk.now(), desk.now());
    await sweep();
    expect(desk.lying()).toContain(path.join('parts', 'a'.repeat(32)));
    desk.wait(25 * HOUR);
    await sweep();
    expect(desk.lying()).not.toContain(path.join('parts', 'a'.repeat(32)));
  });

  it('forgets signatures when they count for nothing any more', async () => {
    desk.wait(72 * HOUR);
    await sweep();
    const { db } = desk.test.services.database;
    expect(await db.selectFrom('upload_ticket').select('id').execute()).toEqual([]);
    expect((await desk.upload('founder', png)).code).toBe(0);
  });
});
