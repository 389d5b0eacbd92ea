import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { insertAccounts } from '#server/commands/seed/queries.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { staffDesk } from '#tests/support/staff/staff-desk.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const FOUNDER_PHONE = '19900000001';
let test: TestApp;
let desk: ReturnType<typeof staffDesk>;

beforeAll(async () => {
  test = await openTestApp();
  desk = staffDesk(test);
});
afterAll(() => test.close());

const names = async (body: object) => (await desk.find(body)).list.map(({ username }) => username);

describe('staff find a person', () => {
  it.each([
    ['a part of the name', '创业'],
    ['a part of the username in any case', 'FOUND'],
    ['the whole phone number', FOUNDER_PHONE],
    ['the number as people group it', '199 0000-0001'],
    ['the number with its country code', '+8619900000001'],
  ])('by %s', async (_, word) => {
    expect(await names({ word })).toEqual(['founder']);
  });

  it('by the uid', async () => {
    expect(await names({ word: await desk.uidOf('investor') })).toContain('investor');
  });

  it('never by a part of the phone number, and not by signs that mean something to a database', async () => {
    expect(await names({ word: '1990000000' })).toEqual([]);
    expect(await names({ word: '%' })).toEqual([]);
    expect(await names({ word: '_' })).toEqual([]);
    expect(await names({ word: `' or true --` })).toEqual([]);
  });

  it('by kind and by state', async () => {
    expect(await names({ kind: 'founder' })).toEqual(['founder']);
    expect(await names({ kind: 'investor' })).toEqual(['investor']);
    expect(await names({ kind: 'organisation' })).toEqual(['organisation']);
    expect(await names({ kind: 'svip' })).toEqual(['svip']);
    expect(await names({ kind: 'staff' })).toEqual(['staff']);
    expect(await names({ kind: 'none' })).toEqual(['member']);
    expect(await names({ state: 'frozen' })).toEqual([]);
    expect(await names({ state: 'active' })).toHaveLength(6);
  });

  it('and is shown the number masked, in the list and on its own', async () => {
    const uid = await desk.uidOf('founder');
    const replies = [await desk.find({ word: FOUNDER_PHONE }), await desk.read(uid)];
    expect(JSON.stringify(replies)).not.toContain(FOUNDER_PHONE);
    expect(replies[1]).toMatchObject({ phone: '199****0001', balance: 0, state: 'active', isMe: false });
  });

  it('page by page, newest first and each once', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      username: `paged-${index}`,
      name: `分页用户${index}`,
      phone: `+861990000${String(1000 + index)}`,
      roles: [],
      isSvip: false,
      isStaff: false,
    }));
    await insertAccounts(test.services.database, many, 'none', TEST_NOW);
    const seen: string[] = [];
    let after: string | null | undefined;
    let pages = 0;
    do {
      const page = await desk.find({ word: '分页用户', ...(after && { after }) });
      seen.push(...page.list.map(({ uid }) => uid));
      after = page.after;
      pages += 1;
    } while (after !== null);
    expect(pages).toBe(3);
    expect(seen).toHaveLength(120);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => Number(b) - Number(a)));
  });
});

describe('a phone number', () => {
  it('is shown whole only for a reason, which the log keeps without the number', async () => {
    const uid = await desk.uidOf('founder');
    const asked = await desk.act(uid, 'phone', { reason: '用户来电核实身份' });
    expect(asked.data).toEqual({ phone: `+86${FOUNDER_PHONE}` });
    const { list } = await desk.log('?action=user.phoneShown');
    expect(list[0]).toMatchObject({ targetId: uid, targetName: '示例创业者', reason: '用户来电核实身份', details: {} });
    expect(JSON.stringify(list)).not.toContain(FOUNDER_PHONE);
    expect((await desk.act(uid, 'phone', { reason: ' 核 ' })).status).toBe(422);
    expect((await desk.log('?action=user.phoneShown')).list).toHaveLength(1);
  });

  it('that was searched for or shown is in no line that the server logs', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk: Buffer, _, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const logging = fromOwnPage(await createApp(test.services, { logger: { level: 'trace', stream } }));
    const headers = { cookie: await desk.signIn('staff') };
    const uid = await desk.uidOf('founder');
    for (const [url, payload] of [
      ['/api/staff/users/find', { word: FOUNDER_PHONE }],
      ['/api/staff/users/find', { word: FOUNDER_PHONE, nonsense: 1 }],
      [`/api/staff/users/${uid}/phone`, { reason: '用户来电核实身份' }],
    ] as const)
      await logging.inject({ method: 'POST', url, headers, payload });
    await logging.close();
    expect(lines.join('')).toContain('/api/staff/users/find');
    expect(lines.join('')).not.toContain(FOUNDER_PHONE);
  });
});

it('a person who is not there is reported as such, and only staff are shown anything', async () => {
  expect(await test.get('staff', '/api/staff/users/999999999999999999')).toMatchObject({
    code: codeOf('UNKNOWN_RECORD'),
    msg: '用户不存在',
  });
  const uid = await desk.uidOf('founder');
  for (const who of ['founder', 'investor', 'svip'] as const)
    expect((await test.get(who, `/api/staff/users/${uid}`)).code).toBe(codeOf('FORBIDDEN'));
});
