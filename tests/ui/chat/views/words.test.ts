import { describe, expect, test } from 'vitest';
import { MESSAGE_TYPES, type MessageType } from '#schemas/api/chat.ts';
import { FEED_TYPES } from '#schemas/api/notices.ts';
import { incomingOf, knownOf } from '#client/features/chat/conversation/incoming.ts';
import { dayLabel } from '#client/features/chat/messages/day-label.ts';
import { EMOJI_GROUPS } from '#client/features/chat/composer/emoji.ts';
import { systemAccountName } from '#shared/chat/system-accounts.ts';
import { ImeGuard } from '#client/lib/ime-guard.ts';
import { lastContentLabel } from '#client/features/chat/conversations/last-content.ts';
import { actsOf } from '#client/features/chat/messages/message-acts.ts';
import { pictureOf, projectOf } from '#client/features/chat/messages/message-content.ts';
import { isEmojiOnly, textParts } from '#client/features/chat/messages/text-parts.ts';
import { firstUnreadKey } from '#client/features/chat/conversation/unread-line.ts';
import { FIRST_AT, shownMessage, shownMessages, waitingMessage } from '#tests/support/chat/chat-dialog.ts';

const NOW = new Date(2026, 10, 21, 12, 30);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

describe('when something was', () => {
  test.each([
    [at(2026, 10, 21, 12, 29), '12:29'],
    [at(2026, 10, 21, 0, 0), '00:00'],
    [at(2026, 10, 20, 23, 59), '昨天'],
    [at(2026, 10, 20, 0, 0), '昨天'],
    [at(2026, 10, 19, 23, 59), '2026-11-19'],
    [at(2025, 10, 21, 12, 29), '2025-11-21'],
    // A clock that is ahead of ours.
    [at(2026, 10, 22, 0, 5), '2026-11-22'],
    ['', ''],
  ])('%s is %s', (instant, words) => expect(dayLabel(instant, NOW)).toBe(words));

  test('yesterday is a matter of the calendar, also over the end of a year', () => {
    expect(dayLabel(at(2025, 11, 31, 8, 0), new Date(2026, 0, 1, 0, 1))).toBe('昨天');
  });
});

describe('the last line of a user on the list', () => {
  const words = (type: MessageType | null, change = {}) =>
    lastContentLabel({ type, content: '', sent: false, lastChatBeBack: false, ...change });

  test('is the text, in one line, and never the content of anything else', () => {
    expect(words(0, { content: '第一行\n第二行' })).toBe('第一行 第二行');
    expect(words(null, { content: '' })).toBe('');
    const others = Object.values(MESSAGE_TYPES).filter((type) => type !== MESSAGE_TYPES.text);
    expect(others.map((type) => words(type))).toEqual([
      '[联系方式]',
      '[交换结果]',
      '[请求交换手机号]',
      '[请求交换微信]',
      '[索要BP]',
      '[图片]',
      '[项目名片]',
      '[同意交换手机号]',
      '[同意交换微信]',
    ]);
    expect(words(99 as MessageType)).toBe('[消息]');
  });

  test.each([
    [9, '{"kind":"PHONE","state":"agreed"}', '[已交换手机号]'],
    [9, '{"kind":"WEIXIN","state":"agreed"}', '[已交换微信]'],
    [9, '{"kind":"BP","state":"agreed"}', '[BP已送达]'],
    [9, '{"kind":"BP","state":"declined"}', '[已婉拒]'],
    [14, '示例科技', '[项目名片] 示例科技'],
  ] as const)('names what happened: type %s with %s', (type, content, label) =>
    expect(words(type, { content })).toBe(label),
  );

  test('says who took the message back', () => {
    expect(words(0, { sent: true, lastChatBeBack: true })).toBe('您撤回了一条私信');
    expect(words(13, { lastChatBeBack: true })).toBe('对方撤回了一条私信');
  });
});

