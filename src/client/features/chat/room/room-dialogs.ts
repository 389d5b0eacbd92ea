import { makeAutoObservable, observableRef } from 'mobx';
import { asFailure } from '#client/lib/api-failure.ts';
import type { ContactKind, ExchangeStore } from '#client/features/chat/exchange/exchange-store.ts';
import type { ReportTarget } from '#client/features/chat/report/report-store.ts';

/** The dialog over the room; one at a time. */
export type RoomDialog =
  | { readonly kind: 'exchange'; readonly what: ContactKind; readonly exchange: ExchangeStore }
  | {
      readonly kind: 'plan';
      readonly exchange: ExchangeStore;
      /** The request that the plan answers; none where it is delivered unasked. */
      readonly exchangeId?: string | undefined;
      /** Called when it is delivered or given up. */
      readonly onEnd?: (() => void) | undefined;
    }
  | { readonly kind: 'report'; readonly target: ReportTarget };

const ASKED: Readonly<Record<ContactKind, string>> = { PHONE: '交换手机号请求已发送', WEIXIN: '交换微信请求已发送' };

/** The dialogs of the room, and the word that is said when one of them has done its work. */
export class RoomDialogs {
  open: RoomDialog | undefined;
  /** Exchanges under way: their limits and failures are shown for every contact. */
  exchange: ExchangeStore | undefined;
  /** What has just been done, in words. */
  word: string | undefined;
  /** A failure that no store holds, as text. */
  problem: string | undefined;

  constructor() {
    makeAutoObservable(this, { open: observableRef, exchange: observableRef }, { autoBind: true });
  }

  say(word: string): void {
    this.word = word;
  }

  clearWord(): void {
    this.word = undefined;
  }

  /** Shows a failure; its message is fit for users. */
  warn(thrown: unknown): void {
    this.problem = asFailure(thrown).message;
  }

  /** What did not work, of whatever was tried last. */
  get failure(): string | undefined {
    return this.problem ?? this.exchange?.failure;
  }

  dismissFailure(): void {
    this.problem = undefined;
    this.exchange?.dismissFailure();
  }

  /** Asks whether a request is to be sent, once it is known whose contacts are shown. */
  async askExchange(exchange: ExchangeStore, what: ContactKind): Promise<void> {
    this.#begin(exchange);
    if (await exchange.prepare()) this.show({ kind: 'exchange', what, exchange });
  }

  /** Asks for a plan at once: nothing of one's own is given. */
  async askBp(exchange: ExchangeStore): Promise<void> {
    this.#begin(exchange);
    if (await exchange.askBp()) this.say('索要BP请求已发送');
  }

  /** Shows the companies whose plan can be delivered; resolves when one was, or it was given up. */
  choosePlan(exchange: ExchangeStore, exchangeId?: string): Promise<void> {
    this.#begin(exchange);
    void exchange.plans.load();
    return new Promise((onEnd) => {
      this.show({ kind: 'plan', exchange, exchangeId, onEnd });
    });
  }

  /** Answers a request about phone or WeChat; a refusal is shown as for any other exchange. */
  async answer(exchange: ExchangeStore, exchangeId: string, agree: boolean): Promise<void> {
    this.#begin(exchange);
    await exchange.answer(exchangeId, agree);
  }

  showReport(target: ReportTarget): void {
    this.show({ kind: 'report', target });
  }

  show(dialog: RoomDialog): void {
    this.close();
    this.open = dialog;
  }

  close(): void {
    if (this.open?.kind === 'plan') this.open.onEnd?.();
    this.open = undefined;
  }

  /** The room is left: nothing of it is said or asked when it opens again. */
  leave(): void {
    this.close();
    this.dismissFailure();
    this.clearWord();
    this.exchange?.dismissLimit();
    this.exchange = undefined;
  }

  /** The person agreed to what the open dialog says: the request goes out. False where there is more to read. */
  async confirmExchange(): Promise<boolean> {
    if (this.open?.kind !== 'exchange') return true;
    const { what, exchange } = this.open;
    const agreed = exchange.warning(what);
    const isKnown = await exchange.prepare();
    // The exposure changed while the dialog was open: the user first reads the new text, and agrees to that.
    if (isKnown && exchange.warning(what) !== agreed) return false;
    const isSent = isKnown && (await (what === 'PHONE' ? exchange.requestPhone() : exchange.requestWeixin()));
    if (isSent) this.say(ASKED[what]);
    return true;
  }

  /** The person chose a company. */
  async confirmPlan(ccid: string): Promise<void> {
    if (this.open?.kind !== 'plan') return;
    const { exchange, exchangeId } = this.open;
    const isSent = await (exchangeId === undefined ? exchange.deliver(ccid) : exchange.answer(exchangeId, true, ccid));
    if (isSent) this.say('BP已投递');
  }

  /** A report was sent; the words that thank, '' for none. */
  reported(thanks: string): void {
    if (thanks !== '') this.say(thanks);
  }

  #begin(exchange: ExchangeStore): void {
    this.dismissFailure();
    exchange.dismissFailure();
    this.exchange = exchange;
  }
}
