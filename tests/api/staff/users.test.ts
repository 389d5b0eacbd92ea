import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { clearEndedVip } from '#server/platform/coins/vip-queries.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { approveAll } from '#tests/support/staff/approve-requests.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const FOUNDER_PHONE = '19900000001';
let test: TestApp;
let staff: ReturnType<typeof staffRequests>;

beforeAll(async () => {
  test = await openTestApp();
  staff = staffRequests(test);
});
afterAll(() => test.close());

const names = async (word: string) => (await staff.find({ word })).list.map(({ username }) => username);
const listed = async (query: object) => (await staff.rows('User', query)).map((row) => row['username']);

describe('staff find a user', () => {
  it.each([
    ['a part of the name', '创业'],
    ['a part of the username in any case', 'FOUND'],
    ['the whole phone number', FOUNDER_PHONE],
    ['the number as people group it', '199 0000-0001'],
    ['the number with its country code', '+8619900000001'],
  ])('by %s', async (_, word) => {
    expect(await names(word)).toEqual(['founder']);
  });

  it('by the uid', async () => {
    expect(await names(await staff.uidOf('investor'))).toContain('investor');
  });

  it('in the list by a keyword, which no phone number is', async () => {
    for (const keyword of ['创业', 'FOUND'])
      expect(await listed({ keyword, fields: ['username'] })).toEqual(['founder']);
    for (const keyword of [FOUNDER_PHONE, '199****0001']) expect(await listed({ keyword })).toEqual([]);
  });

  it('never by a part of the phone number, and not by signs that mean something to a database', async () => {
    for (const word of ['1990000000', '%', '_', `' or true --`]) {
      expect(await names(word)).toEqual([]);
      expect(await listed({ keyword: word })).toEqual([]);
    }
  });

  it('by kind and by state', async () => {
    const by = (field: string, op: string, value: unknown) => listed({ filter: { field, op, value } });
    for (const kind of ['founder', 'investor', 'organisation', 'svip'])
      expect(await by('kind', 'containsAny', [kind])).toEqual([kind]);
    const all = ['access', 'money', 'audit', 'data', 'staff'];
    expect(await by('kind', 'containsAny', ['staff'])).toEqual(all);
    expect(await by('duties', 'containsAny', ['money'])).toEqual(['money', 'staff']);
    expect(await by('kind', 'containsAny', ['none'])).toEqual(['member']);
    // As links of before say it.
    expect(await by('kind', 'in', ['investor'])).toEqual(['investor']);
    expect(await by('state', 'eq', 'frozen')).toEqual([]);
    expect(await by('state', 'eq', 'active')).toHaveLength(10);
  });

  it('and is shown the number masked, in the list and on its own', async () => {
    const uid = await staff.uidOf('founder');
    const filter = { field: 'uid', op: 'in', value: [uid] };
    const [row, record] = [(await staff.rows('User', { filter }))[0], await staff.user(uid)];
    expect(JSON.stringify([row, record])).not.toContain(FOUNDER_PHONE);
    expect(row).toMatchObject({ phone: '199****0001', kind: ['founder'] });
    expect(record).toMatchObject({
      phone: '199****0001',
      roles: ['START_UP'],
      balance: 0,
      reports: 0,
      state: 'active',
    });
  });
});

it('SVIP that is over is taken off the account, and shows as none', async () => {
  const uid = await newAccount(test, { username: 'once-svip', name: '曾经的会员' });
  const body = { days: 1, reason: '客户补偿', clientKey: staff.key() };
  await staff.act(uid, 'vip', body);
  await approveAll(test);
  expect(await staff.user(uid)).toMatchObject({ kind: ['svip'], vip: 'term', vipUntil: '2026-11-22T04:00:00.000Z' });
  await clearEndedVip(test.services.database.db, new Date('2026-11-22T03:59:59Z'));
  expect(await staff.user(uid)).toMatchObject({ kind: ['svip'] });
  await clearEndedVip(test.services.database.db, new Date('2026-11-22T04:00:00Z'));
  const after = await staff.user(uid);
  expect(after).toMatchObject({ kind: ['none'] });
  expect([after['vip'], after['vipUntil']]).toEqual([undefined, undefined]);
});

describe('a phone number', () => {
  it('is shown whole only for a reason, which the log keeps without the number', async () => {
    const uid = await staff.uidOf('founder');
    const asked = await staff.act(uid, 'phone', { reason: '用户来电核实身份' });
    expect(asked.data).toEqual({ phone: `+86${FOUNDER_PHONE}` });
    const { list } = await staff.log('?action=user.phoneShown');
    expect(list[0]).toMatchObject({
      targetId: uid,
      user: { id: uid, name: '示例创业者' },
      reason: '用户来电核实身份',
      details: {},
    });
    expect(JSON.stringify(list)).not.toContain(FOUNDER_PHONE);
    expect((await staff.act(uid, 'phone', { reason: ' 核 ' })).status).toBe(422);
    expect((await staff.log('?action=user.phoneShown')).list).toHaveLength(1);
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
    const headers = { cookie: await staff.signIn('staff') };
    const uid = await staff.uidOf('founder');
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

it('only staff are shown anything of a user', async () => {
  const uid = await staff.uidOf('founder');
  for (const who of ['founder', 'investor', 'svip'] as const)
    expect((await test.get(who, `/api/metadata/data/User/${uid}`)).code).toBe(codeOf('FORBIDDEN'));
});
