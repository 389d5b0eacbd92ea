import type { ViewTerms } from '#schemas/api/contact-views.ts';
import { type ContactButton, type ContactDecision, NO_PARTY, type OpenedContact } from '#schemas/api/contacts.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { Failure } from '#shared/errors.ts';
import { isSvip, type Member } from '#shared/policy/actor.ts';
import { CONTACT_PRICE } from '#shared/policy/contact-limits.ts';
import { type ContactAnswer, decideContact, hasQuota, isForSale } from '#shared/policy/contacts.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { spendCoins } from '#server/platform/coins/ledger.ts';
import { type ContactCards, kindsOf } from '#server/platform/contact-cards/contact-cards.ts';
import { lockViewer } from '#server/platform/parties/contact-quota-queries.ts';
import { pageLink } from '#server/platform/parties/page-queries.ts';
import type { ContactFinder, Found } from './contact-finder.ts';
import { insertPurchase, recordView } from './view-queries.ts';

export interface ContactDeps {
  readonly db: Db;
  readonly cards: ContactCards;
  readonly finder: ContactFinder;
  readonly now: () => Date;
}

/** Whose contact is asked for: a company, a record of any object, or an account. */
export interface ContactTarget {
  readonly ccid?: string;
  readonly uid?: string;
  readonly moduleInfoId?: string;
  readonly id?: string;
}

/** Contacts as people see and buy them. Every decision is policy's, made again within the transaction that acts on it. */
export class Contacts {
  readonly #deps: ContactDeps;

  constructor(deps: ContactDeps) {
    this.#deps = deps;
  }

  /** What the contact panel shows. @throws Failure INVALID_QUERY when nothing is named. */
  async button(target: ContactTarget, actor: Member): Promise<ContactButton> {
    const { db, finder, now } = this.#deps;
    const party = await this.#party(target);
    const found = await finder.find(db, actor, party?.uid ?? null, now());
    const { decision, left, daily } = decideContact(found.question);
    return {
      contactUid: party?.uid ?? null,
      type: party ? 1 : NO_PARTY,
      hasManager: party?.isManager ?? false,
      num: left,
      daily,
      buyOrChatted: isReached(found),
      isInWhiteList: found.question.isInWhiteList,
      isExpose: found.isExposed ? 1 : 0,
      price: CONTACT_PRICE,
      balance: found.question.balance,
      isSvip: isSvip(actor),
      ...pageLink(found.page),
      decision,
    };
  }

  /**
   * Does a founder's quota prevent a contact or a first message, and is there anything to offer to the founder (SPEC §8)?
   * A user who shows nothing can be written to all the same.
   */
  async quota(uid: string, actor: Member) {
    const found = await this.#deps.finder.find(this.#deps.db, actor, uid, this.#deps.now());
    const { decision, left } = decideContact(found.question);
    const isUnreached = decision === 'closed' && !found.hasTalked && !found.question.isSeenToday;
    const isUsed = decision === 'quotaUsed' || (hasQuota(actor) && left === 0 && isUnreached);
    return {
      popupStatus: isUsed ? 1 : 0,
      popupIdentity: isSvip(actor) ? 1 : 0,
      buyOrChatted: isReached(found),
      num: hasQuota(actor) ? left : null,
    };
  }

