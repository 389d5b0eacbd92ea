import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#schemas/api/chat.ts';
import { makeFindable } from '#tests/support/account/people.ts';
import { codeOf, type Answer, type Who } from '#tests/support/app/test-app.ts';
import type { SendReply } from '#tests/support/chat/chat-world.ts';
import { openUploadDesk, picture, type UploadDesk } from '#tests/support/files/uploading.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';

let desk: UploadDesk;
const uids = new Map<Who, string>();
let url: string;

beforeAll(async () => {
  desk = await openUploadDesk();
  const rows = await desk.test.services.database.db.selectFrom('account').select(['id', 'username']).execute();
  for (const { id, username } of rows) {
    uids.set(username as Who, id);
    await makeFindable(desk.test, id);
  }
  url = await uploaded('founder');
});
afterAll(() => desk.close());

async function uploaded(
  who: Who,
  bytes?: Buffer,
  bucket: 'public' | 'private' = 'private',
  type: 'pic' | 'file' = 'pic',
) {
  const { code, msg, data } = await desk.upload(who, bytes ?? (await picture().png().toBuffer()), { bucket, type });
  if (code !== 0) throw new Error(msg);
  return data.url;
}

async function post<T>(who: Who, path: string, payload: object): Promise<Answer<T>> {
  const headers = { cookie: await desk.cookieOf(who) };
  const reply = await desk.app.inject({ method: 'POST', url: path, headers, payload });
  return { status: reply.statusCode, ...reply.json<Omit<Answer<T>, 'status'>>() };
}

const send = (who: Who, to: Who, content: unknown, clientId = randomUUID()) =>
  post<SendReply>(who, `/api/rong/sixin/${uids.get(to)}`, {
    clientId,
    content: typeof content === 'string' ? content : JSON.stringify(content),
    type: 13,
    seenSeq: 0,
  });

const statusOf = async (who: Who, address: string) => (await desk.fetch(who, address)).statusCode;

describe('a picture', () => {
  it('that is sent is seen by the two and by no other user', async () => {
    const sourceUrl = await uploaded('founder');
    expect(await statusOf('investor', url)).toBe(404);
    const { code, data } = await send('founder', 'investor', { url, sourceUrl, width: 40, height: 30 });
    expect(code).toBe(0);
    expect(JSON.parse(data.message.content)).toEqual({ url, sourceUrl, width: 40, height: 30 });
    expect(data.tip).toBeNull();
    for (const address of [url, sourceUrl]) {
      for (const who of ['founder', 'investor'] as const) expect(await statusOf(who, address)).toBe(200);
      for (const who of ['member', 'organisation', 'svip'] as const) expect(await statusOf(who, address)).toBe(404);
      expect(await statusOf('visitor', address)).not.toBe(200);
    }
    const { db } = desk.test.services.database;
    const files = await db
      .selectFrom('file')
      .select('used_at')
      .where('owner_id', '=', uids.get('founder') ?? '')
      .execute();
    expect(files.every(({ used_at }) => used_at !== null)).toBe(true);
  });

  it('shows no address on the list', async () => {
    const list = await desk.app.inject({
      url: '/api/rong/inmailList',
      headers: { cookie: await desk.cookieOf('investor') },
    });
    expect(list.json()).toMatchObject({ data: { list: [{ type: 13, content: '', unread: 1 }] } });
  });

  it('sent again is the same message', async () => {
    const clientId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send('founder', 'investor', { url, sourceUrl: url }, clientId)),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(5).fill(0));
    expect(new Set(answers.map(({ data }) => data.message.seq)).size).toBe(1);
    const another = await uploaded('founder');
    expect(await send('founder', 'investor', { url: another, sourceUrl: another }, clientId)).toMatchObject({
      code: codeOf('CONFLICT'),
    });
    expect(await statusOf('investor', another)).toBe(404);
  });

  it('with an address that was not uploaded here by the sender is refused, and opens nothing', async () => {
    const theirs = await uploaded('investor');
    const shown = await uploaded('founder', undefined, 'public');
    const text = await uploaded('founder', pdfOf('示例'), 'private', 'file');
    const own = await uploaded('founder');
    const missing = `/files/private/${'0'.repeat(32)}`;
    const forged: unknown[] = [
      ...[
        theirs,
        shown,
        text,
        missing,
        'https://evil.example/a.png',
        '//evil.example/a.png',
        'javascript:alert(1)',
        '',
      ].flatMap((address) => [
        { url: address, sourceUrl: own },
        { url: own, sourceUrl: address },
      ]),
      { url: `${own}?x`, sourceUrl: own },
      { url: `https://evil.example${own}`, sourceUrl: own },
      { url: `/files/private/../private/${own.split('/').at(-1)}`, sourceUrl: own },
      { url: own },
      { url: own, sourceUrl: own, width: -1 },
      { url: own, sourceUrl: own, height: 1.5 },
      { url: own, sourceUrl: own, html: '<b>' },
      { url: [own], sourceUrl: own },
      [own],
      null,
      'not JSON',
    ];
    for (const content of forged) {
      const { code, msg } = await send('founder', 'organisation', content);
      expect([JSON.stringify(content), code]).toEqual([JSON.stringify(content), codeOf('INVALID_BODY')]);
      expect(msg).toMatch(/\p{Script=Han}/u);
    }
    for (const address of [theirs, text, own]) expect(await statusOf('organisation', address)).toBe(404);
    expect(await statusOf('founder', theirs)).toBe(404);
    const { db } = desk.test.services.database;
    const row = await db
      .selectFrom('file')
      .select('used_at')
      .where('id', '=', own.split('/').at(-1) ?? '')
      .executeTakeFirst();
    expect(row?.used_at).toBeNull();
  });

  it('that is refused by a block opens nothing', async () => {
    await send('investor', 'svip', { url: await uploaded('investor'), sourceUrl: await uploaded('investor') });
    await post('svip', '/api/rong/noDdisturbing', { uid: uids.get('investor'), type: 'SCREEN', action: 1 });
    const own = await uploaded('investor');
    expect(await send('investor', 'svip', { url: own, sourceUrl: own })).toMatchObject({ code: 104 });
    expect(await statusOf('svip', own)).toBe(404);
  });

  it('that is taken back can no longer be fetched, unless another message shows it', async () => {
    const [once, twice] = [await uploaded('founder'), await uploaded('founder')];
    const first = await send('founder', 'organisation', { url: once, sourceUrl: twice });
    await send('founder', 'organisation', { url: twice, sourceUrl: twice });
    const path = `/api/rong/sixin/${uids.get('organisation')}/recall`;
    const { data } = await post<ChatMessage>('founder', path, { id: first.data.message.id });
    expect(data).toMatchObject({ beBack: true, content: '' });
    expect(await statusOf('organisation', once)).toBe(404);
    expect(await statusOf('organisation', twice)).toBe(200);
    expect(await statusOf('founder', once)).toBe(200);
  });
});
