import type { MessageType } from '#schemas/api/chat.ts';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import { exchangeOf } from '#client/features/chat/messages/message-content.ts';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

/** Rows between a request and its result at most, for the card of the request to be in sight of the result. */
const NEAR = 12;

const REQUESTS: ReadonlySet<MessageType> = new Set([
  MESSAGE_TYPES.phoneRequest,
  MESSAGE_TYPES.weixinRequest,
  MESSAGE_TYPES.bpRequest,
]);
const AGREEMENTS: ReadonlySet<MessageType> = new Set([MESSAGE_TYPES.phoneAgreed, MESSAGE_TYPES.weixinAgreed]);

/**
 * One card for each exchange: the request, which changes its state and then has what was exchanged. An agreement whose
 * result is there is left out, and a result near its request is one line instead of a second card.
 * @param asEvent gives the line of a result, the same one for the same result
 */
export function withoutRepeatedCards(
  messages: readonly ShownMessage[],
  asEvent: (result: ShownMessage) => ShownMessage,
): readonly ShownMessage[] {
  const requested = new Map<string, number>();
  const settled = new Set<string>();
  const exchanges = messages.map((shown) => (isExchange(shown) ? exchangeOf(shown.content)?.exchangeId : undefined));
  if (!exchanges.some((id) => id !== undefined)) return messages;
  for (const [place, { type }] of messages.entries()) {
    const id = exchanges[place];
    if (id === undefined) continue;
    if (REQUESTS.has(type)) requested.set(id, place);
    if (type === MESSAGE_TYPES.exchangeResult) settled.add(id);
  }
  return messages.flatMap((shown, place) => {
    const id = exchanges[place];
    if (id === undefined) return shown;
    if (AGREEMENTS.has(shown.type) && settled.has(id)) return [];
    const request = requested.get(id);
    const isNear = request !== undefined && place - request <= NEAR;
    return shown.type === MESSAGE_TYPES.exchangeResult && isNear ? asEvent(shown) : shown;
  });
}

const isExchange = ({ type, beBack }: ShownMessage): boolean =>
  !beBack && (REQUESTS.has(type) || AGREEMENTS.has(type) || type === MESSAGE_TYPES.exchangeResult);