  async isExposed(uid: string, actor: Member): Promise<boolean> {
    return (await this.#deps.finder.find(this.#deps.db, actor, uid, this.#deps.now())).isExposed;
  }

  /**
   * Opens a contact without coins and records the view. Staff say why, each time; the log keeps it.
   * @throws Failure INVALID_BODY naming `reason`, NO_CONTACT, CONTACT_CLOSED, FORBIDDEN (not certified), ALLOWANCE_USED (details: price, balance, isSvip).
   */
  async open(uid: string, actor: Member, reason = ''): Promise<OpenedContact> {
    return this.#acting(actor, async (trx, now) => {
      const found = await this.#deps.finder.find(trx, actor, uid, now);
      const answer = decideContact(found.question);
      if (answer.decision !== 'open' && answer.decision !== 'free') throw refusal(answer.decision, found, actor);
      await this.#record(trx, found, answer.terms, now, reason.trim());
      return opened(found, leftAfter(answer));
    });
  }

  /**
   * Buys a contact, or opens one that needs no buying. Coins, purchase and view are one transaction.
   * @throws Failure CONFLICT when the price is another, COINS_SHORT, and what `open` throws.
   */
  async buy(uid: string, price: number, actor: Member): Promise<OpenedContact> {
    const { cards, finder } = this.#deps;
    if (price !== CONTACT_PRICE)
      throw new Failure('CONFLICT', `兑换失败，价格为${CONTACT_PRICE}鲸币，请重新确认`, [], { price: CONTACT_PRICE });
    return this.#acting(actor, async (trx, now) => {
      const found = await finder.find(trx, actor, uid, now);
      const { question, shown } = found;
      const answer = decideContact(question);
      if (!isForSale(question)) {
        if (answer.decision !== 'open') throw refusal(answer.decision, found, actor);
        await this.#record(trx, found, answer.terms, now);
        return opened(found, answer.left);
      }
      const viewerId = actor.id;
      const spending = {
        accountId: viewerId,
        amount: CONTACT_PRICE,
        key: `contact:${viewerId}:${uid}`,
        // Without the name: the ledger is kept for ever, people may leave.
        note: '查看联系方式',
        target: { kind: 'account', id: uid },
      };
      await spendCoins(trx, spending, now);
      const sealed = cards.sealBought(shown, viewerId, uid);
      await insertPurchase(trx, { viewerId, targetId: uid, price: CONTACT_PRICE, sealed }, now);
      await this.#record(trx, found, 'bought', now);
      return opened(found, answer.left);
    });
  }

  /** Runs the actions of one viewer one after the other: each sees what the one before used up. */
  #acting<T>(actor: Member, work: (trx: Db, now: Date) => Promise<T>): Promise<T> {
    return this.#deps.db.transaction().execute(async (trx) => {
      await lockViewer(trx, actor.id);
      return work(trx, this.#deps.now());
    });
  }

  async #party({ ccid, uid, moduleInfoId, id }: ContactTarget) {
    const { db, finder } = this.#deps;
    if (uid !== undefined) return { uid, isManager: false };
    if (ccid !== undefined) return finder.partyOf(db, BINDINGS.company.object, ccid);
    if (moduleInfoId !== undefined && id !== undefined) return finder.partyOf(db, moduleInfoId, id);
    throw new Failure('INVALID_QUERY', '请指明企业、记录或用户');
  }

  /** A look at the viewer's own card is not recorded; a look by staff goes into the audit log. */
  async #record(trx: Db, { question, shown }: Found, terms: ViewTerms | null, now: Date, reason = ''): Promise<void> {
    const { viewer, targetUid } = question;
    if (terms === null || viewer.id === null || targetUid === null) return;
    const view = { viewerId: viewer.id, targetId: targetUid, day: shanghaiDay(now), terms, kinds: kindsOf(shown) };
    if (terms === 'staff' && reason === '') {
      const message = '工作人员查看联系方式须填写理由';
      throw new Failure('INVALID_BODY', message, [{ field: 'reason', message }]);
    }
    await recordView(trx, view, now);
    if (terms !== 'staff') return;
    const target = { kind: 'account', id: targetUid };
    await writeAudit(trx, { actor: viewer, action: 'contact.seen', target, reason }, now);
  }
}

/** Seen, bought, or written to before: nothing needs to be explained any more. */
const isReached = ({ question, wasSeen, hasTalked }: Found): boolean => question.isBought || wasSeen || hasTalked;

const opened = ({ question, name, shown, page }: Found, left: number | null): OpenedContact => ({
  uid: question.targetUid ?? '',
  name,
  ...shown,
  ...pageLink(page),
  left,
});

const leftAfter = ({ decision, left }: ContactAnswer): number | null =>
  decision === 'free' && left !== null ? left - 1 : left;

function refusal(decision: ContactDecision, { question }: Found, actor: Member): Failure {
  if (decision === 'none') return new Failure('NO_CONTACT');
  if (decision === 'closed') return new Failure('CONTACT_CLOSED');
  if (decision === 'certify') return new Failure('FORBIDDEN', '完成身份认证后即可查看联系方式');
  if (decision === 'quotaUsed')
    return new Failure('ALLOWANCE_USED', '您今日与投资人的沟通次数已用完，请明日再试', [], { isSvip: isSvip(actor) });
  const details = { price: CONTACT_PRICE, balance: question.balance, isSvip: isSvip(actor) };
  return new Failure('ALLOWANCE_USED', undefined, [], details);
}
