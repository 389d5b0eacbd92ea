import {
  type AskedQuestion,
  type Conversation,
  MAX_CONVERSATIONS,
  MAX_QUESTION,
  MAX_QUESTIONS,
  MAX_TITLE,
} from '#schemas/api/jingchat.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Database, Db } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { secondsToWait, type Window } from '#server/platform/limits/windows.ts';
import * as queries from './conversation-queries.ts';

export interface ConversationDeps {
  readonly database: Pick<Database, 'db'>;
  readonly limits: Limits;
  readonly now: () => Date;
}

/** A removed conversation can be restored for so long. */
const RESTORABLE_MS = 30 * DAY_MS;
/** Questions of one user. */
const ASKED: readonly Window[] = [
  { seconds: 3600, max: 60 },
  { seconds: 'day', max: 600 },
];
/** Answers of one user that are read again. */
const READ_AGAIN: readonly Window[] = [{ seconds: 3600, max: 600 }];

/** Questions of one user to the language model. */
const MODEL: readonly Window[] = [{ seconds: 'day', max: 50 }];

const gone = () => new Failure('UNKNOWN_RECORD', '对话不存在或已删除');

const shown = ({
  id,
  title,
  updated_at: updatedAt,
}: {
  id: string;
  title: string;
  updated_at: string;
}): Conversation => ({
  id,
  title,
  updatedAt: new Date(updatedAt).toISOString(),
});

/** What was written, in one line. @throws Failure INVALID_BODY outside of its bounds. */
function bounded(field: string, text: string, label: string, most: number): string {
  const written = text.trim().replace(/\s+/gu, ' ');
  const { length } = [...written];
  if (length > 0 && length <= most) return written;
  const message = length === 0 ? `请输入${label}` : `${label}最多 ${most} 个字`;
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}

/** The conversations of each user, and what was asked in them. Another user's is as one that is not there. */
export class Conversations {
  readonly #deps: ConversationDeps;

  constructor(deps: ConversationDeps) {
    this.#deps = deps;
  }

  async list({ id }: Member): Promise<{ list: Conversation[] }> {
    return { list: (await queries.conversationsOf(this.#deps.database.db, id)).map(shown) };
  }

  /** @throws Failure UNKNOWN_RECORD */
  async open(id: string, actor: Member): Promise<{ conversation: Conversation; questions: AskedQuestion[] }> {
    const { db } = this.#deps.database;
    const found = await queries.conversationOf(db, actor.id, id);
    if (!found) throw gone();
    const questions = (await queries.questionsOf(db, id)).map(({ asked_at: askedAt, kind, ...one }): AskedQuestion => ({
      ...one,
      askedAt: new Date(askedAt).toISOString(),
      hasPlan: kind === 'answer',
    }));
    return { conversation: shown(found), questions };
  }

  /** @throws Failure INVALID_BODY; UNKNOWN_RECORD */
  async rename(id: string, title: string, actor: Member): Promise<Conversation> {
    const text = bounded('title', title, '名称', MAX_TITLE);
    const found = await queries.retitle(this.#deps.database.db, actor.id, id, text);
    if (!found) throw gone();
    return shown(found);
  }

  /** @throws Failure UNKNOWN_RECORD */
  async remove(id: string, actor: Member): Promise<null> {
    const { database, now } = this.#deps;
    if (!(await queries.setRemoved(database.db, actor.id, id, now()))) throw gone();
    return null;
  }

  /** @throws Failure UNKNOWN_RECORD; CONFLICT beyond the number of conversations. */
  async restore(id: string, actor: Member): Promise<Conversation> {
    const { database } = this.#deps;
    return database.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      const found = await queries.conversationOf(trx, actor.id, id, true);
      if (!found) throw gone();
      await this.#refuseFull(trx, actor.id);
      return shown((await queries.setRemoved(trx, actor.id, id, null)) ?? found);
    });
  }

  /**
   * Keeps a question, in a new conversation where none is named. Until it is answered it counts as stopped.
   * @throws Failure INVALID_BODY; UNKNOWN_RECORD; CONFLICT beyond what is kept; TOO_MANY_REQUESTS
   */
  async ask(
    conversationId: string | undefined,
    text: string,
    actor: Member,
  ): Promise<{ id: string; question: string; askedAt: Date; conversation: Conversation }> {
    const question = bounded('question', text, '问题', MAX_QUESTION);
    const { database, now } = this.#deps;
    const at = now();
    return database.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      const conversation =
        conversationId === undefined
          ? await this.#begin(trx, question, actor, at)
          : await this.#goOn(trx, conversationId, actor, at);
      await this.#count(trx, 'jingchat.ask', ASKED, '提问过于频繁', actor);
      const { id } = await queries.insertQuestion(trx, conversation.id, question, { kind: 'stopped' }, at);
      return { id, question, askedAt: at, conversation: shown(conversation) };
    });
  }

