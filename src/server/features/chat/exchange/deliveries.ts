import { randomUUID } from 'node:crypto';
import { type ChatMessage, MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { UNANSWERED_LIMIT } from '#shared/policy/chat-limits.ts';
import type { Db } from '#server/db/database.ts';
import { autoReplyHints } from '#server/platform/messages/auto-reply.ts';
import type { ChatHint, ChatHints } from '#server/platform/messages/hints.ts';
import { messageFor, type MessageRow } from '#server/platform/messages/message-view.ts';
import { conversationOf } from '#server/platform/messages/queries.ts';
import { allowedOpenings } from '#server/platform/messages/openings.ts';
import { sendMessage } from '#server/platform/messages/send-queries.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { lockViewer } from '#server/platform/parties/contact-quota-queries.ts';
import { grantPlan } from './grant-plan.ts';
import { cardOf, type DeliverableCompany, type PlanCompanies } from './plan-companies.ts';
import { exchangesIn, messageByClientId, messagesBySeq, settleExchange } from './queries.ts';
import { lockConversation, hintsFor, post, type Revs, revsOf, type Talk, touch } from './conversation-lock.ts';

interface DeliveryDeps {
  readonly db: Db;
  readonly companies: PlanCompanies;
  readonly hints: Pick<ChatHints, 'tell'>;
  readonly now: () => Date;
}

interface Delivered {
  readonly row: MessageRow;
  readonly hints: readonly ChatHint[];
}

/** Delivering a company's plan with its card; it answers a request for one that waits. */
export class Deliveries {
  readonly #deps: DeliveryDeps;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /**
   * Delivers the plan of one company, once to a person; the same `clientId` again is the same message.
   * @throws Failure as for a message; INVALID_BODY for a company without a plan, UNKNOWN_RECORD for one that is not one's
   * own or a person who is not to be written to, CONFLICT when the plan went there before.
   */
  async send(uid: string, ccid: string, clientId: string | undefined, actor: Member): Promise<ChatMessage> {
    const company = await this.#deps.companies.chosen(actor.id, ccid);
    return this.#deliver(uid, company, clientId ?? randomUUID(), actor);
  }

  /** As `send`, of one's only company with a plan. @throws Failure INVALID_BODY when it is not the only one. */
  async sendOnly(uid: string, actor: Member): Promise<ChatMessage> {
    return this.#deliver(uid, await this.#deps.companies.only(actor.id), randomUUID(), actor);
  }

  async #deliver(uid: string, company: DeliverableCompany, clientId: string, actor: Member): Promise<ChatMessage> {
    const { db, hints, now } = this.#deps;
    const me = actor.id;
    if (uid === me) throw new Failure('INVALID_BODY', '不能投递给自己', [{ field: 'uid', message: '不能投递给自己' }]);
    const at = now();
    const { row, hints: told } = await db.transaction().execute(async (trx) => {
      // Before all other locks: this action must see what another used up of the quota.
      await lockViewer(trx, me);
      const talk = await lockConversation(trx, me, uid);
      const kept = talk.conversation && (await messageByClientId(trx, talk.conversation.id, me, clientId));
      if (kept) return asKept(kept);
      return this.#within(trx, talk, { company, clientId, actor, at });
    });
    hints.tell(told);
    return messageFor(row, me, new Map(), at);
  }

  async #within(
    trx: Db,
    talk: Talk,
    { company, clientId, actor, at }: { company: DeliverableCompany; clientId: string; actor: Member; at: Date },
  ): Promise<Delivered> {
    const { me, peer } = talk;
    const day = shanghaiDay(at);
    const opening = talk.conversation ? undefined : { day, limit: await allowedOpenings(trx, actor, peer, day) };
    const sent = await sendMessage(trx, {
      senderId: me,
      peerId: peer,
      clientId,
      type: MESSAGE_TYPES.project,
      body: JSON.stringify(cardOf(company)),
      at,
      opening,
      unanswered: UNANSWERED_LIMIT,
    });
    const [row] = await messagesBySeq(trx, sent.conversation, [sent.seq]);
    if (!row) throw new Error('A message that was stored is not there.');
    // The first call with this id, while there was no conversation to lock, did all the rest.
    if (sent.duplicate) return { row, hints: [] };
    if (!(await grantPlan(trx, { conversationId: sent.conversation, from: me, to: peer, company }, at)))
      throw new Failure('CONFLICT', '已向对方投递过该企业的BP，无需重复投递');
    const answered = await answerWaiting(trx, talk, company, at);
    const added = { row, states: new Map<string, never>(), now: at };
    if (answered) return { row, hints: hintsFor(talk, answered) };
    const reply = sent.reply ? autoReplyHints(talk, sent.reply, at) : [];
    return { row, hints: [...hintsFor(talk, revsOf(sent), added), ...reply] };
  }
}

function asKept(row: MessageRow): Delivered {
  if (row.type !== MESSAGE_TYPES.project) throw new Failure('CONFLICT', '这条消息已经发送过，内容不同，请重新发送');
  return { row, hints: [] };
}

/** The receiver's request for a plan, if one waits, is agreed to by the delivery. */
async function answerWaiting(
  trx: Db,
  { me, peer }: Talk,
  company: DeliverableCompany,
  at: Date,
): Promise<Revs | undefined> {
  const conversation = await conversationOf(trx, me, peer);
  if (!conversation) return undefined;
  const waiting = (await exchangesIn(trx, conversation.id, 'BP')).find(
    (row) => row.state === 'pending' && row.requester_id === peer,
  );
  if (!waiting || !(await settleExchange(trx, waiting.id, { state: 'agreed', companyId: company.ccid, at })))
    return undefined;
  await touch(trx, me, conversation, [waiting.request_seq]);
  const content = { exchangeId: waiting.id, kind: waiting.kind };
  return (await post(trx, { me, peer }, { type: MESSAGE_TYPES.exchangeResult, content, at })).revs;
}
