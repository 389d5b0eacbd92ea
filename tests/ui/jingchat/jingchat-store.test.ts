import { describe, expect, test } from 'vitest';
import type { AskEvent } from '#schemas/api/jingchat.ts';
import {
  answerAgain,
  askQuestion,
  listConversations,
  readConversation,
  removeConversation,
  restoreConversation,
} from '#schemas/generated/api/jingchat.ts';
import type { CallInput } from '#client/lib/api.ts';
import { EventReader } from '#client/lib/event-reader.ts';
import { JingchatStore } from '#client/features/jingchat/jingchat-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { answerOf, CONVERSATION } from './answers.ts';

/** Answers with events; what it is given decides when each comes. */
const saying = (events: readonly AskEvent[]) => (input: unknown) => {
  const { onEvent } = input as CallInput<typeof askQuestion>;
  for (const event of events) onEvent?.(event);
  return events.at(-1) as AskEvent;
};
const WHOLE: readonly AskEvent[] = [
  { type: 'conversation', conversation: CONVERSATION },
  { type: 'stage', stage: 'understand' },
  { type: 'stage', stage: 'query' },
  { type: 'answer', answer: answerOf() },
];

describe('a question', () => {
  test('begins a conversation, and the next one goes on in it', async () => {
    const api = new FakeApi().on(askQuestion, saying(WHOLE));
    const store = new JingchatStore(api);
    await store.ask(' 北京的企业有哪些 ');
    await store.ask('上海的呢');
    expect(api.callsOf(askQuestion)).toEqual([
      { question: '北京的企业有哪些' },
      { question: '上海的呢', conversation: '7' },
    ]);
    expect(store.turns.map(({ answer }) => answer?.content.kind)).toEqual(['list', 'list']);
    expect(store.conversations.list.value).toEqual([CONVERSATION]);
  });

  test('waits until the one before it is answered, and is none where it is empty or too long', async () => {
    const api = new FakeApi().on(askQuestion, () => new Promise<never>(() => undefined));
    const store = new JingchatStore(api);
    void store.ask('北京的企业有哪些');
    await store.ask('上海的呢');
    store.stop();
    await store.ask('   ');
    await store.ask('问'.repeat(201));
    expect(api.callsOf(askQuestion)).toHaveLength(1);
  });

  test('that is stopped takes no answer that comes later, and can be asked again', async () => {
    const late: { answer?: () => void } = {};
    const api = new FakeApi().on(askQuestion, async (input) => {
      const { onEvent } = input as CallInput<typeof askQuestion>;
      onEvent?.({ type: 'stage', stage: 'query' });
      await new Promise<void>((resolve) => (late.answer = resolve));
      return saying(WHOLE)(input);
    });
    const store = new JingchatStore(api);
    const asked = store.ask('北京的企业有哪些');
    expect(store.busy?.stage).toBe('query');
    store.stop();
    late.answer?.();
    await asked;
    expect(store.turns[0]).toMatchObject({ isStopped: true, answer: undefined });
    api.on(askQuestion, saying(WHOLE));
    await store.retry(store.turns[0] as never);
    expect(store.turns.map(({ answer }) => answer?.id)).toEqual(['1']);
  });

  test('that is refused says why and loses nothing', async () => {
    const api = new FakeApi().on(askQuestion, () => {
      throw refusal('TOO_MANY_REQUESTS');
    });
    const store = new JingchatStore(api);
    await store.ask('北京的企业有哪些');
    expect(store.turns[0]?.failure?.message).toBe('操作过于频繁，请稍后再试');
    expect(store.lastQuestion).toBe('北京的企业有哪些');
  });
});

describe('a conversation that is opened', () => {
  test('reads its three latest answers again, and the others when they are asked for', async () => {
    const questions = ['1', '2', '3', '4'].map((id) => ({
      id,
      question: `问题${id}`,
      askedAt: '2026-11-21T04:00:00.000Z',
      hasPlan: true,
    }));
    const api = new FakeApi()
      .on(readConversation, () => ({ conversation: CONVERSATION, questions }))
      .on(answerAgain, ({ params }) => answerOf({ id: params.id }));
    const store = new JingchatStore(api);
    await store.show('7');
    await expect.poll(() => store.turns.map(({ answer }) => answer?.id)).toEqual([undefined, '2', '3', '4']);
    await store.again(store.turns[0] as never);
    expect(store.turns[0]?.answer?.id).toBe('1');
  });

  test('of another user is said not to be there', async () => {
    const api = new FakeApi().on(readConversation, () => {
      throw refusal('UNKNOWN_RECORD');
    });
    const store = new JingchatStore(api);
    await store.show('8');
    expect(store.opening.failure?.message).toBe('记录不存在或已删除');
  });
});

test('a conversation that was removed can be restored to its place', async () => {
  const newer = { id: '9', title: '上海的企业', updatedAt: '2026-11-22T04:00:00.000Z' };
  const api = new FakeApi()
    .on(listConversations, () => ({ list: [newer, CONVERSATION] }))
    .on(removeConversation, () => null)
    .on(restoreConversation, () => newer);
  const { conversations } = new JingchatStore(api);
  await conversations.list.load();
  expect(await conversations.remove(newer)).toBe(true);
  expect(conversations.list.value).toEqual([CONVERSATION]);
  expect(conversations.removed).toEqual(newer);
  await conversations.restore();
  expect(conversations.list.value).toEqual([newer, CONVERSATION]);
});

test('events of a stream are read once each, however the text is cut', () => {
  const heard: unknown[] = [];
  const reader = new EventReader((event) => heard.push(event));
  const text = 'retry: 5\n\ndata: {"a":1}\n\ndata: {"b":"二"}\n\n';
  for (let end = 1; end < text.length; end += 3) reader.read(text.slice(0, end));
  expect(reader.end(text)).toEqual({ b: '二' });
  expect(heard).toEqual([{ a: 1 }, { b: '二' }]);
  expect(() => new EventReader(() => undefined).end('')).toThrow('服务暂不可用，请稍后重试');
});
