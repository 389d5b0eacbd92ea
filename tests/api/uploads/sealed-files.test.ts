import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Vault } from '#server/db/vault.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { insertFile } from '#server/platform/files/queries.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';
import { openUploadDesk, picture, type UploadDesk } from '#tests/support/files/uploading.ts';

let desk: UploadDesk;
/** A document of several chunks. */
const pdf = pdfOf(...Array.from({ length: 600 }, (_, index) => `第 ${index} 页`));

beforeAll(async () => {
  desk = await openUploadDesk();
});
afterAll(() => desk.close());

const idOf = (url: string) => url.split('/').at(-1) ?? '';
const placeOf = (id: string, bucket = 'private') => path.join(desk.folder, bucket, id.slice(0, 2), id);
const modeOf = (place: string) => statSync(place).mode & 0o777;
const store = (vault = desk.test.services.database.vault) =>
  new FileStore({ uploadDir: desk.folder, importDir: desk.folder }, vault);
const pause = async () => undefined;

async function bytesOf(id: string, files = store()): Promise<Buffer> {
  const found = await files.read({ id, bucket: 'private' });
  const chunks: Buffer[] = [];
  for await (const chunk of (await found?.stream()) ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A private file as releases before kept it. */
async function plainFile(): Promise<string> {
  const id = randomBytes(16).toString('hex');
  mkdirSync(path.dirname(placeOf(id)), { recursive: true });
  writeFileSync(placeOf(id), pdf, { mode: 0o644 });
  const row = { id, bucket: 'private', owner_id: null, mime: 'application/pdf', name: '旧.pdf', pdf: null } as const;
  await insertFile(desk.test.services.database.db, { ...row, bytes: String(pdf.length), sha256: 'x' }, desk.now());
  return id;
}

describe('a private file', () => {
  it('is sealed on the disk, for the user of the process alone, and is given as it came', async () => {
    const came = await desk.upload('founder', pdf, { bucket: 'private', type: 'file' });
    const lying = readFileSync(placeOf(idOf(came.data.url)));
    expect(lying.includes(pdf.subarray(0, 32))).toBe(false);
    expect(modeOf(placeOf(idOf(came.data.url)))).toBe(0o600);
    expect(modeOf(path.join(desk.folder, 'private'))).toBe(0o700);
    expect(modeOf(path.join(desk.folder, 'parts'))).toBe(0o700);
    expect(came.data.size).toBe(pdf.length);
    const given = await desk.fetch('founder', came.data.url);
    expect(given.headers['content-length']).toBe(String(pdf.length));
    expect(given.rawPayload.equals(pdf)).toBe(true);
    expect(desk.lying().filter((name) => name.startsWith('parts'))).toEqual([]);
  });

  it('is given in parts, also across its chunks and from its end', async () => {
    const { data } = await desk.upload('founder', pdf, { bucket: 'private', type: 'file' });
    const led = await desk.app.inject({ url: data.url, headers: { cookie: await desk.cookieOf('founder') } });
    const part = (range: string, more = {}) =>
      desk.app.inject({ url: String(led.headers.location), headers: { range, ...more } });
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=65530-65545', 65_530, 65_545],
      ['bytes=131072-', 131_072, pdf.length - 1],
      ['bytes=-7', pdf.length - 7, pdf.length - 1],
      ['bytes=10-99999999', 10, pdf.length - 1],
    ] as const) {
      const reply = await part(range);
      expect(reply.statusCode).toBe(206);
      expect(reply.headers['content-range']).toBe(`bytes ${start}-${end}/${pdf.length}`);
      expect(reply.headers['content-length']).toBe(String(end - start + 1));
      expect(reply.rawPayload.equals(pdf.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await part(`bytes=${pdf.length}-`);
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${pdf.length}`]);
    for (const range of ['bytes=0-1,5-6', 'pages=1-2', 'bytes=-']) expect((await part(range)).statusCode).toBe(200);
    expect((await part('bytes=0-9', { 'if-range': '"x"' })).statusCode).toBe(200);
  });

  it('whose bytes were changed or put in the place of another is cut off, and never given wrong', async () => {
    const [one, other] = [
      await desk.upload('founder', pdf, { bucket: 'private', type: 'file' }),
      await desk.upload('founder', pdf, { bucket: 'private', type: 'file' }),
    ].map(({ data }) => idOf(data.url));
    writeFileSync(placeOf(one ?? ''), readFileSync(placeOf(other ?? '')));
    await expect(bytesOf(one ?? '')).rejects.toThrow(Error);
  });

  it('that came before files were sealed is read as it is, and is sealed beside everything else, once', async () => {
    const id = await plainFile();
    expect((await bytesOf(id)).equals(pdf)).toBe(true);
    chmodSync(path.join(desk.folder, 'private'), 0o755);
    expect((await store().sealPrivate(pause)).sealed).toBe(1);
    expect(readFileSync(placeOf(id)).includes(pdf.subarray(0, 32))).toBe(false);
    expect(modeOf(placeOf(id))).toBe(0o600);
    expect(modeOf(path.join(desk.folder, 'private'))).toBe(0o700);
    expect((await bytesOf(id)).equals(pdf)).toBe(true);
    expect((await desk.fetch('staff', `/files/private/${id}`)).rawPayload.equals(pdf)).toBe(true);
    expect((await store().sealPrivate(pause)).sealed).toBe(0);
  });

  it('is sealed by two processes at once and stays whole, and one that is swept meanwhile does not come back', async () => {
    const ids = [await plainFile(), await plainFile(), await plainFile()];
    const gone = ids[2] ?? '';
    await Promise.all([
      store().sealPrivate(pause),
      store().sealPrivate(pause),
      store().remove({ id: gone, bucket: 'private' }),
    ]);
    for (const id of ids.slice(0, 2)) expect((await bytesOf(id)).equals(pdf)).toBe(true);
    expect(desk.lying().filter((name) => name.startsWith('parts'))).toEqual([]);
  });

  it('of an older key is sealed again under the first one, and then needs the older one no longer', async () => {
    const { data } = await desk.upload('founder', pdf, { bucket: 'private', type: 'file' });
    const own = Buffer.from(process.env['SECRET_KEY'] ?? '', 'base64');
    const next = Buffer.alloc(32, 5);
    const outcome = await store(new Vault(next, own)).sealPrivate(pause);
    expect(outcome.sealed).toBeGreaterThan(0);
    // The one that a test before has damaged is named, and holds up no other.
    expect(outcome.left).toHaveLength(1);
    expect((await bytesOf(idOf(data.url), store(new Vault(next)))).equals(pdf)).toBe(true);
    expect((await store(new Vault(own, next)).sealPrivate(pause)).sealed).toBeGreaterThan(0);
    expect((await bytesOf(idOf(data.url))).equals(pdf)).toBe(true);
  });

  it('of a key that is not here is not given, and sealed under no other', async () => {
    const { data } = await desk.upload('founder', pdf, { bucket: 'private', type: 'file' });
    const foreign = store(new Vault(Buffer.alloc(32, 9)));
    await expect(bytesOf(idOf(data.url), foreign)).rejects.toThrow('is not here');
    expect((await foreign.sealPrivate(pause)).left).toContain(idOf(data.url));
    expect((await bytesOf(idOf(data.url))).equals(pdf)).toBe(true);
  });
});

describe('a public file', () => {
  it('is on the disk as it is given, for the user of the process alone, and is given in parts as well', async () => {
    const { data } = await desk.upload('founder', await picture(300, 200).png().toBuffer());
    const place = placeOf(idOf(data.url), 'public');
    expect(modeOf(place)).toBe(0o600);
    const lying = readFileSync(place);
    const reply = await desk.app.inject({ url: data.url, headers: { range: 'bytes=8-15' } });
    expect(reply.statusCode).toBe(206);
    expect(reply.rawPayload.equals(lying.subarray(8, 16))).toBe(true);
  });
});
