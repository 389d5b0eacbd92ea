import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: ChatWorld;
let me: Writer;
let peer: Writer;

beforeAll(async () => {
  world = await openChatWorld();
  [me, peer] = await world.pair();
  await me.say(peer, '您好');
});
afterAll(() => world.close());

/** A call as a page without script would send it. */
async function sendForm(path: string, form: [string, string][]) {
  const reply = await world.test.app.inject({
    method: 'POST',
    url: path,
    headers: { cookie: me.cookie, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    payload: new URLSearchParams(form).toString(),
  });
  return reply.json<{ code: number; data: unknown }>();
}

describe('a call whose body is a form', () => {
  test.each<[string, [string, string][]]>([
    ['/api/rong/top', [['action', '1']]],
    [
      '/api/rong/noDdisturbing',
      [
        ['type', 'MSG'],
        ['action', '0'],
      ],
    ],
  ])('may hold numbers: %s', async (path, form) => {
    expect((await sendForm(path, [['uid', peer.uid], ...form])).code).toBe(0);
  });

  it('sends a message, whose digits stay text', async () => {
    const form: [string, string][] = [
      ['content', '12'],
      ['type', '0'],
      ['clientId', randomUUID()],
      ['seenSeq', '1'],
    ];
    const { code, data } = await sendForm(`/api/rong/sixin/${peer.uid}`, form);
    expect(code).toBe(0);
    expect(data).toMatchObject({ message: { type: 0, content: '12' } });
  });

  test.each([[['过度骚扰']], [['过度骚扰', '其他']]])('may hold a list: %j', async (labels) => {
    const other = await world.person();
    await me.say(other, '您好');
    const { code } = await sendForm('/api/rong/reportAdd', [
      ['beReportId', other.uid],
      ['reportReason', '反复发送广告'],
      ['source', '7'],
      ...labels.map((label): [string, string] => ['reportType', label]),
    ]);
    expect(code).toBe(0);
  });

  it('is refused where a text cannot become what is asked for', async () => {
    const { code } = await sendForm('/api/rong/top', [
      ['uid', peer.uid],
      ['action', 'yes'],
    ]);
    expect(code).toBe(codeOf('INVALID_BODY'));
  });

  it('is still judged by the same rules: a key too much is refused', async () => {
    const { code } = await sendForm('/api/rong/top', [
      ['uid', peer.uid],
      ['action', '1'],
      ['more', '1'],
    ]);
    expect(code).toBe(codeOf('INVALID_BODY'));
  });
});
