import { type ChatMessage, type ExchangeState, MESSAGE_TYPES, type MessageType } from '#schemas/api/chat.ts';

/** A message as its row has it, with the exchange that it belongs to. */
export interface MessageRow {
  readonly seq: number;
  readonly sender_id: string;
  readonly client_id: string;
  readonly type: MessageType;
  readonly body: string;
  readonly created_at: string;
  readonly recalled_at: string | null;
  /** True when the sender's setting sent it, not the sender. */
  readonly auto?: boolean;
}

/** The state of exchanges by id. */
export type ExchangeStates = ReadonlyMap<string, { readonly state: ExchangeState; readonly expires_at: string }>;

const OF_EXCHANGES: ReadonlySet<MessageType> = new Set([
  MESSAGE_TYPES.exchangeResult,
  MESSAGE_TYPES.phoneRequest,
  MESSAGE_TYPES.weixinRequest,
  MESSAGE_TYPES.bpRequest,
  MESSAGE_TYPES.phoneAgreed,
  MESSAGE_TYPES.weixinAgreed,
]);

/** What the body of a message that belongs to an exchange holds. */
export interface ExchangeBody {
  readonly exchangeId: string;
  readonly kind: string;
}

/** The exchange that a message belongs to; undefined for any other message. */
export const exchangeIdOf = ({ type, body }: Pick<MessageRow, 'type' | 'body'>): string | undefined =>
  OF_EXCHANGES.has(type) ? (JSON.parse(body) as ExchangeBody).exchangeId : undefined;

/** A message as one of the two sees it. What was recalled does not travel; a request past its term is expired. */
export function messageFor(row: MessageRow, viewerId: string, exchanges: ExchangeStates, now: Date): ChatMessage {
  const sent = row.sender_id === viewerId;
  const beBack = row.recalled_at !== null;
  return {
    id: String(row.seq),
    seq: row.seq,
    type: row.type,
    content: beBack ? '' : content(row, exchanges, now),
    sent,
    timeStamp: row.created_at,
    uid: row.sender_id,
    beBack,
    clientId: sent ? row.client_id : null,
    ...(row.auto === true && { auto: true as const }),
  };
}

function content(row: MessageRow, exchanges: ExchangeStates, now: Date): string {
  const id = exchangeIdOf(row);
  const exchange = id === undefined ? undefined : exchanges.get(id);
  if (!exchange) return row.body;
  const isOver = exchange.state === 'pending' && new Date(exchange.expires_at) <= now;
  const { exchangeId, kind } = JSON.parse(row.body) as ExchangeBody;
  return JSON.stringify({
    exchangeId,
    kind,
    state: isOver ? 'expired' : exchange.state,
    expiresAt: exchange.expires_at,
  });
}
