import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Vault } from '#server/db/vault.ts';
import { PolicySigner } from '#server/features/uploads/upload-policy.ts';
import { MAX_UPLOADS_A_DAY } from '#server/features/uploads/upload-quota.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { openUploadDesk, picture, type UploadDesk } from '#tests/support/files/uploading.ts';

const HOUR = 3600 * 1000;
let desk: UploadDesk;
let png: Buffer;
beforeAll(async () => {
  desk = await openUploadDesk();
  png = await picture().png().toBuffer();
});
afterAll(() => desk.close());

const REFUSED = { status: 422, code: codeOf('INVALID_BODY'), msg: '上传凭证无效或已过期，请重新上传' };
const policyOf = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
const textOf = (policy: object) => Buffer.from(JSON.stringify(policy)).toString('base64url');

describe('a signature for an upload', () => {
  it('is asked for as JSON or as a form, and says where to post', async () => {
    const { server } = await desk.sign('founder');
    expect(server).toBe('/mobi-investor/upload');
    const reply = await desk.app.inject({
      method: 'POST',
      url: '/mobi-investor/upload/form-api',
      headers: { cookie: await desk.cookieOf('founder'), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ param: '{"bucket":"private"}', type: 'file' }).toString(),
    });
    const { data } = reply.json<{ data: { policy: string } }>();
    expect(policyOf(data.policy)).toMatchObject({ bucket: 'private', type: 'file', maxBytes: 20 * 1024 * 1024 });
  });

  it('ends after an hour, although a year was asked for', async () => {
    const signed = await desk.sign('founder');
    expect(Number(policyOf(signed.policy)['expires']) - desk.now().getTime()).toBe(HOUR);
    desk.wait(HOUR);
    expect(await desk.post('founder', signed, png)).toMatchObject(REFUSED);
  });

  it('ends sooner where that is asked for', async () => {
    const soon = { param: JSON.stringify({ bucket: 'public', expiration: desk.now().getTime() - 1 }) };
    const reply = await desk.app.inject({
      method: 'POST',
      url: '/mobi-investor/upload/form-api',
      headers: { cookie: await desk.cookieOf('founder') },
      payload: soon,
    });
    const { data } = reply.json<{ data: { policy: string; signature: string } }>();
    expect(await desk.post('founder', data, png)).toMatchObject(REFUSED);
  });

  it.each(['not json', '{}', '{"bucket":"elsewhere"}', '{"bucket":["public"]}', 'null'])(
    'is not given for %s',
    async (param) => {
      const reply = await desk.app.inject({
        method: 'POST',
        url: '/mobi-investor/upload/form-api',
        headers: { cookie: await desk.cookieOf('founder') },
        payload: { param },
      });
      expect(reply.json()).toMatchObject({ code: codeOf('INVALID_BODY'), msg: '上传参数有误' });
    },
  );

  it('is good for the account alone that asked', async () => {
    const signed = await desk.sign('founder');
    for (const who of ['member', 'staff'] as const) expect(await desk.post(who, signed, png)).toMatchObject(REFUSED);
    expect((await desk.post('founder', signed, png)).code).toBe(0);
  });

  it('is good once, also for two that come at the same time', async () => {
    const signed = await desk.sign('founder');
    const both = await Promise.all([desk.post('founder', signed, png), desk.post('founder', signed, png)]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, codeOf('INVALID_BODY')]);
    expect(await desk.post('founder', signed, png)).toMatchObject(REFUSED);
  });

  it('is used up by a file that is refused', async () => {
    const signed = await desk.sign('founder');
    expect((await desk.post('founder', signed, Buffer.from('no picture'))).msg).toBe('上传格式错误！');
    expect(await desk.post('founder', signed, png)).toMatchObject(REFUSED);
  });

  it('does not hold for another policy, key or text', async () => {
    const { policy, signature } = await desk.sign('founder');
    const wider = textOf({ ...policyOf(policy), maxBytes: 1e12 });
    const foreign = new PolicySigner(new Vault(Buffer.alloc(32, 7))).sign(
      { bucket: 'public' },
      'pic',
      String(policyOf(policy)['account']),
      desk.now(),
    );
    const before = desk.lying().length;
    for (const forged of [
      { policy: wider, signature },
      { policy, signature: '' },
      { policy, signature: `${signature}=` },
      { policy: '', signature },
      { policy: textOf({}), signature: '' },
      foreign,
    ])
      expect(await desk.post('founder', forged, png)).toMatchObject(REFUSED);
    expect(desk.lying()).toHaveLength(before);
  });

  it('must come before the file', async () => {
    const { multipart } = await import('#tests/support/files/uploading.ts');
    const { policy, signature } = await desk.sign('founder');
    const body = multipart([
      { name: 'file', value: png, fileName: 'a.png' },
      { name: 'signature', value: signature },
      { name: 'policy', value: policy },
    ]);
    const headers = { ...body.headers, cookie: await desk.cookieOf('founder') };
    const reply = await desk.app.inject({
      method: 'POST',
      url: '/mobi-investor/upload',
      headers,
      payload: body.payload,
    });
    expect(reply.json()).toMatchObject({ msg: REFUSED.msg });
  });

  it('is given so many times a day, and again after midnight in Shanghai', async () => {
    const { db } = desk.test.services.database;
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'svip')
      .executeTakeFirstOrThrow();
    const used = Array.from({ length: MAX_UPLOADS_A_DAY - 1 }, (_, index) => ({
      id: `used-${index}`,
      account_id: account.id,
      used_at: desk.now(),
    }));
    await db.insertInto('upload_ticket').values(used).execute();
    // Two signatures were given before the last upload: the second does not help.
    const [first, second] = [await desk.sign('svip'), await desk.sign('svip')];
    expect((await desk.post('svip', first, png)).code).toBe(0);
    expect(await desk.post('svip', second, png)).toMatchObject({ status: 429, msg: '今日上传已达上限，请明天再试' });
    expect(await desk.sign('svip')).toBeNull();
    desk.wait(24 * HOUR);
    expect((await desk.upload('svip', png)).code).toBe(0);
  });

  it('is for members', async () => {
    expect(await desk.sign('visitor')).toBeNull();
    const signed = await desk.sign('founder');
    expect(await desk.post('visitor', signed, png)).toMatchObject({ status: 401, code: codeOf('SESSION_INVALID') });
  });
});
