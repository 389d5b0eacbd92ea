import type { ExchangeKind } from '#schemas/api/chat-exchange.ts';
import { Failure } from '#shared/errors.ts';
import { requestRefusal, type RequestSituation } from '#shared/policy/exchange.ts';
import type { Db } from '#server/db/database.ts';
import type { ConversationRow } from '#server/platform/messages/queries.ts';
import { deliveriesIn } from './delivery-queries.ts';
import { exchangesIn } from './queries.ts';

/** @throws Failure why a request cannot be made now in a conversation that is locked, with what is past its term closed. */
export async function refuseRequest(
  trx: Db,
  conversation: ConversationRow,
  { me, type, at }: { me: string; type: ExchangeKind; at: Date },
): Promise<void> {
  const rows = await exchangesIn(trx, conversation.id, type);
  const pending = rows.find(({ state }) => state === 'pending');
  const declined = rows.findLast((row) => row.state === 'declined' && row.requester_id === me);
  const delivered = type === 'BP' ? await deliveriesIn(trx, conversation.id) : [];
  const refusal = refusalOf({
    bothTalked: conversation.spoke_a && conversation.spoke_b,
    isDone: rows.some(({ state }) => state === 'agreed') || delivered.some(({ to_id: to }) => to === me),
    pending: pending ? (pending.requester_id === me ? 'mine' : 'theirs') : null,
    declinedAt: declined?.decided_at ? new Date(declined.decided_at) : null,
    now: at,
  });
  if (refusal) throw refusal;
}

/** The refusal of a request where there is no conversation, the same for every other user. */
export function refusalBeforeTalking(now: Date): Failure {
  const nothing = { bothTalked: false, isDone: false, pending: null, declinedAt: null, now };
  return refusalOf(nothing) ?? new Failure('CHAT_LIMITED');
}

function refusalOf(situation: RequestSituation): Failure | undefined {
  const refusal = requestRefusal(situation);
  return refusal ? new Failure(refusal.failure, refusal.message) : undefined;
}
