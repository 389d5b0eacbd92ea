import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportFiles } from '#server/features/imports/import-files.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { sweepUploads } from '#server/platform/files/sweep.ts';
import { uploadName } from '#server/platform/objects/object-names.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';
import { S3Server } from '#tests/support/files/s3-server.ts';
import { openUploadDesk, picture, type UploadDesk } from '#tests/support/files/uploading.ts';

const pdf = pdfOf(...Array.from({ length: 600 }, (_, index) => `第 ${index} 页`));
let server: S3Server;
let desk: UploadDesk;
let png: Buffer;
beforeAll(async () => {
  server = await S3Server.open();
  desk = await openUploadDesk({ bucket: server.objects() });
  png = await picture().png().toBuffer();
});
afterEach(() => {
  server.fault = undefined;
});
afterAll(async () => {
  await desk.close();
  await server.close();
});

const idOf = (url: string) => url.split('/').at(-1) ?? '';
const filesKnown = async () => {
  const { db } = desk.test.services.database;
  return (await db.selectFrom('file').select('id').execute()).length;
};

describe('a file in a bucket', () => {
  it('is given as it came, public or private; a private one is sealed there, and its address is ours', async () => {
    const open = await desk.upload('founder', png);
    const secret = await desk.upload('founder', pdf, { bucket: 'private', type: 'file' });
    expect(server.bytesOf(uploadName('public', idOf(open.data.url)))?.length).toBeGreaterThan(0);
    const kept = server.bytesOf(uploadName('private', idOf(secret.data.url)));
    expect(kept?.subarray(0, 4).toString()).toBe('JTF1');
    expect(kept?.includes(pdf.subarray(0, 32))).toBe(false);
    expect(desk.lying()).toEqual([]);
    expect((await desk.fetch('visitor', open.data.url)).headers['content-type']).toBe('image/png');
    const led = await desk.app.inject({ url: secret.data.url, headers: { cookie: await desk.cookieOf('founder') } });
    expect(led.statusCode).toBe(302);
    expect(led.headers.location).toMatch(/^\/files\/private\/[0-9a-f]{32}\?expires=/);
    expect((await desk.fetch('founder', secret.data.url)).rawPayload.equals(pdf)).toBe(true);
    expect((await desk.fetch('investor', secret.data.url)).statusCode).toBe(404);
  });

  it('is given in parts, also across the chunks that are sealed together', async () => {
    const { data } = await desk.upload('founder', pdf, { bucket: 'private', type: 'file' });
    const led = await desk.app.inject({ url: data.url, headers: { cookie: await desk.cookieOf('founder') } });
    const part = await desk.app.inject({ url: String(led.headers.location), headers: { range: 'bytes=65000-66999' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 65000-66999/${pdf.length}`);
    expect(part.rawPayload.equals(pdf.subarray(65_000, 67_000))).toBe(true);
  });

  it('is 404 where its bytes are gone, and goes with its row where nothing refers to it', async () => {
    const { data } = await desk.upload('founder', png);
    const name = uploadName('public', idOf(data.url));
    const { database } = desk.test.services;
    const store = new FileStore(
      { uploadDir: desk.folder, importDir: desk.folder, bucket: server.objects() },
      database.vault,
    );
    await sweepUploads(database.db, store, new Date(desk.now().getTime() + 2 * DAY_MS));
    expect(server.bytesOf(name)).toBeUndefined();
    expect((await desk.fetch('founder', data.url)).statusCode).toBe(404);
  });

  it('that the bucket does not take is refused in words, and nothing of it is kept', async () => {
    const [before, known] = [server.names(), await filesKnown()];
    server.fault = 'away';
    const refused = await desk.upload('founder', pdf, { bucket: 'private', type: 'file' });
    expect(refused).toMatchObject({ status: 503, code: 50300, msg: '文件存储暂时不可用，请稍后重试' });
    server.fault = undefined;
    expect(server.names()).toEqual(before);
    expect(await filesKnown()).toBe(known);
    expect(desk.lying()).toEqual([]);
    expect((await desk.upload('founder', pdf, { bucket: 'private', type: 'file' })).status).toBe(200);
  });

  it('is 503 and not 404 while the bucket is away', async () => {
    const { data } = await desk.upload('founder', png);
    server.fault = 'away';
    const reply = await desk.fetch('founder', data.url);
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBeDefined();
    expect(reply.json()).toMatchObject({ msg: '文件存储暂时不可用，请稍后重试' });
    server.fault = undefined;
    expect((await desk.fetch('founder', data.url)).statusCode).toBe(200);
  });

  it('of which the record could not be written is taken away again', async () => {
    const { db } = desk.test.services.database;
    const before = server.names();
    await sql`alter table file add constraint refuses check (name <> 'refused.png')`.execute(db);
    const refused = await desk.upload('founder', png, { name: 'refused.png' });
    await sql`alter table file drop constraint refuses`.execute(db);
    expect(refused.status).toBe(500);
    expect(server.names()).toEqual(before);
  });

  it('that was put by a process which was killed before it wrote the record is known to no address', async () => {
    const { database } = desk.test.services;
    const store = new FileStore(
      { uploadDir: desk.folder, importDir: desk.folder, bucket: server.objects() },
      database.vault,
    );
    const file = { id: 'ab'.repeat(16), bucket: 'public' } as const;
    await store.put(Readable.from([png]), file);
    expect((await desk.fetch('staff', `/files/public/${file.id}`)).statusCode).toBe(404);
  });
});

describe('the file of an import in a bucket', () => {
  it('is had by processes that share no folder, with the reports of its runs', async () => {
    const folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'jingtu-imports-')));
    const [one, two] = folders.map((folder) => new ImportFiles(folder, server.objects())) as [ImportFiles, ImportFiles];
    const { id } = await one.receive(Readable.from([Buffer.from('名称\n甲\n')]), () => false);
    expect([await one.has(id), await two.has(id), existsSync(two.file(id))]).toEqual([true, true, false]);
    expect(await two.fetch(id)).toBe(true);
    expect(existsSync(two.file(id))).toBe(true);
    mkdirSync(two.reports(id), { recursive: true });
    writeFileSync(path.join(two.reports(id), 'rejected.csv'), '行号\n');
    await two.keepReports(id);
    await one.fetchReports(id);
    expect(existsSync(path.join(one.reports(id), 'rejected.csv'))).toBe(true);
    await one.remove(id);
    expect([await one.has(id), server.names().filter((name) => name.includes(id))]).toEqual([false, []]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('leaves nothing where the bucket does not take it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-imports-'));
    const files = new ImportFiles(folder, server.objects());
    server.fault = 'busy';
    const coming = Readable.from([Buffer.from('名称\n甲\n')]);
    await expect(files.receive(coming, () => false)).rejects.toMatchObject({ failure: 'UNAVAILABLE' });
    server.fault = undefined;
    await files.removeAbandoned(new Date(Date.now() + 2 * DAY_MS));
    expect(server.names().filter((name) => name.startsWith('imports/'))).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('stays on this machine for days, and for good where the bucket does not have it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-imports-'));
    const [alone, shared] = [new ImportFiles(folder), new ImportFiles(folder, server.objects())];
    const old = await alone.receive(Readable.from([Buffer.from('名称\n甲\n')]), () => false);
    const copied = await shared.receive(Readable.from([Buffer.from('名称\n乙\n')]), () => false);
    await shared.removeAbandoned(new Date(Date.now() + 30 * DAY_MS));
    expect([existsSync(shared.file(old.id)), existsSync(shared.file(copied.id))]).toEqual([true, false]);
    expect(await shared.fetch(copied.id)).toBe(true);
    rmSync(folder, { recursive: true, force: true });
  });
});
