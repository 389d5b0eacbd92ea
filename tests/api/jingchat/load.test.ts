import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AskEvent } from '#schemas/api/jingchat.ts';
import type { Member } from '#shared/policy/actor.ts';
import { Asking } from '#server/features/jingchat/asking.ts';
import { Composer } from '#server/features/jingchat/composer.ts';
import { Conversations } from '#server/features/jingchat/conversations.ts';
import { ExampleMaker } from '#server/features/jingchat/examples.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { Limits } from '#server/platform/limits/limits.ts';
import { noModel } from '#tests/support/assistant/no-model.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { contentOf, fillCompanies, type Said, saidIn } from '#tests/support/assistant/asking.ts';

const ASKERS = 50;
/** A busy machine answers late, and is no less right for it. */
const UNHURRIED = { understand: 600_000, query: 600_000, compose: 600_000, model: 600_000 };
const ASKER: Member = { id: '1', name: '', roles: [], vipType: 0 };
/** What is asked first, how many companies that are, and the same of the place that is gone on to. */
const PLACES = [
  { first: '北京有多少家企业', count: '2 家', next: '那广东呢', after: '1 家' },
  { first: '上海有多少家企业', count: '2 家', next: '那北京呢', after: '2 家' },
  { first: '广东有多少家企业', count: '1 家', next: '那上海呢', after: '2 家' },
] as const;
/** Listed for investors, and closed to users without a role. */
const CLOSED = '法定代表人为空的企业有多少家';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await fillCompanies(app);
});
afterAll(() => app.close());

function askingOf({ services }: TestApp, report: (error: unknown) => void): Asking {
  const limits = new Limits({ vault: services.database.vault, now: services.now });
  const assistant = new Assistant(services, () => 0);
  return new Asking({
    ...services,
    limits,
    assistant,
    conversations: new Conversations({ ...services, limits }),
    composer: new Composer(services, assistant),
    models: noModel(services, assistant, new Composer(services, assistant)),
    examples: new ExampleMaker(services, assistant),
    deadlines: UNHURRIED,
    report,
  });
}

const placeOf = (at: number) => PLACES[at % PLACES.length] ?? PLACES[0];
const isInvestor = (at: number): boolean => at % 2 === 0;

describe('50 users who ask at the same moment', () => {
  test('are each answered rightly, go on from their own question, and learn only what is open to each', async () => {
    const reported: unknown[] = [];
    const asks = askingOf(app, (error) => reported.push(error));
    const askers: Member[] = [];
    for (let at = 0; at < ASKERS; at += 1) {
      const id = await newAccount(app, { username: `asker-${at}`, name: `提问者 ${at}` });
      askers.push({ id, name: '', roles: isInvestor(at) ? ['ORG_INVESTOR'] : [], vipType: 0 });
    }
    const ask = async (actor: Member, question: string, conversation?: string) => {
      const begun = await asks.begin({ question, ...(conversation !== undefined && { conversation }) }, actor);
      const events: AskEvent[] = [];
      for await (const event of asks.answer(begun, actor, new AbortController().signal)) events.push(event);
      return saidIn(events);
    };
    const first = await Promise.all(askers.map((actor, at) => ask(actor, placeOf(at).first)));
    const figure = ({ answer }: Said) => contentOf(answer, 'number').figures[0]?.text;
    expect(first.map(figure)).toEqual(askers.map((_, at) => placeOf(at).count));
    expect(new Set(first.map(({ conversation }) => conversation.id)).size).toBe(ASKERS);
    const next = await Promise.all(askers.map((actor, at) => ask(actor, placeOf(at).next, first[at]?.conversation.id)));
    expect(next.map(figure)).toEqual(askers.map((_, at) => placeOf(at).after));
    const closed = await Promise.all(askers.map((actor) => ask(actor, CLOSED)));
    expect(closed.map(({ answer }) => answer.content.kind)).toEqual(
      askers.map((_, at) => (isInvestor(at) ? 'number' : 'refused')),
    );
    expect(reported).toEqual([]);
  });
});

describe('a database that is closed in mid-answer', () => {
  test.each(['understand', 'query', 'compose'] as const)('leaves an answer that names the stage: %s', async (stage) => {
    const other = await openTestApp();
    await fillCompanies(other);
    const actor: Member = { ...ASKER, id: await newAccount(other, { username: 'asker', name: '提问者' }) };
    const reported: unknown[] = [];
    const asks = askingOf(other, (error) => reported.push(error));
    const begun = await asks.begin({ question: '企业的平均融资总额是多少' }, actor);
    const events: AskEvent[] = [];
    for await (const event of asks.answer(begun, actor, new AbortController().signal)) {
      events.push(event);
      if (event.type === 'stage' && event.stage === stage) await other.close();
    }
    expect(contentOf(saidIn(events).answer, 'failed')).toMatchObject({ stage, message: '服务暂不可用，请稍后重试' });
    expect(reported.length).toBeGreaterThan(0);
  });
});
