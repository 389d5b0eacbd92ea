import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '#server/features/open/webhooks/outbound/public-addresses.ts';
import { addressRefusal, type Outbound, post, PUBLIC_OUTBOUND } from '#server/features/open/webhooks/outbound/post.ts';
import {
  answering,
  hangingUp,
  HERE,
  HookReceiver,
  stalling,
  talkingGarbage,
} from '#tests/support/open/hook-receiver.ts';

const CLOSED = '地址不属于公网，不能发送';
let receiver: HookReceiver;
beforeEach(async () => {
  receiver = await HookReceiver.open();
});
afterEach(() => receiver.close());

const here = (more: Partial<Outbound> = {}): Outbound => ({ ...HERE, ...more });
const send = (outbound: Outbound = here(), address = receiver.address) =>
  post(address, { 'webhook-id': 'msg_1' }, '{"type":"一"}', outbound);

describe('a message', () => {
  it('arrives as it was written, with its headers', async () => {
    expect(await send()).toEqual({ status: 204, problem: null });
    expect(receiver.received).toMatchObject([
      { path: '/hook', headers: { 'webhook-id': 'msg_1', 'content-length': '14' }, body: '{"type":"一"}' },
    ]);
  });

  it('that is answered with an address elsewhere is not sent there', async () => {
    receiver.answer = answering(302, { location: `http://127.0.0.1:${receiver.port}/elsewhere` });
    expect(await send()).toEqual({ status: 302, problem: null });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('is given up where the other side stalls, hangs up or does not speak HTTP', async () => {
    receiver.answer = stalling;
    expect(await send(here({ timeoutMs: 30 }))).toEqual({ status: null, problem: '超时' });
    receiver.answer = hangingUp;
    expect(await send()).toEqual({ status: null, problem: '连接被对方中断' });
    receiver.answer = talkingGarbage;
    expect(await send()).toEqual({ status: null, problem: '对方的回答不是 HTTP' });
  });

  it('is given up where the name is not found in time, or not at all', async () => {
    const address = 'http://hooks.example/';
    const never = here({ timeoutMs: 30, resolve: () => new Promise(() => undefined) });
    expect(await send(never, address)).toEqual({ status: null, problem: '超时' });
    const unknown = here({ resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) });
    expect(await send(unknown, address)).toEqual({ status: null, problem: '域名无法解析' });
    expect(await send(here({ resolve: async () => [] }), address)).toMatchObject({ problem: '域名没有对应的地址' });
  });

  it('reads nothing of a long answer but its status', async () => {
    receiver.answer = answering(200, {}, 'x'.repeat(1_000_000));
    expect(await send()).toEqual({ status: 200, problem: null });
  });
});

describe('where messages may go', () => {
  it('is the open internet alone, by https and without a password in the address', () => {
    const refusal = (address: string) => addressRefusal(address, PUBLIC_OUTBOUND);
    expect(refusal('https://hooks.example/path?x=1')).toBeNull();
    expect(refusal('https://[2606:4700::1111]/')).toBeNull();
    expect(refusal('http://hooks.example/')).toBe('地址须以 https:// 开头');
    expect(refusal('ftp://hooks.example/')).toBe('地址须以 https:// 开头');
    expect(refusal('https://a:b@hooks.example/')).toBe('地址中不能带用户名或密码');
    expect(refusal('hooks.example')).toBe('不是网址');
    const own = ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254'];
    expect(own.filter((host) => refusal(`https://${host}/`) !== CLOSED)).toEqual([]);
  });

  it('leaves out every network that is private, of a link, of this machine, reserved or for many', () => {
    const closed = [
      ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.1.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
      ['192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.7', '224.0.0.1', '255.255.255.255', 'not an address'],
      ['::', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', '2002:7f00:1::'],
      ['2001:db8::1', '2001::1'],
    ].flat();
    expect(closed.filter(isPublicAddress)).toEqual([]);
    const open = ['1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '::ffff:1.1.1.1', '2606:4700::1111'];
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it('is judged by what a name leads to: one closed address of several closes it', async () => {
    const open = here({ isAllowed: isPublicAddress });
    const address = `http://hooks.example:${receiver.port}/hook`;
    const to = (addresses: string[]) => send({ ...open, resolve: async () => addresses }, address);
    expect(await to(['127.0.0.1'])).toEqual({ status: null, problem: CLOSED });
    expect(await to(['1.1.1.1', '10.0.0.1'])).toEqual({ status: null, problem: CLOSED });
    expect(receiver.received).toEqual([]);
    // The name of every machine for itself, as the machine finds it.
    expect(await post('https://localhost/', {}, '{}', PUBLIC_OUTBOUND)).toEqual({ status: null, problem: CLOSED });
  });

  it('is looked up once, and the connection goes to what was found then', async () => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    expect(await send(here({ resolve }), `http://hooks.example:${receiver.port}/hook`)).toMatchObject({ status: 204 });
    expect(asked).toEqual(['hooks.example']);
    expect(receiver.received).toHaveLength(1);
  });

  it('is judged again by where the connection leads', async () => {
    // What is judged before connecting is let through, to see that this is not all.
    let judged = 0;
    const isAllowed = () => (judged += 1) <= 2;
    const address = `http://127.0.0.1:${receiver.port}/hook`;
    expect(await send(here({ isAllowed }), address)).toEqual({ status: null, problem: CLOSED });
    expect(judged).toBe(3);
  });
});
