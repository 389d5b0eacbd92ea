import type { ExchangeContent } from '#schemas/api/chat.ts';
import type { BubbleActions } from '#client/features/chat/messages/bubbles/bubble-actions.ts';
import { exchangeOf } from '#client/features/chat/messages/message-content.ts';
import type { RoomDialogs } from './room-dialogs.ts';
import type { RoomStore } from './room-store.ts';
import type { RoomSurroundings } from './room-surroundings.ts';

/** What bubbles of the conversation on screen ask for, as the room does it. */
export function roomActions(room: RoomStore, dialogs: RoomDialogs, around: RoomSurroundings): BubbleActions {
  return {
    async answer(exchangeId, agree) {
      const { exchange } = room;
      if (!exchange) return;
      if (agree && kindOf(room, exchangeId) === 'BP') await dialogs.choosePlan(exchange, exchangeId);
      else await dialogs.answer(exchange, exchangeId, agree);
    },
    async openValues(exchangeId) {
      const { exchange } = room;
      const values = await exchange?.values(exchangeId);
      if (values) return values;
      const message = exchange?.failure ?? '暂时无法查看，请稍后重试';
      // It is shown where it was asked for, so no second message is needed.
      exchange?.dismissFailure();
      throw new Error(message);
    },
    openCompany(ccid) {
      const isBeside = room.header?.header?.companies.some((company) => company.ccid === ccid);
      if (isBeside) room.showTab(ccid);
      else around.openCompanyPage(ccid);
    },
    openPlan: around.openPlan,
    openCompanyPlan: (ccid) => {
      around.openCompanyPlan(ccid).catch((thrown: unknown) => dialogs.warn(thrown));
    },
    goTo: around.goTo,
  };
}

/** What a request on screen is about. */
function kindOf({ dialog }: RoomStore, exchangeId: string): ExchangeContent['kind'] | undefined {
  const requests = dialog?.messages.flatMap(({ content }) => exchangeOf(content) ?? []);
  return requests?.find((request) => request.exchangeId === exchangeId)?.kind;
}

/** Numbers of the first and the last message of a conversation that are loaded; nothing where none is stored. */
export function loadedRange(room: RoomStore, uid: string): { readonly fromSeq?: number; readonly toSeq?: number } {
  if (room.dialog?.uid !== uid) return {};
  const seqs = room.dialog.messages.flatMap(({ message }) => message?.seq ?? []);
  const [fromSeq] = seqs;
  const toSeq = seqs.at(-1);
  return fromSeq === undefined || toSeq === undefined ? {} : { fromSeq, toSeq };
}
