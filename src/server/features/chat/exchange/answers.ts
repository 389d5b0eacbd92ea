import { type ChatMessage, type ExchangeState, MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { ChatHint, ChatHints } from '#server/platform/messages/hints.ts';
import { messageFor, type MessageRow } from '#server/platform/messages/message-view.ts';
import type { ConversationRow } from '#server/platform/messages/queries.ts';
import type { Grants } from './grants.ts';
import { grantPlan } from './grant-plan.ts';
import { cardOf, type DeliverableCompany, type PlanCompanies } from './plan-companies.ts';
import {
  exchangeById,
  type ExchangeRow,
  lapseExchanges,
  messagesBySeq,
  messagesOfExchange,
  settleExchange,
  statesOf,
} from './queries.ts';
import { lockConversation, hintsFor, post, refuseUnreachable, type Talk, touch } from './conversation-lock.ts';

interface AnswerDeps {
  readonly db: Db;
  readonly grants: Grants;
  readonly companies: PlanCompanies;
  readonly hints: Pick<ChatHints, 'tell'>;
  readonly now: () => Date;
}

interface Answered {
  readonly exchange: ExchangeRow;
  readonly rows: readonly MessageRow[];
  readonly hints: readonly ChatHint[];
}

/** Answers a request within a conversation that is locked. */
interface Turn {
  readonly talk: Talk;
  readonly conversation: ConversationRow;
  readonly exchange: ExchangeRow;
  readonly company: DeliverableCompany | undefined;
  readonly at: Date;
}

/** Agreeing to a request or declining it: once, whole or not at all. */
export class ExchangeAnswers {
  readonly #deps: AnswerDeps;

  constructor(deps: AnswerDeps) {
    this.#deps = deps;
  }

  /**
   * The same answer again finds what it did; a request past its term is answered as expired.
   * @throws Failure UNKNOWN_RECORD for a user who was not asked; CONFLICT when it was answered otherwise; CHAT_BLOCKED;
   * INVALID_BODY naming what is missing.
   */
  async answer(
    { id, action, ccid }: { id: string; action: 0 | 1; ccid?: string },
    actor: Member,
  ): Promise<{ state: ExchangeState; messages: ChatMessage[] }> {
    const { db, companies, hints, now } = this.#deps;
    const me = actor.id;
    const at = now();
    const asked = await exchangeById(db, id);
    if (!asked || asked.responder_id !== me) throw absent();
    const wantsPlan = asked.kind === 'BP' && action === 1 && asked.state === 'pending';
    // Read beforehand: within the transaction there may be no second connection.
    const company = wantsPlan ? await companies.chosen(me, ccid) : undefined;
    const {
      exchange,
      rows,
      hints: told,
    } = await db.transaction().execute(async (trx) => {
      const talk = await lockConversation(trx, me, asked.requester_id);
      const found = await exchangeById(trx, id);
      if (!found || !talk.conversation) throw absent();
      const turn = { talk, conversation: talk.conversation, exchange: found, company, at };
      return this.#take(trx, turn, action === 1 ? 'agreed' : 'declined');
    });
    hints.tell(told);
    const states = statesOf(exchange);
    return { state: exchange.state, messages: rows.map((row) => messageFor(row, me, states, at)) };
  }

  async #take(trx: Db, turn: Turn, wanted: 'agreed' | 'declined'): Promise<Answered> {
    const { talk, conversation, exchange, company, at } = turn;
    if (exchange.state === wanted || exchange.state === 'expired')
      return { exchange, rows: await messagesOfExchange(trx, exchange), hints: [] };
    if (exchange.state !== 'pending') throw answeredBefore();
    if (new Date(exchange.expires_at) <= at) return this.#lapse(trx, turn);
    await refuseUnreachable(trx, talk);
    const companyId = wanted === 'agreed' ? (company?.ccid ?? null) : null;
    if (!(await settleExchange(trx, exchange.id, { state: wanted, companyId, at }))) throw answeredBefore();
    await touch(trx, talk.me, conversation, [exchange.request_seq]);
    const given = wanted === 'agreed' ? await this.#give(trx, turn) : [];
    const content = { exchangeId: exchange.id, kind: exchange.kind };
    const { row, revs } = await post(trx, talk, { type: MESSAGE_TYPES.exchangeResult, content, at });
    return {
      exchange: { ...exchange, state: wanted, company_id: companyId, decided_at: at.toISOString() },
      rows: [...(await messagesBySeq(trx, conversation.id, [exchange.request_seq])), ...given, row],
      hints: hintsFor(talk, revs),
    };
  }

  /** What an agreement gives, and the message that says so. */
  async #give(trx: Db, turn: Turn): Promise<MessageRow[]> {
    const { talk, conversation, exchange, company, at } = turn;
    const { id, kind, requester_id: requesterId, responder_id: responderId } = exchange;
    if (kind === 'BP') {
      if (!company) throw answeredBefore();
      const { row } = await post(trx, talk, { type: MESSAGE_TYPES.project, content: cardOf(company), at });
      await grantPlan(trx, { conversationId: conversation.id, from: talk.me, to: talk.peer, company }, at);
      return [row];
    }
    await this.#deps.grants.give(trx, { id, kind, requesterId, responderId }, at);
    const type = kind === 'PHONE' ? MESSAGE_TYPES.phoneAgreed : MESSAGE_TYPES.weixinAgreed;
    return [(await post(trx, talk, { type, content: { exchangeId: id, kind }, at })).row];
  }

  async #lapse(trx: Db, { talk, conversation, exchange, at }: Turn): Promise<Answered> {
    const lapsed = await lapseExchanges(trx, conversation.id, exchange.kind, at);
    const revs = await touch(trx, talk.me, conversation, lapsed);
    return {
      exchange: { ...exchange, state: 'expired', decided_at: at.toISOString() },
      rows: await messagesBySeq(trx, conversation.id, [exchange.request_seq]),
      hints: hintsFor(talk, revs),
    };
  }
}

const absent = () => new Failure('UNKNOWN_RECORD', '交换请求不存在');
const answeredBefore = () => new Failure('CONFLICT', '这条请求已经处理过了');
