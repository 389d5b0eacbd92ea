import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '#schemas/api/devices.ts';
import { shanghaiTime } from '#shared/time/shanghai.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { openPassportWorld, type PassportWorld, SIGN_IN } from '#tests/support/account/passport.ts';
import { codeAt, factorCalls } from '#tests/support/account/second-factor.ts';
import { TEST_PASSWORD } from '#tests/support/app/test-app.ts';

const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const MAIL = 'lvren@data.example';

let world: PassportWorld;
let id: string;
beforeEach(async () => {
  world = await openPassportWorld();
  id = await newAccount(world.test, { username: 'lvren', name: '示例旅人', email: MAIL });
});
afterEach(() => world.close());

interface Browser {
  readonly agent: string;
  readonly address: string;
  /** Cookies that it kept. */
  readonly cookies?: string;
}

/** Signs in, and gives all cookies of the answer. */
async function signIn({ agent, address, cookies = '' }: Browser, username = 'lvren'): Promise<string> {
  const reply = await world.test.app.inject({
    method: 'POST',
    url: SIGN_IN,
    remoteAddress: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent, cookie: cookies },
    payload: new URLSearchParams({ username, password: TEST_PASSWORD }).toString(),
  });
  expect(reply.json<{ code: number }>().code).toBe(0);
  return reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

const notices = (accountId = id) =>
  world.test.services.database.db
    .selectFrom('notice')
    .select(['title', 'body', 'link'])
    .where('account_id', '=', accountId)
    .where('title', '=', '账号在新设备上登录')
    .orderBy('id')
    .execute();

describe('a sign-in', () => {
  it('is not said when it is the first of the account', async () => {
    await signIn({ agent: DESK, address: '203.0.113.9' });
    expect(await notices()).toEqual([]);
  });

  it('on a device that is known is not said again, wherever it is and whatever its browser has become', async () => {
    const cookies = await signIn({ agent: DESK, address: '203.0.113.9' });
    const device = cookies.split('; ').find((cookie) => cookie.includes('kr_device')) ?? '';
    await signIn({ agent: DESK.replace('131', '140'), address: '198.51.100.7', cookies: device });
    await signIn({ agent: PHONE, address: '192.0.2.77', cookies: device });
    expect(await notices()).toEqual([]);
  });

  it('of a browser that lost its cookies is not said where the same kind of browser was seen on the same network', async () => {
    await signIn({ agent: DESK, address: '203.0.113.9' });
    await signIn({ agent: DESK.replace('131', '140'), address: '203.0.113.200' });
    expect(await notices()).toEqual([]);
  });

  it.each([
    ['another browser', { agent: PHONE, address: '203.0.113.9' }, 'iPhone · Safari', '203.0.113.*'],
    ['another network', { agent: DESK, address: '198.51.100.7' }, 'Windows 电脑 · Chrome', '198.51.100.*'],
    ['a network of IPv6', { agent: DESK, address: '2001:db8:1:2:3::4' }, 'Windows 电脑 · Chrome', '2001:db8:1:2:*'],
  ])(
    'without cookies from %s is said with time, device and rough address, in the bell and by mail',
    async (_, from, words, address) => {
      await signIn({ agent: DESK, address: '203.0.113.9' });
      world.pass(3600);
      await signIn(from);
      const [notice, ...more] = await notices();
      expect(more).toEqual([]);
      const seen = `时间：${shanghaiTime(world.now()).slice(0, 16)}\n设备：${words}\n网络地址：${address}`;
      expect(notice?.body).toContain(seen);
      expect(notice?.link).toBe('/personalCenter?page=devices');
      const mail = await world.test.sent.mailTo(MAIL);
      expect(mail.subject).toBe('鲸图：账号在新设备上登录');
      expect(mail.text).toContain(`设备：${words}\n网络地址：${address}`);
      expect(mail.text).not.toContain('http');
      await signIn(from);
      expect(await notices()).toHaveLength(1);
    },
  );

  it('that was said can be ended by its owner from the devices that the notice leads to', async () => {
    const cookie = await signIn({ agent: DESK, address: '203.0.113.9' });
    const stranger = await signIn({ agent: PHONE, address: '198.51.100.7' });
    const { data: list } = await world.get<Device[]>('/api/rong/user/devices', { cookie });
    const other = list.find(({ current }) => !current);
    expect(other).toMatchObject({ words: 'iPhone · Safari 18' });
    await world.post('/api/rong/user/devices/end', { id: other?.id ?? '' }, { cookie });
    expect((await world.get('/api/rong/user/devices', { cookie: stranger })).status).toBe(401);
  });

  it('leaves nothing readable of device and address but in its session, and an entry of the log without the address', async () => {
    const { db } = world.test.services.database;
    await signIn({ agent: DESK, address: '203.0.113.9' });
    await signIn({ agent: PHONE, address: '198.51.100.7' });
    const kept = await db.selectFrom('known_device').selectAll().where('account_id', '=', id).execute();
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toMatch(/iPhone|Safari|198\.51|203\.0/);
    const logged = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'account.newDevice')
      .execute();
    expect(logged).toEqual([{ actor_id: id, details: { device: 'iPhone · Safari' } }]);
  });
});

describe('a sign-in of staff', () => {
  it('from elsewhere is said as well, once the second factor was proved', async () => {
    const calls = factorCalls(world);
    const { secret } = await calls.setUp('staff');
    const { id: staffId } = await world.test.services.database.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'staff')
      .executeTakeFirstOrThrow();
    world.pass(60);
    const asked = await world.post<{ ticket: string }>(
      SIGN_IN,
      { username: 'staff', password: TEST_PASSWORD },
      { address: '198.51.100.7' },
    );
    expect(await notices(staffId)).toEqual([]);
    const { ticket } = asked.data;
    const passed = await world.post(
      '/api/p/passport/second_factor',
      { ticket, code: codeAt(secret, world.now()) },
      { address: '198.51.100.7' },
    );
    expect(passed.code).toBe(0);
    expect(await notices(staffId)).toHaveLength(1);
  });
});
