import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#shared/policy/actor.ts';
import { Asking, type AskingDeps } from '#server/features/jingchat/asking.ts';
import { DEADLINES } from '#server/features/jingchat/stages.ts';
import { Composer } from '#server/features/jingchat/composer.ts';
import { Conversations } from '#server/features/jingchat/conversations.ts';
import { ExampleMaker } from '#server/features/jingchat/examples.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { Limits } from '#server/platform/limits/limits.ts';
import { noModel } from '#tests/support/assistant/no-model.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { contentOf, fillCompanies, saidIn } from '#tests/support/assistant/asking.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { AskEvent } from '#schemas/api/jingchat.ts';

let app: TestApp;
let actor: Member;
beforeAll(async () => {
  app = await openTestApp();
  await fillCompanies(app);
  actor = { id: await newAccount(app, { username: 'asker', name: '提问者' }), name: '', roles: [], vipType: 0 };
});
afterAll(() => app.close());

const NEVER = new Promise<never>(() => undefined);
const reported: unknown[] = [];

/** The answering part with some of it replaced by what goes wrong. */
function asking(broken: Partial<Pick<Assistant, 'read' | 'run'>>, deadlines = DEADLINES) {
  const { services } = app;
  const assistant = new Assistant(services, () => 0);
  const limits = new Limits({ vault: services.database.vault, now: services.now });
  const conversations = new Conversations({ ...services, limits });
  const faulty = {
    read: broken.read ?? assistant.read.bind(assistant),
    run: broken.run ?? assistant.run.bind(assistant),
    askable: assistant.askable.bind(assistant),
    vocabulary: assistant.vocabulary.bind(assistant),
  } as Assistant;
  const composer = new Composer(services, faulty);
  const deps: AskingDeps = {
    ...services,
    limits,
    conversations,
    deadlines,
    assistant: faulty,
    composer,
    models: noModel(services, assistant, composer),
    examples: new ExampleMaker(services, assistant),
    report: (error) => reported.push(error),
  };
  return { asks: new Asking(deps), conversations };
}

async function ask(asks: Asking, signal = new AbortController().signal) {
  const begun = await asks.begin({ question: '北京的企业有哪些' }, actor);
  const events: AskEvent[] = [];
  for await (const event of asks.answer(begun, actor, signal)) events.push(event);
  return { events, begun };
}

const down = () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));

describe('an answer that fails', () => {
  test.each([
    ['understand', { read: down }],
    ['query', { run: down }],
  ] as const)('while the database is away names the stage: %s', async (stage, broken) => {
    const { asks } = asking(broken);
    const { events, begun } = await ask(asks);
    const { answer } = saidIn(events);
    expect(contentOf(answer, 'failed')).toEqual({ kind: 'failed', stage, message: '服务暂不可用，请稍后重试' });
    const { id } = begun.begun;
    expect((await asks.again(id, actor)).content).toEqual(answer.content);
    // Once the database is back the same question is answered, from where it was read.
    expect(contentOf(await asking({}).asks.again(id, actor), 'list').rows).toHaveLength(2);
  });

  test.each([
    ['understand', { read: () => NEVER }, '理解问题'],
    ['query', { run: () => NEVER }, '查询数据'],
  ] as const)('by taking longer than its stage may names the stage: %s', async (stage, broken, label) => {
    const { asks } = asking(broken, { ...DEADLINES, [stage]: 1 });
    const { answer } = saidIn((await ask(asks)).events);
    expect(contentOf(answer, 'failed')).toMatchObject({ stage, message: `${label}超过 1 秒，已停止` });
  });

  test('by a fault of ours is reported, and says no word of it', async () => {
    const { asks } = asking({ run: () => Promise.reject(new Error('select secret')) });
    const { answer } = saidIn((await ask(asks)).events);
    expect(contentOf(answer, 'failed').message).toBe('服务暂不可用，请稍后重试');
    expect(reported).toHaveLength(1);
  });
});

describe('an answer that the user stops', () => {
  test('ends at once, says no more, and is kept as stopped', async () => {
    const left = new AbortController();
    const { asks } = asking({
      run: () => {
        left.abort();
        return NEVER;
      },
    });
    const { events, begun } = await ask(asks, left.signal);
    expect(events.at(-1)).toEqual({ type: 'stage', stage: 'query' });
    expect((await asks.again(begun.begun.id, actor)).content).toEqual({ kind: 'stopped' });
  });
});
