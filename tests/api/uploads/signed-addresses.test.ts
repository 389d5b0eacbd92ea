import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { Vault } from '#server/db/vault.ts';
import { AddressSigner } from '#server/features/uploads/signed-addresses.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { grantFile } from '#server/platform/files/queries.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import type { Who } from '#tests/support/app/test-app.ts';
import { openUploadDesk, picture, type UploadDesk } from '#tests/support/files/uploading.ts';

const MINUTE = 60 * 1000;
let desk: UploadDesk;
let png: Buffer;
let plain: string;
beforeAll(async () => {
  desk = await openUploadDesk();
  png = await picture().png().toBuffer();
});
afterAll(() => desk.close());
beforeEach(async () => {
  plain = (await desk.upload('founder', png, { bucket: 'private' })).data.url;
});

const idOf = (url: string): string => ownFile(url)?.id ?? '';
const ask = async (who: Who, url: string, method: 'GET' | 'HEAD' = 'GET') =>
  desk.app.inject({ method, url, headers: { cookie: await desk.cookieOf(who) } });
const addressFor = async (who: Who, url = plain) => String((await ask(who, url)).headers.location);
/** What a file that is not there is answered with. */
const nothing = async (who: Who = 'visitor') => {
  const { statusCode, body } = await ask(who, `/files/private/${'0'.repeat(32)}`);
  return { statusCode, body };
};
const outcome = async (who: Who, url: string) => {
  const { statusCode, body } = await ask(who, url);
  return { statusCode, body };
};

describe('the plain address of a private file', () => {
  it('never gives bytes, but leads a user who may have them to a signed address', async () => {
    for (const who of ['founder', 'staff'] as const) {
      const reply = await ask(who, plain);
      expect([reply.statusCode, reply.body]).toEqual([302, '']);
      expect(reply.headers['cache-control']).toBe('private, no-store');
      expect(reply.headers.location).toMatch(
        /^\/files\/private\/[0-9a-f]{32}\?expires=\d+&signature=[0-9a-f]{8}-[\w-]{43}$/,
      );
    }
  });

  it('leads no other user anywhere', async () => {
    for (const who of ['visitor', 'member', 'investor', 'organisation', 'svip'] as const) {
      const reply = await ask(who, plain);
      expect(reply.headers.location).toBeUndefined();
      expect({ statusCode: reply.statusCode, body: reply.body }).toEqual(await nothing(who));
    }
  });

  it('is asked by HEAD as by GET', async () => {
    const led = await ask('founder', plain, 'HEAD');
    expect([led.statusCode, led.body]).toEqual([302, '']);
    const shown = await ask('founder', String(led.headers.location), 'HEAD');
    expect([shown.statusCode, shown.body, shown.headers['content-type']]).toEqual([200, '', 'image/png']);
  });

  it('of a public file gives the bytes as ever', async () => {
    const { data } = await desk.upload('founder', png);
    expect((await ask('visitor', data.url)).statusCode).toBe(200);
  });
});

describe('a signed address', () => {
  it('gives the bytes to a user who holds it for five minutes, and then nothing', async () => {
    const address = await addressFor('founder');
    desk.wait(4 * MINUTE);
    for (const who of ['visitor', 'founder'] as const) {
      const reply = await ask(who, address);
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
      expect(reply.headers['cache-control']).toBe('private, no-store');
    }
    desk.wait(MINUTE);
    for (const who of ['visitor', 'founder', 'staff'] as const)
      expect(await outcome(who, address)).toEqual(await nothing());
    expect((await desk.fetch('founder', plain)).statusCode).toBe(200);
  });

  it('that is forged is as a file that is not there, no matter who asks', async () => {
    const { pathname, searchParams } = new URL(await addressFor('founder'), 'http://host');
    const { expires = '', signature = '' } = Object.fromEntries(searchParams) as Record<string, string | undefined>;
    const foreign = new AddressSigner(new Vault(Buffer.alloc(32, 7))).sign(idOf(plain), desk.now());
    for (const forged of [
      `${pathname}?expires=${Number(expires) + 3600}&signature=${signature}`,
      `${pathname}?expires=99999999999&signature=${signature}`,
      `${pathname}?expires=Infinity&signature=${signature}`,
      `${pathname}?expires=&signature=${signature}`,
      `${pathname}?signature=${signature}`,
      `${pathname}?expires=${expires}&signature=`,
      `${pathname}?expires=${expires}&signature=${signature}=`,
      `${pathname}?expires=${expires}&signature=${signature.slice(0, -2)}`,
      `${pathname}?expires=${expires}&signature=${'A'.repeat(43)}`,
      foreign,
    ])
      for (const who of ['visitor', 'founder', 'staff'] as const)
        expect({ forged, ...(await outcome(who, forged)) }).toEqual({ forged, ...(await nothing()) });
  });

  it('opens no other file and no other door', async () => {
    const other = (await desk.upload('founder', png, { bucket: 'private' })).data.url;
    const open = (await desk.upload('founder', png)).data.url;
    const { search } = new URL(await addressFor('founder'), 'http://host');
    expect(await outcome('founder', `${other}${search}`)).toEqual(await nothing());
    expect(await outcome('founder', `/files/private/${idOf(open)}${search}`)).toEqual(await nothing());
    expect((await outcome('founder', plain.replace('private', 'public') + search)).statusCode).toBe(404);
    // One that was signed for a public file, were there such a thing, leads to nothing private either.
    const signer = new AddressSigner(desk.test.services.database.vault);
    expect(await outcome('visitor', signer.sign(idOf(open), desk.now()))).toEqual(await nothing());
  });

  it('dies with its minutes when what it rests on was taken back, and no new one is given', async () => {
    const { db } = desk.test.services.database;
    const { id } = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'investor')
      .executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => grantFile(trx, idOf(plain), id));
    const address = await addressFor('investor');
    await db.deleteFrom('file_grant').where('file_id', '=', idOf(plain)).execute();
    expect((await ask('investor', plain)).statusCode).toBe(404);
    expect((await ask('investor', address)).statusCode).toBe(200);
    desk.wait(5 * MINUTE);
    expect((await ask('investor', address)).statusCode).toBe(404);
  });

  it('is good at every process with the same key', async () => {
    const address = await addressFor('founder');
    const second = fromOwnPage(await createApp({ ...desk.test.services, now: desk.now }, { uploadDir: desk.folder }));
    expect((await second.inject({ url: address })).statusCode).toBe(200);
    await second.close();
  });

  it('is written into no log, whatever its level', async () => {
    const address = await addressFor('founder');
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const logging = fromOwnPage(
      await createApp(
        { ...desk.test.services, now: desk.now },
        { uploadDir: desk.folder, logger: { level: 'trace', stream } },
      ),
    );
    for (const url of [plain, address]) {
      const { statusCode } = await logging.inject({ url, headers: { cookie: await desk.cookieOf('founder') } });
      expect(statusCode).toBeLessThan(400);
    }
    await logging.close();
    expect(lines.join()).toContain(plain);
    for (const secret of ['signature', address.split('=').at(-1)]) expect(lines.join()).not.toContain(secret);
  });

  it('is no address that a record or a message can hold', async () => {
    expect(ownFile(await addressFor('founder'))).toBeUndefined();
  });
});
