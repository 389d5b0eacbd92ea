import type { readExchange } from '#schemas/api/chat-exchange.ts';
import type { ReplyOf } from '#schemas/api/route.ts';

/** What was exchanged; each side's part is null where it is not shown. */
export type ExchangeValues = ReplyOf<typeof readExchange>;

/** What bubbles ask the room to do. */
export interface BubbleActions {
  /** Agrees to a request or declines it; for a plan the room first asks whose. Resolves when it is done or given up. */
  readonly answer: (exchangeId: string, agree: boolean) => Promise<unknown>;
  /** Fetches the values of an exchange; rejects with an error whose message may be shown. */
  readonly openValues: (exchangeId: string) => Promise<ExchangeValues>;
  /** Shows a company beside the conversation. */
  readonly openCompany: (ccid: string) => void;
  /** Shows a business plan at an address of this host. */
  readonly openPlan: (url: string, name: string) => void;
  /** Shows the business plan that came with the card of a company. */
  readonly openCompanyPlan: (ccid: string, name: string) => void;
  /** Goes to a path of the product. */
  readonly goTo: (path: string) => void;
}
