import type { Answer, AskEvent, AnswerContent, Asked, ContentOf, Conversation } from '#schemas/api/jingchat.ts';
import { writeGivenRecords } from '#server/commands/ask/given-objects.ts';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

/** Companies that questions are asked about. */
export const COMPANIES = [
  { name: '海马机器人', region: '110000', industry: '机器人', status: '运营中', foundedOn: '2019-05-01' },
  { name: '云岭机器人', region: '110000', industry: '机器人', status: '运营中', foundedOn: '2020-03-01' },
  { name: '青禾机器人', region: '310000', industry: '机器人', status: '已关闭', foundedOn: '2026-02-01' },
  { name: '赤松医疗', region: '310000', industry: '医疗健康', status: '运营中', foundedOn: '2018-07-01' },
  { name: '白鹭游戏', region: '440000', industry: '游戏', status: '运营中', foundedOn: '2015-01-01' },
] as const;

export const fillCompanies = ({ services }: TestApp, now = TEST_NOW): Promise<void> => {
  const { writer, catalog } = services;
  return writeGivenRecords(writer, [catalog.object('InsightCompany').definition], { InsightCompany: COMPANIES }, now);
};

/** An app with these companies alone, and a founder who asks about them. */
export async function openAsking(): Promise<{ readonly app: TestApp; readonly founder: SignedIn }> {
  const app = await openTestApp();
  await fillCompanies(app);
  return { app, founder: await signInBy(app, 'founder') };
}

export const ASK = '/api/rong/jingchat/ask';

/** What came of a question. */
export interface Said {
  readonly events: readonly AskEvent[];
  readonly answer: Answer;
  readonly conversation: Conversation;
}

/** The events of a stream. */
const eventsOf = (body: string): AskEvent[] =>
  body
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => JSON.parse(block.slice('data: '.length)) as AskEvent);

/** What a stream of an answer said. */
export function saidIn(events: readonly AskEvent[]): Said {
  const answer = events.flatMap((event) => (event.type === 'answer' ? [event.answer] : []))[0];
  const conversation = events.flatMap((event) => (event.type === 'conversation' ? [event.conversation] : []))[0];
  if (!answer || !conversation) throw new Error(`the stream says ${JSON.stringify(events)}`);
  return { events, answer, conversation };
}

/** Asks with a browser of its own, and reads the stream to its end. */
export async function askAs(
  { app }: Pick<TestApp, 'app'>,
  { cookie }: SignedIn,
  question: string,
  more: Partial<Asked> = {},
): Promise<Said> {
  const reply = await app.inject({ method: 'POST', url: ASK, headers: { cookie }, payload: { question, ...more } });
  if (reply.statusCode !== 200) throw new Error(`“${question}” came to ${reply.statusCode} ${reply.body}`);
  return saidIn(eventsOf(reply.body));
}

/** The content of an answer of a kind. */
export function contentOf<Kind extends AnswerContent['kind']>({ content }: Answer, kind: Kind): ContentOf<Kind> {
  if (content.kind !== kind) throw new Error(`the answer is ${JSON.stringify(content)}`);
  return content as ContentOf<Kind>;
}
