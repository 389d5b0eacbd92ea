import { randomUUID } from 'node:crypto';
import { type ChatMessage, MESSAGE_TYPES, type MessageType } from '#schemas/api/chat.ts';
import type { ExchangeKind } from '#schemas/api/chat-exchange.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAILY_EXCHANGES } from '#shared/policy/chat-limits.ts';
import { EXCHANGE_TERM_MS, mayAskForPlan } from '#shared/policy/exchange.ts';
import type { Db } from '#server/db/database.ts';
import type { ChatHint, ChatHints } from '#server/platform/messages/hints.ts';
import { exchangeIdOf, messageFor, type MessageRow } from '#server/platform/messages/message-view.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Grants } from './grants.ts';
import type { PlanCompanies } from './plan-companies.ts';
import {
  exchangeById,
  type ExchangeRow,
  holdStates,
  insertExchange,
  lapseExchanges,
  messageByClientId,
  statesOf,
  takeRequest,
} from './queries.ts';
import { refusalBeforeTalking, refuseRequest } from './request-refusals.ts';
import { lockConversation, hintsFor, post, refuseUnreachable, touch } from './conversation-lock.ts';

interface RequestDeps {
  readonly db: Db;
  readonly grants: Grants;
  readonly companies: PlanCompanies;
  readonly hints: Pick<ChatHints, 'tell'>;
  readonly now: () => Date;
}

/** What is asked of whom; `clientId`, if any, names the request to its sender. */
interface Asked {
  readonly uid: string;
  readonly type: ExchangeKind;
  readonly clientId?: string | undefined;
}

interface Requested {
  readonly row: MessageRow;
  readonly exchange: ExchangeRow;
  readonly hints: readonly ChatHint[];
}

const REQUEST_TYPES: Readonly<Record<ExchangeKind, MessageType>> = {
  PHONE: MESSAGE_TYPES.phoneRequest,
  WEIXIN: MESSAGE_TYPES.weixinRequest,
  BP: MESSAGE_TYPES.bpRequest,
};

/** Asking for an exchange: one request of a kind waits in a conversation, for a term. */
export class ExchangeRequests {
  readonly #deps: RequestDeps;

  constructor(deps: RequestDeps) {
    this.#deps = deps;
  }

  /**
   * Asks, or finds what was asked under the same `clientId`.
   * @throws Failure CHAT_LIMITED before both have talked, soon after a refusal or beyond the day's limit; CHAT_BLOCKED;
   * CONFLICT when it is done or waits; INVALID_BODY naming the own value that is missing; FORBIDDEN for plans.
   */
  async request(asked: Asked, actor: Member): Promise<{ message: ChatMessage; exchangeId: string }> {
    const { db, companies, hints, now } = this.#deps;
    const at = now();
    // Read beforehand: within the transaction there may be no second connection.
    const hasPlan = asked.type !== 'BP' || (await companies.hasPlan(asked.uid));
    const made = await db.transaction().execute((trx) => this.#within(trx, asked, { actor, hasPlan, at }));
    hints.tell(made.hints);
    const { row, exchange } = made;
    return { message: messageFor(row, actor.id, statesOf(exchange), at), exchangeId: exchange.id };
  }

  async #within(
    trx: Db,
    { uid, type, clientId }: Asked,
    { actor, hasPlan, at }: { actor: Member; hasPlan: boolean; at: Date },
  ): Promise<Requested> {
    const me = actor.id;
    const talk = await lockConversation(trx, me, uid);
    const { conversation } = talk;
    // Whether such a user exists must not be disclosed before they talk.
    if (!conversation) throw refusalBeforeTalking(at);
    const kept = clientId && (await messageByClientId(trx, conversation.id, me, clientId));
    if (kept) return asKept(trx, kept, type);
    await refuseUnreachable(trx, talk);
    await holdStates(trx, [conversation.user_a, conversation.user_b]);
    const lapsed = await lapseExchanges(trx, conversation.id, type, at);
    await refuseRequest(trx, conversation, { me, type, at });
    await this.#refuseEmptyHanded(trx, actor, type, hasPlan);
    if (!(await takeRequest(trx, me, shanghaiDay(at), DAILY_EXCHANGES)))
      throw new Failure('CHAT_LIMITED', '您今日发起的交换请求已达上限，请明日再试');
    if (lapsed.length > 0) await touch(trx, me, conversation, lapsed);
    const id = randomUUID();
    const content = { exchangeId: id, kind: type };
    const { row, revs } = await post(trx, talk, {
      type: REQUEST_TYPES[type],
      content,
      at,
      ...(clientId !== undefined && { clientId }),
    });
    const exchange: ExchangeRow = {
      id,
      conversation_id: conversation.id,
      kind: type,
      requester_id: me,
      responder_id: uid,
      state: 'pending',
      request_seq: row.seq,
      company_id: null,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + EXCHANGE_TERM_MS).toISOString(),
      decided_at: null,
    };
    await insertExchange(trx, exchange);
    return { row, exchange, hints: hintsFor(talk, revs, { row, states: statesOf(exchange), now: at }) };
  }

  async #refuseEmptyHanded(trx: Db, actor: Member, type: ExchangeKind, hasPlan: boolean): Promise<void> {
    if (type !== 'BP') return this.#deps.grants.refuseEmpty(trx, actor.id, type);
    if (!mayAskForPlan(actor)) throw new Failure('FORBIDDEN', '完成投资人或服务机构认证后即可索要BP');
    if (!hasPlan) throw new Failure('CONFLICT', '对方暂无可投递的BP');
  }
}

/** What was sent under the same id before; nothing is sent again. */
async function asKept(trx: Db, row: MessageRow, type: ExchangeKind): Promise<Requested> {
  const id = row.type === REQUEST_TYPES[type] ? exchangeIdOf(row) : undefined;
  const exchange = id === undefined ? undefined : await exchangeById(trx, id);
  if (!exchange) throw new Failure('CONFLICT', '这条消息已经发送过，内容不同，请重新发送');
  return { row, exchange, hints: [] };
}