describe('a text', () => {
  const links = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

  test('leads away at its web addresses, and at nothing else', () => {
    expect(links('看https://a.example/b?c=1#d。还有 http://e.example.')).toEqual([
      'https://a.example/b?c=1#d',
      'http://e.example',
    ]);
    expect(links('javascript:alert(1) data:text/html,x ftp://a.example file:///etc www.a.example')).toEqual([]);
    expect(links('https:// http://')).toEqual([]);
  });

  test.each(['', '没有链接', '前 https://a.example 后', 'https://a.example', 'https://a.examplehttps://b.example,'])(
    'is whole again when its parts are put together: %j',
    (text) =>
      expect(
        textParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text),
  );

  test('of emoji alone is distinguished from one with words, digits or nothing in it', () => {
    expect(['👍', '👍🎉 ❤️', '✌️', '👨‍👩‍👧'].map(isEmojiOnly)).toEqual([true, true, true, true]);
    expect(['👍好', '1', '#', '', ' ', '👍'.repeat(25)].map(isEmojiOnly)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });
});

test('pictures and cards are read only as far as they are safe', () => {
  const own = `/files/public/${'0'.repeat(32)}`;
  expect(pictureOf(JSON.stringify({ url: own, sourceUrl: 'javascript:alert(1)', width: 10 }))).toEqual({
    url: own,
    sourceUrl: own,
  });
  const hostile = [
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'http://a.example/x.png',
    7,
    null,
  ];
  expect(hostile.filter((url) => pictureOf(JSON.stringify({ url })))).toEqual([]);
  for (const content of ['', 'null', '[]', '{', '"x"']) expect(pictureOf(content)).toBeUndefined();
  expect(projectOf('{"ccid":"1","name":5,"logo":"javascript:x","brief":[],"hasBp":"yes"}')).toEqual({
    ccid: '1',
    name: '',
    logo: null,
    brief: '',
    hasBp: false,
  });
});

describe('keys of an input method', () => {
  const key = (change = {}) => ({ isComposing: false, keyCode: 13, timeStamp: 1000, ...change });

  test('are recognised in the order of each browser', () => {
    const guard = new ImeGuard();
    expect(guard.takes(key())).toBe(false);
    // Chrome, Firefox: the key comes while the composition lasts.
    expect(guard.takes(key({ isComposing: true, keyCode: 229 }))).toBe(true);
    // Safari: the composition has ended, the key still has the code of the input method.
    guard.ended(2000);
    expect(guard.takes(key({ keyCode: 229, timeStamp: 2001 }))).toBe(true);
    // Elsewhere the plain key follows the end at once; what a person presses next comes later.
    expect(guard.takes(key({ timeStamp: 2019 }))).toBe(true);
    expect(guard.takes(key({ timeStamp: 2021 }))).toBe(false);
  });
});

describe('what came', () => {
  const before = shownMessages(1, 3);
  const known = knownOf(before) ?? { last: '', seq: 0 };

  test('is found above what is still on its way, and not among what is older', () => {
    const waiting = waitingMessage('在路上');
    const withWaiting = knownOf([...before, waiting]) ?? known;
    const { theirs, hasOwn } = incomingOf([...shownMessages(-5, 0), ...before, shownMessage(4), waiting], withWaiting);
    expect(theirs.map(({ key }) => key)).toEqual(['seq-4']);
    expect(hasOwn).toBe(false);
    expect(incomingOf([...shownMessages(-5, 0), ...before], known)).toEqual({ theirs: [], hasOwn: false });
    expect(incomingOf([...before, waiting], known).hasOwn).toBe(true);
  });

  test('is nothing when another stretch of the conversation is shown', () => {
    expect(incomingOf(shownMessages(50, 60), known)).toEqual({ theirs: [], hasOwn: false });
  });

  test('begins behind what was read, once, and nowhere while that is not loaded', () => {
    expect(firstUnreadKey(before, true, 1)).toBe('seq-2');
    expect(firstUnreadKey(before, true, 0)).toBeUndefined();
    expect(firstUnreadKey(before, false, 0)).toBe('seq-1');
    expect(firstUnreadKey(before, false, undefined)).toBeUndefined();
  });

  test('begins above the first message of the other, not above an own one that follows what was read', () => {
    const messages = [shownMessage(1), shownMessage(2, { sent: true }), shownMessage(3)];
    expect(firstUnreadKey(messages, false, 1)).toBe('seq-3');
    expect(firstUnreadKey(messages.slice(0, 2), false, 1)).toBeUndefined();
  });
});

test('what can be done with a message depends on whose it is, what became of it, and on two minutes', () => {
  const own = shownMessage(1, { sent: true, timeStamp: new Date(FIRST_AT).toISOString() });
  expect(actsOf(own, FIRST_AT + 119_000)).toEqual(['copy', 'recall']);
  expect(actsOf(own, FIRST_AT + 120_000)).toEqual(['copy']);
  expect(actsOf(shownMessage(1), FIRST_AT)).toEqual(['copy']);
  expect(actsOf({ ...own, beBack: true }, FIRST_AT)).toEqual([]);
  expect(actsOf({ ...own, type: MESSAGE_TYPES.phoneRequest }, FIRST_AT)).toEqual([]);
  expect(actsOf(waitingMessage('一', { state: 'failed' }), FIRST_AT)).toEqual(['copy', 'retry', 'discard']);
  expect(actsOf(waitingMessage('一', { state: 'unconfirmed' }), FIRST_AT)).toEqual(['copy', 'retry']);
});

test('the emoji are about a hundred, of one or two code points, each once and each with a Chinese name of its own', () => {
  const all = EMOJI_GROUPS.flatMap(({ emoji }) => emoji);
  expect(all.length).toBeGreaterThanOrEqual(95);
  expect(all.length).toBeLessThanOrEqual(110);
  expect(new Set(all.map(([sign]) => sign)).size).toBe(all.length);
  expect(new Set(all.map(([, name]) => name)).size).toBe(all.length);
  expect(all.filter(([sign]) => [...sign].length > 2 || !isEmojiOnly(sign))).toEqual([]);
  expect(all.filter(([, name]) => !/^\p{Script=Han}+$/u.test(name))).toEqual([]);
});

test('the helper is the assistant of the platform by whatever name that goes', () => {
  expect(FEED_TYPES.map((type) => systemAccountName(type, '鲸图'))).toEqual([
    '鲸图助手',
    '系统通知',
    '分析师',
    '直播助手',
    '直播关注',
  ]);
});
