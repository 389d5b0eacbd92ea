import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ChatMessage } from '#schemas/api/chat.ts';
import type { ExchangeKind, Privilege } from '#schemas/api/chat-exchange.ts';
import {
  answerExchange,
  readExchange,
  readPrivileges,
  requestContact,
  sendCompanyInfo,
} from '#schemas/generated/api/chat-exchange.ts';
import { contactNum } from '#schemas/generated/api/contacts.ts';
import { INVESTOR_ROLES } from '#shared/policy/actor.ts';
import { CARD_KINDS, EXCHANGE_WORDS, exchangeWarning, warningWords } from '#shared/policy/exchange.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import type { ExchangeValues } from '#client/features/chat/messages/bubbles/bubble-actions.ts';
import type { HeaderStore } from './header-store.ts';

/** A request to exchange phone or WeChat that waits for a word of the user. */
export type ContactKind = 'PHONE' | 'WEIXIN';

export interface ExchangeDeps {
  readonly api: Api;
  /** A fresh UUID. */
  readonly newKey: () => string;
  /** identityRoles of the signed-in person. */
  readonly roles: () => readonly string[];
  /** Who the other is and what was exchanged; its `uid` is whom the exchanges are with. */
  readonly header: HeaderStore;
  /** Messages that came of a action. */
  readonly received: (uid: string, messages: readonly ChatMessage[]) => void;
}

const FOUNDER = 'START_UP';
const UNKNOWN_STANDING = '暂时无法获取交换状态，请稍后重试';

/** Exchanges with one person. Actions answer true when they are done; otherwise `failure` or `limit` says why. */
export class ExchangeStore {
  readonly uid: string;
  isBusy = false;
  /** Why the last action did not come about, in words. */
  failure: string | undefined;
  /** The contacts with investors for today have run out; `offer` adds the financing service (SPEC §8). */
  limit: { readonly kind: 'plain' | 'offer' } | undefined;
  /** Companies whose plan can be chosen. */
  readonly plans: Loadable<readonly Privilege[]>;
  readonly #parts: ExchangeDeps;
  /** Ids of actions that may have been done although no answer came: done again, they are the same action. */
  readonly #keys = new Map<string, string>();

  constructor(parts: ExchangeDeps) {
    this.#parts = parts;
    this.uid = parts.header.uid;
    this.plans = new Loadable(async () => (await parts.api.call(readPrivileges)).list);
    makeAutoObservable(this, { uid: false, limit: observableRef, plans: false }, { autoBind: true });
  }

  /** What is to be said before a request of this kind; undefined for a plan, and while exposures are not known. */
  warning(kind: ExchangeKind): string | undefined {
    const exposure = this.#parts.header.eligibility?.exposure;
    if (kind === 'BP' || !exposure) return undefined;
    const warning = exchangeWarning(exposure[CARD_KINDS[kind]]);
    return warning ? warningWords(warning, kind) : `对方同意后，双方可互相查看${EXCHANGE_WORDS[kind]}`;
  }

  /** Learns what `warning` needs: what was shown before may have been hidden since. False: it could not be learnt. */
  async prepare(): Promise<boolean> {
    const isKnown = await this.#parts.header.refreshEligibility();
    runInAction(() => (this.failure = isKnown ? undefined : UNKNOWN_STANDING));
    return isKnown;
  }

  requestPhone(): Promise<boolean> {
    return this.#request('PHONE');
  }

  requestWeixin(): Promise<boolean> {
    return this.#request('WEIXIN');
  }

  askBp(): Promise<boolean> {
    return this.#request('BP');
  }

  /** Agrees to a request or declines it. A plan needs the company whose plan it is. */
  answer(exchangeId: string, agree: boolean, ccid?: string): Promise<boolean> {
    return this.#act(async () => {
      const body = { id: exchangeId, action: agree ? (1 as const) : (0 as const), ...(ccid !== undefined && { ccid }) };
      return (await this.#parts.api.call(answerExchange, { body })).messages;
    });
  }

  /** Delivers the plan of a company with its card. */
  deliver(ccid: string): Promise<boolean> {
    return this.#act(async () => {
      if (!(await this.#mayContact())) return undefined;
      const clientId = this.#keyOf(ccid);
      const { message } = await this.#parts.api.call(sendCompanyInfo, {
        params: { ccid },
        body: { uid: this.uid, ccid, chatIdentity: 'entrepreneur', clientId },
      });
      this.#keys.delete(ccid);
      return [message];
    });
  }

  /** The values, which are kept nowhere; undefined when they cannot be read, which `failure` explains. */
  async values(exchangeId: string): Promise<ExchangeValues | undefined> {
    try {
      return await this.#parts.api.call(readExchange, { params: { id: exchangeId } });
    } catch (thrown) {
      this.#fail(thrown);
      return undefined;
    }
  }

  dismissLimit(): void {
    this.limit = undefined;
  }

  dismissFailure(): void {
    this.failure = undefined;
  }

  #request(type: ExchangeKind): Promise<boolean> {
    return this.#act(async () => {
      if (!(await this.#mayContact())) return undefined;
      const body = { uid: this.uid, type, clientId: this.#keyOf(type) };
      const { message } = await this.#parts.api.call(requestContact, { body });
      this.#keys.delete(type);
      return [message];
    });
  }

  #keyOf(action: string): string {
    const key = this.#keys.get(action) ?? this.#parts.newKey();
    this.#keys.set(action, key);
    return key;
  }

  /** A founder's first contact with an investor counts. Where that cannot be learnt nothing happens and nothing is said. */
  async #mayContact(): Promise<boolean> {
    const { api, roles, header } = this.#parts;
    const others = header.header?.identityRoles;
    const isInvestor = (of: readonly string[]) => of.some((role) => INVESTOR_ROLES.has(role));
    const isCounted = roles().includes(FOUNDER) && !isInvestor(roles()) && (others ? isInvestor(others) : true);
    if (!isCounted || header.eligibility?.bothTalked === true) return true;
    try {
      const { popupStatus, popupIdentity, buyOrChatted } = await api.call(contactNum, { query: { uid: this.uid } });
      if (popupStatus === 0) return true;
      runInAction(() => (this.limit = { kind: popupIdentity === 1 || buyOrChatted ? 'plain' : 'offer' }));
    } catch {
      // Silent (SPEC §8).
    }
    return false;
  }

  /** Does one thing at a time; what it answers with goes to the conversation, `undefined` means that it was not done. */
  async #act(action: () => Promise<readonly ChatMessage[] | undefined>): Promise<boolean> {
    if (this.isBusy) return false;
    const { header, received } = this.#parts;
    runInAction(() => {
      this.isBusy = true;
      this.failure = undefined;
      this.limit = undefined;
    });
    try {
      const messages = await action();
      if (messages) received(this.uid, messages);
      return messages !== undefined;
    } catch (thrown) {
      // What was refused will be refused again: the next press is another action.
      if (asFailure(thrown).status !== 0) this.#keys.clear();
      this.#fail(thrown);
      return false;
    } finally {
      runInAction(() => (this.isBusy = false));
      void header.reload();
    }
  }

  #fail(thrown: unknown): void {
    runInAction(() => (this.failure = asFailure(thrown).message));
  }
}
