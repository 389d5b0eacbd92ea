import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ContactButton, OpenedContact } from '#schemas/api/contacts.ts';
import { buyUserContact, contactButton, contactNum, dealContact } from '#schemas/generated/api/contacts.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { FAILURES } from '#shared/errors.ts';
import { type Actor, hasDuty } from '#shared/policy/actor.ts';
import { dailyOpenings } from '#shared/policy/chat-limits.ts';
import { hasQuota } from '#shared/policy/contacts.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { BOUGHT, LOAD_FAILED, NOT_BOUGHT } from './contact-labels.ts';

/** The dialog over the page: the allowance is used up, or a founder's quota is; the latter with or without an offer. */
export type ContactDialog = 'allowanceUsed' | 'quotaUsed' | 'quotaUsedPaying';

/** The record whose contact it is. */
export interface ContactOf {
  readonly objectApiName: string;
  readonly id: string;
}

/** The contact of one record: what it costs, and once it is open the values. Nothing of it is kept anywhere else. */
export class ContactPanelStore {
  readonly #button: Loadable<ContactButton>;
  opened: OpenedContact | undefined;
  dialog: ContactDialog | undefined;
  /** Staff are asked why they look. */
  asksReason = false;
  isBusy = false;
  /** A word on what has just been done or has just failed. */
  word: { readonly text: string; readonly isGood: boolean } | undefined;
  readonly viewer: Actor;
  readonly #api: Api;

  constructor(api: Api, of: ContactOf, viewer: Actor) {
    this.#api = api;
    this.#button = new Loadable(() => {
      const { objectApiName, id } = of;
      const query = objectApiName === BINDINGS.company.object ? { ccid: id } : { moduleInfoId: objectApiName, id };
      return api.call(contactButton, { query });
    });
    this.viewer = viewer;
    makeAutoObservable(this, {
      opened: observableRef,
      word: observableRef,
      viewer: false,
    });
  }

  get button(): ContactButton | undefined {
    return this.#button.value;
  }

  /** Set when the question failed: nothing is known of the contact. */
  get failure(): ApiFailure | undefined {
    return this.#button.failure;
  }

  /** The user is the contact. */
  get isOwn(): boolean {
    return this.button?.contactUid !== undefined && this.button.contactUid === this.viewer.id;
  }

  load = (): Promise<void> => this.#button.load();

  /**
   * Can the contact be written to from here? By certified users, also where the contact hides the values: a message
   * gives away none of them, and what is exchanged later both decide.
   */
  get canTalk(): boolean {
    const uid = this.button?.contactUid;
    return typeof uid === 'string' && !this.isOwn && dailyOpenings(this.viewer) > 0;
  }

  /** Hands the contact's account to what opens a conversation, unless a founder's quota prevents it. */
  talk = async (open: (uid: string) => void): Promise<void> => {
    await this.#act(async (uid) => {
      if (await this.#withinQuota(uid)) open(uid);
    });
  };

  /** The press on the button: opens what is free, asks before coins are spent, says what prevents it. */
  press = async (): Promise<void> => {
    const { button } = this;
    if (!button || this.isBusy) return;
    if (button.decision === 'buy' || button.decision === 'topUp') this.dialog = 'allowanceUsed';
    else if (hasDuty(this.viewer, 'audit') && !this.isOwn) this.asksReason = true;
    else await this.#act(async (uid) => ((await this.#withinQuota(uid)) ? this.#openOrSay(uid) : undefined));
  };

  /** Opens it for staff, with the reason that the log keeps. Rejects with the failure where it is refused. */
  openWithReason = (reason: string): Promise<void> => this.#act((uid) => this.#open(uid, { reason }));

  /** Spends the coins that were shown. */
  buy = async (): Promise<void> => {
    const price = this.button?.price;
    await this.#act(async (uid) => {
      try {
        const opened = await this.#api.call(buyUserContact, { body: { uid, requiredOS: String(price) } });
        runInAction(() => {
          this.opened = opened;
          this.dialog = undefined;
          this.word = { text: BOUGHT, isGood: true };
        });
      } catch (thrown) {
        const { message } = asFailure(thrown);
        const text = message.startsWith(NOT_BOUGHT) ? message : `${NOT_BOUGHT}，${message}`;
        runInAction(() => {
          this.dialog = undefined;
          this.word = { text, isGood: false };
        });
      }
      await this.load();
    });
  };

  closeDialog = (): void => {
    this.dialog = undefined;
    this.asksReason = false;
  };

  clearWord = (): void => {
    this.word = undefined;
  };

  say = (text: string): void => {
    this.word = { text, isGood: true };
  };

  async #open(uid: string, why: { readonly reason?: string } = {}): Promise<void> {
    const opened = await this.#api.call(dealContact, { body: { uid, ...why } });
    runInAction(() => (this.opened = opened));
    await this.load();
  }

  async #openOrSay(uid: string): Promise<void> {
    try {
      await this.#open(uid);
    } catch (thrown) {
      const { code, status, message } = asFailure(thrown);
      // Used up meanwhile, in another window: the dialog says so with today's price and balance.
      await this.load();
      runInAction(() => {
        if (code === FAILURES.ALLOWANCE_USED.code) this.dialog = hasQuota(this.viewer) ? 'quotaUsed' : 'allowanceUsed';
        else this.word = { text: status >= 400 && status < 500 ? message : LOAD_FAILED, isGood: false };
      });
    }
  }

  /** Asks whether a founder's quota allows it; where that cannot be learnt nothing happens and nothing is said (SPEC §8). */
  async #withinQuota(uid: string): Promise<boolean> {
    if (!hasQuota(this.viewer)) return true;
    try {
      const { popupStatus, popupIdentity, buyOrChatted } = await this.#api.call(contactNum, { query: { uid } });
      if (popupStatus === 0) return true;
      runInAction(() => (this.dialog = popupIdentity === 1 || buyOrChatted ? 'quotaUsedPaying' : 'quotaUsed'));
    } catch {
      // Silent.
    }
    return false;
  }

  async #act(work: (uid: string) => Promise<void>): Promise<void> {
    const uid = this.button?.contactUid;
    if (!uid || this.isBusy) return;
    this.isBusy = true;
    try {
      await work(uid);
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }
}
