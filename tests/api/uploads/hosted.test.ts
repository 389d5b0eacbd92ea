import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostedReply, takeHostedFile } from '#schemas/api/uploads.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { readHostedStorage } from '#server/platform/files/hosted-config.ts';
import { formSignature, replySignature, visitToken } from '#server/platform/files/hosted-storage.ts';
import { codeOf, type Who } from '#tests/support/app/test-app.ts';
import { openUploadDesk, type Signed, type Uploaded, type UploadDesk } from '#tests/support/files/uploading.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const ENVIRONMENT = {
  UPLOAD_SERVER: 'https://up.example.com',
  UPLOAD_PUBLIC_BUCKET: 'open',
  UPLOAD_PUBLIC_SECRET: 'secret of the open form',
  PUBLIC_VISIT_HOST: 'https://img.example.com',
  UPLOAD_PRIVATE_BUCKET: 'closed',
  UPLOAD_PRIVATE_SECRET: 'secret of the closed form',
  PRIVATE_VISIT_HOST: 'https://files.example.com',
  PRIVATE_VISIT_SECRET: 'secret of the tokens',
};
const SECRETS = { open: ENVIRONMENT.UPLOAD_PUBLIC_SECRET, closed: ENVIRONMENT.UPLOAD_PRIVATE_SECRET };

let desk: UploadDesk;
beforeAll(async () => {
  desk = await openUploadDesk({ hostedStorage: readHostedStorage(ENVIRONMENT) });
});
afterAll(() => desk.close());

const termsOf = ({ policy }: Signed) =>
  JSON.parse(Buffer.from(policy, 'base64').toString()) as Record<string, string | number>;

/** What the storage does with a file: it holds it to the policy, and answers under its signature. */
function storageTakes(signed: Signed, ending = '.png'): HostedReply {
  const terms = termsOf(signed);
  const secret = SECRETS[terms['bucket'] as keyof typeof SECRETS];
  expect(signed.signature).toBe(formSignature(signed.policy, secret));
  expect(String(terms['allow-file-type']).split(',')).toContain(ending.slice(1));
  const url = String(terms['save-key']).replace('{.suffix}', ending);
  const reply = { code: 200, message: 'ok', url, time: Math.floor(desk.now().getTime() / 1000) };
  return { ...reply, sign: replySignature(reply, secret) };
}
const take = async (who: Who, reply: HostedReply, more: object = {}): Promise<Uploaded> => {
  const payload = { ...reply, name: '名片.png', size: 2048, ...more };
  const headers = { cookie: await desk.cookieOf(who) };
  const answer = await desk.app.inject({ method: 'POST', url: takeHostedFile.path, headers, payload });
  return { status: answer.statusCode, ...answer.json<Omit<Uploaded, 'status'>>() };
};
const ask = async (who: Who, url: string) => desk.app.inject({ url, headers: { cookie: await desk.cookieOf(who) } });

describe('the algorithms of the hosted storage', () => {
  it('are those that it documents', () => {
    const policy = 'eyJidWNrZXQiOiJkZW1vYnVja2V0IiwiZXhwaXJhdGlvbiI6MTQwOTIwMDc1OCwic2F2ZS1rZXkiOiIvaW1nLmpwZyJ9';
    expect(formSignature(policy, 'cAnyet74l9hdUag34h2dZu8z7gU=')).toBe('646a6a629c344ce0e6a10cadd49756d4');
    expect(visitToken('/404.jpg', 1545271510, 'mark520')).toBe('bcc3b8331545271510');
  });
});

