import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderObjects } from '#server/platform/objects/folder-objects.ts';
import { importName, importReport, uploadName } from '#server/platform/objects/object-names.ts';
import { checkObjects } from '#server/platform/objects/check-objects.ts';
import { copyObjects, removeCopied } from '#server/platform/objects/copy-objects.ts';
import type { BucketSettings } from '#server/platform/objects/bucket-requests.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';
import { S3Server } from '#tests/support/files/s3-server.ts';

const MIB = 2 ** 20;
let server: S3Server;
let folder: string;
beforeAll(async () => {
  server = await S3Server.open();
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-objects-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name = 'one') =>
  new FolderObjects({ uploads: path.join(folder, name, 'uploads'), imports: path.join(folder, name, 'imports') });
const newId = () => randomBytes(16).toString('hex');
const newName = () => uploadName('private', newId());
const of = (...chunks: readonly Buffer[]) => Readable.from(chunks) as AsyncIterable<Buffer>;
async function bytesOf(stream: Readable | undefined): Promise<Buffer | undefined> {
  if (!stream) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
async function namesOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names.toSorted();
}
async function* breaking(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  throw new Error('the sender went away');
}

const STORES: readonly (readonly [string, () => ObjectStore])[] = [
  ['a folder', () => inFolder()],
  ['a bucket', () => server.objects()],
];

describe.each(STORES)('an object in %s', (_kind, open) => {
  it('is given as it was put, whole and in parts, with its size and its beginning', async () => {
    const [store, name, content] = [open(), newName(), randomBytes(200_000)];
    await store.put(name, of(content.subarray(0, 70_000), content.subarray(70_000)));
    expect((await bytesOf(await store.read(name)))?.equals(content)).toBe(true);
    const part = await bytesOf(await store.read(name, { start: 1000, end: 1999 }));
    expect(part?.equals(content.subarray(1000, 2000))).toBe(true);
    const head = await store.head(name, 28);
    expect(head?.bytes).toBe(200_000);
    expect(head?.first.equals(content.subarray(0, 28))).toBe(true);
  });

  it('may be empty', async () => {
    const [store, name] = [open(), importReport(newId(), 'rejected.csv')];
    await store.put(name, of());
    expect(await store.head(name, 28)).toMatchObject({ bytes: 0 });
    expect(await bytesOf(await store.read(name))).toHaveLength(0);
  });

  it('of many megabytes is put and given in pieces', async () => {
    const [store, name] = [open(), importName(newId())];
    const content = randomBytes(20 * MIB + 17);
    await store.put(name, of(content.subarray(0, 9 * MIB), content.subarray(9 * MIB)));
    expect((await store.head(name))?.bytes).toBe(content.length);
    expect((await bytesOf(await store.read(name)))?.equals(content)).toBe(true);
  });

  it('that is not there is said to be so, and may be taken away', async () => {
    const [store, name] = [open(), newName()];
    expect(await store.head(name)).toBeUndefined();
    expect(await store.read(name)).toBeUndefined();
    await store.remove(name);
    await store.put(name, of(Buffer.from('here')));
    await store.remove(name);
    expect(await store.head(name)).toBeUndefined();
  });

  it('is listed by how its name begins, and no other', async () => {
    const [store, id] = [open(), newId()];
    const names = [importName(id), importReport(id, 'a.csv'), importReport(id, 'b.csv')];
    for (const name of names) await store.put(name, of(Buffer.from(name)));
    expect(await namesOf(store, importReport(id, ''))).toEqual(names.slice(1));
    expect(await namesOf(store, 'imports/')).toEqual(expect.arrayContaining(names));
  });

  it('is one of those that were put where several are at the same time', async () => {
    const [store, name] = [open(), newName()];
    const contents = Array.from({ length: 8 }, (_, at) => Buffer.alloc(100_000, at));
    await Promise.all(contents.map((content) => store.put(name, of(content))));
    const given = await bytesOf(await store.read(name));
    expect(contents.some((content) => given?.equals(content))).toBe(true);
  });

  it.each([1, 12 * MIB])('of which only %d bytes came is not there', async (length) => {
    const [store, name] = [open(), newName()];
    await expect(store.put(name, breaking(Buffer.alloc(length)))).rejects.toThrow('the sender went away');
    expect(await store.head(name)).toBeUndefined();
  });

  it('does not come back where it was taken away while it was written over', async () => {
    const [store, name] = [open(), newName()];
    await store.put(name, of(Buffer.from('old')));
    const head = await store.head(name);
    const meanwhile = async function* () {
      yield Buffer.from('new');
      await store.remove(name);
    };
    await store.put(name, meanwhile(), head);
    expect(await store.head(name)).toBeUndefined();
  });

  it('has a name of ours', async () => {
    const store = open();
    for (const name of ['../secret.key', 'uploads/public/../../x', '/etc/passwd', 'uploads/private/ab/x']) {
      await expect(store.put(name, of(Buffer.from('x')))).rejects.toThrow('not a file of ours');
      await expect(store.read(name)).rejects.toThrow('not a file of ours');
    }
  });

  it('is found well by the check of the doctor, which leaves nothing', async () => {
    const store = open();
    const before = await namesOf(store, '');
    expect(await checkObjects(store)).toBeUndefined();
    expect(await namesOf(store, '')).toEqual(before);
  });
});

describe('a bucket', () => {
  it('that is busy or breaks off is asked up to three times', async () => {
    const [store, name] = [server.objects(), newName()];
    server.faults = ['busy', 'away'];
    await store.put(name, of(Buffer.from('at last')));
    server.faults = ['away', 'busy'];
    expect((await bytesOf(await store.read(name)))?.toString()).toBe('at last');
    server.faults = ['busy', 'busy', 'busy'];
    await expect(store.read(name)).rejects.toMatchObject({ failure: 'UNAVAILABLE', reason: /503 SlowDown/ });
  });

  it('that is away is said so once, and that it is back', async () => {
    const [store, name] = [server.objects(), newName()];
    await store.put(name, of(Buffer.from('kept')));
    server.reported.length = 0;
    server.fault = 'away';
    for (const _ of [1, 2]) await expect(store.read(name)).rejects.toMatchObject({ failure: 'UNAVAILABLE' });
    await expect(store.put(newName(), of(Buffer.from('x')))).rejects.toThrow('文件存储暂时不可用');
    server.fault = undefined;
    await store.read(name);
    expect(server.reported).toEqual([expect.stringContaining('无法连接'), 'back']);
  });

  it('that does not answer is left at the end of the time', async () => {
    server.fault = 'silent';
    const store = server.objects({}, AbortSignal.abort(new DOMException('over', 'TimeoutError')));
    await expect(store.head(newName())).rejects.toMatchObject({ reason: expect.stringContaining('没有应答') });
    server.fault = undefined;
  });

  it.each<readonly [string, Partial<BucketSettings>, RegExp]>([
    ['another key', { secretKey: 'wrong' }, /拒绝访问（403 SignatureDoesNotMatch）：请检查 S3_ACCESS_KEY_ID/],
    ['an unknown key', { accessKeyId: 'unknown' }, /拒绝访问（403 InvalidAccessKeyId）/],
  ])('refuses %s, and nothing is there; the doctor says why', async (_what, wrong, words) => {
    const [store, name] = [server.objects(wrong), newName()];
    await expect(store.put(name, of(Buffer.from('x')))).rejects.toMatchObject({ failure: 'UNAVAILABLE' });
    await expect(store.read(name)).rejects.toMatchObject({ reason: expect.stringMatching(words) });
    expect(server.bytesOf(name)).toBeUndefined();
    expect(await checkObjects(store)).toMatch(words);
  });

  it('of another name is not there, which is not taken for a file that is not', async () => {
    const store = server.objects({ url: server.settings.url.replace('jingtu', 'other') });
    await expect(store.read(newName())).rejects.toMatchObject({ reason: expect.stringContaining('NoSuchBucket') });
    expect(await checkObjects(store)).toContain('S3_BUCKET_URL');
  });

  it('lists more than one answer holds', async () => {
    const store = server.objects();
    const id = newId();
    const names = Array.from({ length: 1005 }, (_, at) => importReport(id, `r${String(at).padStart(4, '0')}.csv`));
    for (let at = 0; at < names.length; at += 67)
      await Promise.all(names.slice(at, at + 67).map((name) => store.put(name, of(Buffer.from(name)))));
    expect(await namesOf(store, importReport(id, ''))).toEqual(names);
    await Promise.all(names.map((name) => store.remove(name)));
  });
});

describe('moving files', () => {
  it('copies those of a folder into a bucket and back, goes on where it ended, and removes what is in both', async () => {
    const [here, there] = [inFolder('here'), inFolder('there')];
    const bucket = server.objects();
    const names = [newName(), uploadName('public', newId()), importName(newId())];
    for (const name of names) await here.put(name, of(randomBytes(50_000)));
    const before = await Promise.all(names.map(async (name) => bytesOf(await here.read(name))));
    await bucket.put(names[0] ?? '', (await here.read(names[0] ?? '')) ?? of());
    const first = await copyObjects(here, bucket, () => undefined);
    expect(first).toMatchObject({ copied: 2, there: 1, bytes: 100_000 });
    expect(await copyObjects(here, bucket, () => undefined)).toMatchObject({ copied: 0, there: 3 });
    // One that was sealed again meanwhile has another beginning, and is copied again.
    await here.put(names[0] ?? '', of(before[1] ?? Buffer.alloc(0)));
    expect(await copyObjects(here, bucket, () => undefined)).toMatchObject({ copied: 1, there: 2 });
    await here.put(names[0] ?? '', of(before[0] ?? Buffer.alloc(0)));
    await copyObjects(here, bucket, () => undefined);
    expect(await removeCopied(here, bucket)).toBe(3);
    expect(await namesOf(here, '')).toEqual([]);
    await copyObjects(bucket, there, () => undefined);
    const after = await Promise.all(names.map(async (name) => bytesOf(await there.read(name))));
    expect(after).toEqual(before);
  });

  it('that the bucket breaks off leaves the rest where it is', async () => {
    const here = inFolder('broken');
    for (let at = 0; at < 3; at += 1) await here.put(newName(), of(randomBytes(1000)));
    server.fault = 'away';
    await expect(copyObjects(here, server.objects(), () => undefined)).rejects.toMatchObject({
      failure: 'UNAVAILABLE',
    });
    expect(await removeCopied(here, inFolder('nothing'))).toBe(0);
    server.fault = undefined;
    expect(await namesOf(here, 'uploads/')).toHaveLength(3);
    expect(await copyObjects(here, server.objects(), () => undefined)).toMatchObject({ copied: 3 });
  });
});