  /** A question with what is kept of its answer. @throws Failure UNKNOWN_RECORD */
  async question(id: string, actor: Member) {
    const found = await queries.questionOf(this.#deps.database.db, actor.id, id);
    if (!found) throw new Failure('UNKNOWN_RECORD', '问题不存在或已删除');
    return { ...found, askedAt: new Date(found.asked_at) };
  }

  /** The plan that a question may go on from: of the last one in its conversation that was answered. */
  async planBefore(id: string): Promise<Plan | undefined> {
    const found = await queries.answeredBefore(this.#deps.database.db, id);
    return found?.kept.kind === 'answer' ? found.kept.plan : undefined;
  }

  /** @throws Failure TOO_MANY_REQUESTS */
  async countAgain(actor: Member): Promise<void> {
    await this.#deps.database.db
      .transaction()
      .execute((trx) => this.#count(trx, 'jingchat.again', READ_AGAIN, '查询过于频繁', actor));
  }

  /** Counts a question to the language model, of which all users have `daily` together. @throws Failure TOO_MANY_REQUESTS */
  async countModel(actor: Member, daily: number): Promise<void> {
    await this.#deps.database.db.transaction().execute(async (trx) => {
      const why = '今天向模型的提问次数已用完';
      await this.#count(trx, 'jingchat.model', MODEL, why, actor);
      await this.#count(trx, 'jingchat.model.all', [{ seconds: 'day', max: daily }], `全站${why}`, { id: '0' });
    });
  }

  async #begin(trx: Db, question: string, actor: Member, at: Date) {
    await queries.deleteRemoved(trx, actor.id, new Date(at.getTime() - RESTORABLE_MS));
    await this.#refuseFull(trx, actor.id);
    return queries.insertConversation(trx, actor.id, [...question].slice(0, MAX_TITLE / 2).join(''), at);
  }

  async #goOn(trx: Db, id: string, actor: Member, at: Date) {
    if (!(await queries.conversationOf(trx, actor.id, id))) throw gone();
    if ((await queries.countQuestions(trx, id)) >= MAX_QUESTIONS)
      throw new Failure('CONFLICT', `一个对话最多 ${MAX_QUESTIONS} 个问题，请新建对话`);
    return queries.touchConversation(trx, id, at);
  }

  async #refuseFull(trx: Db, accountId: string): Promise<void> {
    if ((await queries.countConversations(trx, accountId)) >= MAX_CONVERSATIONS)
      throw new Failure('CONFLICT', `最多保留 ${MAX_CONVERSATIONS} 个对话，请先删除不再需要的对话`);
  }

  async #count(
    trx: Db,
    kind: string,
    windows: readonly Window[],
    why: string,
    { id }: Pick<Member, 'id'>,
  ): Promise<void> {
    const { limits, now } = this.#deps;
    const subject = { kind, value: id };
    const counted = await limits.count(trx, [subject]);
    limits.refuse(secondsToWait(counted.before(subject), windows, now().getTime()), why);
  }
}