describe('a file at the hosted storage', () => {
  it('is signed for in the form of the storage, under an id of ours and within the hour', async () => {
    const signed = await desk.sign('founder', 'private');
    expect(signed).toMatchObject({ server: 'https://up.example.com/closed', isHosted: true });
    expect(termsOf(signed)).toEqual({
      bucket: 'closed',
      'save-key': expect.stringMatching(/^\/files\/private\/[0-9a-f]{32}\{\.suffix\}$/) as string,
      expiration: Math.floor(desk.now().getTime() / 1000) + 3600,
      'content-length-range': `1,${5 * 1024 * 1024}`,
      'allow-file-type': 'jpg,jpeg,png,gif,webp',
      'x-gmkerl-thumb': '/rotate/auto',
    });
    const document = termsOf(await desk.sign('founder', 'public', 'file'));
    expect(document).toMatchObject({ bucket: 'open', 'content-length-range': `1,${20 * 1024 * 1024}` });
    expect(document).not.toHaveProperty('x-gmkerl-thumb');
  });

  it('is known by the signed answer, once for however often it is brought', async () => {
    const reply = storageTakes(await desk.sign('founder', 'private'));
    const answers = await Promise.all([1, 2, 3].map(() => take('founder', reply)));
    const plain = reply.url.replace('.png', '');
    for (const { code, data } of answers)
      expect([code, data]).toEqual([0, { url: plain, name: '名片.png', size: 2048 }]);
    const { db } = desk.test.services.database;
    const rows = await db.selectFrom('file').selectAll().where('hosted_path', '=', reply.url).execute();
    expect(rows).toMatchObject([{ bucket: 'private', mime: 'image/png', bytes: '2048', sha256: null, used_at: null }]);
  });

  it('is not known by an answer that the storage did not give, nor to another user', async () => {
    const reply = storageTakes(await desk.sign('founder', 'private'));
    const other = storageTakes(await desk.sign('member', 'private'));
    const foreign = { ...reply, url: '/files/private/../a.png' };
    const closed = { ...reply, url: reply.url.replace('private', 'public') };
    const refused = { status: 422, code: codeOf('INVALID_BODY'), msg: '上传凭证无效或已过期，请重新上传' };
    for (const forged of [
      { ...reply, url: other.url },
      { ...reply, sign: '' },
      { ...reply, url: reply.url.replace('.png', '.pdf') },
      { ...reply, url: `${reply.url}.pdf` },
      { ...reply, time: reply.time + 1 },
      { ...foreign, sign: replySignature(foreign, SECRETS.closed) },
      { ...closed, sign: replySignature(closed, SECRETS.closed) },
      other,
    ])
      expect(await take('founder', forged)).toMatchObject(refused);
    expect(await take('visitor', reply)).toMatchObject({ status: 401 });
    expect((await take('founder', reply, { size: 21 * 1024 * 1024 })).status).toBe(422);
    expect((await take('founder', reply)).code).toBe(0);
  });

  it('that is private leads a user who may have it to an address with a token of minutes, and no other user', async () => {
    const reply = storageTakes(await desk.sign('founder', 'private'));
    const { data } = await take('founder', reply);
    for (const who of ['founder', 'staff'] as const) {
      const led = await ask(who, data.url);
      const until = Math.floor(desk.now().getTime() / 1000) + 300;
      const token = visitToken(reply.url, until, ENVIRONMENT.PRIVATE_VISIT_SECRET);
      expect([led.statusCode, led.body]).toEqual([302, '']);
      expect(led.headers).toMatchObject({
        location: `https://files.example.com${reply.url}?_upt=${token}`,
        'cache-control': 'private, no-store',
      });
    }
    const nothing = (await ask('investor', `/files/private/${'0'.repeat(32)}`)).body;
    for (const who of ['visitor', 'investor', 'svip'] as const) {
      const refused = await ask(who, data.url);
      expect([refused.statusCode, refused.body, refused.headers.location]).toEqual([404, nothing, undefined]);
    }
  });

  it('that is public leads every user to the public host', async () => {
    const reply = storageTakes(await desk.sign('founder', 'public'), '.jpg');
    const { data } = await take('founder', reply);
    const led = await ask('visitor', data.url);
    expect([led.statusCode, led.headers.location]).toEqual([302, `https://img.example.com${reply.url}`]);
    expect((await ask('founder', data.url.replace('public', 'private'))).statusCode).toBe(404);
  });

  it('is taken by records as any file is, by its bucket and kind', async () => {
    const certificate = (await take('founder', storageTakes(await desk.sign('founder', 'private')))).data.url;
    const award = (url: string, clientKey: string) =>
      desk.test.post<RecordReply>('founder', '/api/metadata/data/AwardRecord', {
        clientKey,
        values: { title: '年度奖', awardedOn: '2025', issuer: '示例协会', certificate: { url, name: '证书.png' } },
      });
    expect((await award(certificate, 'a-hosted-certificate')).problems).toEqual([]);
    const open = (await take('founder', storageTakes(await desk.sign('founder', 'public')))).data.url;
    expect((await award(open, 'an-open-certificate')).problems).toMatchObject([{ field: 'certificate' }]);
  });

  it('is signed for so many times a day, whether it came or not', async () => {
    const { db } = desk.test.services.database;
    desk.wait(DAY_MS);
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'svip')
      .executeTakeFirstOrThrow();
    const used = Array.from({ length: 199 }, (_, index) => ({
      id: `hosted-${index}`,
      account_id: account.id,
      used_at: desk.now(),
    }));
    await db.insertInto('upload_ticket').values(used).execute();
    const both = await Promise.all([desk.sign('svip'), desk.sign('svip')]);
    expect(both.filter((signed) => signed === null)).toHaveLength(1);
  });
});

describe('the configuration of the hosted storage', () => {
  it('is whole or absent, and has hosts without paths', () => {
    expect(readHostedStorage({})).toBeUndefined();
    expect(readHostedStorage({ UPLOAD_SERVER: 'https://up.example.com' })).toBeUndefined();
    for (const name of Object.keys(ENVIRONMENT))
      expect(() => readHostedStorage({ ...ENVIRONMENT, [name]: '' })).toThrow(`使用云存储还须设置 ${name}`);
    for (const wrong of ['img.example.com', 'ftp://img.example.com', 'https://img.example.com/a'])
      expect(() => readHostedStorage({ ...ENVIRONMENT, PUBLIC_VISIT_HOST: wrong })).toThrow('PUBLIC_VISIT_HOST 应为');
    expect(readHostedStorage(ENVIRONMENT)?.origins).toEqual([
      'https://up.example.com',
      'https://img.example.com',
      'https://files.example.com',
    ]);
  });

  it('is needed to take files: without it no answer is believed', async () => {
    const own = await openUploadDesk();
    const payload = { code: 200, message: 'ok', url: '/files/public/0.png', time: 1, sign: 's', name: 'a', size: 1 };
    const headers = { cookie: await own.cookieOf('founder') };
    const reply = await own.app.inject({ method: 'POST', url: takeHostedFile.path, headers, payload });
    expect(reply.json()).toMatchObject({ code: codeOf('INVALID_BODY') });
    await own.close();
  });
});
