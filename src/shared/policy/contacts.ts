import type { ViewTerms } from '#schemas/api/contact-views.ts';
import type { ContactDecision, ContactKind } from '#schemas/api/contacts.ts';
import { type Actor, hasDuty, isFounder, isInvestor, isOrganisation, isSvip } from './actor.ts';
import { CONTACT_PRICE, DAILY_VIEWS, FOUNDER_DAILY_CONTACTS, SVIP_DAILY_VIEWS } from './contact-limits.ts';

/** What the decision on one contact needs to know. */
export interface ContactQuestion {
  readonly viewer: Actor;
  readonly isInWhiteList: boolean;
  /** Account that is the contact; null when the record has none. */
  readonly targetUid: string | null;
  /**
   * Whether the viewer could be shown anything of the target. Nothing of an unknown user, or of one who hides it all.
   */
  readonly isShown: boolean;
  readonly isBought: boolean;
  /** Seen before on this day of Asia/Shanghai. */
  readonly isSeenToday: boolean;
  /** Contacts that counted against the viewer's allowance or quota today. */
  readonly usedToday: number;
  /** Coins of the viewer. */
  readonly balance: number;
}

/** The answer: what prevents a view, its terms, and how many are left today. */
export interface ContactAnswer {
  readonly decision: ContactDecision;
  /** Terms of a view that may happen now; null when none may, or when it is not recorded. */
  readonly terms: ViewTerms | null;
  /** Views a day; null where they are not counted. */
  readonly daily: number | null;
  /** Views left today; null where they are not counted. */
  readonly left: number | null;
}

/** Contacts a day for this person: null when not counted, 0 when none may be seen before certification. */
export function dailyContacts(viewer: Actor, isInWhiteList: boolean): number | null {
  if (hasDuty(viewer, 'audit') || (isInvestor(viewer) && isInWhiteList)) return null;
  if (isSvip(viewer)) return SVIP_DAILY_VIEWS;
  if (isInvestor(viewer)) return DAILY_VIEWS;
  if (isFounder(viewer)) return FOUNDER_DAILY_CONTACTS;
  return isOrganisation(viewer) ? DAILY_VIEWS : 0;
}

/** A founder has a quota, and cannot buy beyond it; a founder who also invests is treated as an investor. */
export const hasQuota = (viewer: Actor): boolean => isFounder(viewer) && !isInvestor(viewer);

/** What a user lacks to see a contact (SPEC §6). The server acts on it; the client shows it beforehand. */
export function decideContact(question: ContactQuestion): ContactAnswer {
  const { viewer, isInWhiteList, targetUid, isShown, isBought, isSeenToday, usedToday, balance } = question;
  const daily = dailyContacts(viewer, isInWhiteList);
  const left = daily === null ? null : Math.max(0, daily - usedToday);
  const answer = (decision: ContactDecision, terms: ViewTerms | null = null) => ({ decision, terms, daily, left });
  if (targetUid === null) return answer('none');
  if (targetUid === viewer.id) return answer('open');
  if (!isShown) return answer('closed');
  if (hasDuty(viewer, 'audit')) return answer('open', 'staff');
  if (isBought) return answer('open', 'bought');
  if (daily === null) return answer('open', 'white');
  if (daily === 0) return answer('certify');
  if (isSeenToday) return answer('open', hasQuota(viewer) ? 'quota' : 'free');
  if (left !== 0) return answer('free', hasQuota(viewer) ? 'quota' : 'free');
  if (hasQuota(viewer)) return answer('quotaUsed');
  return answer(balance >= CONTACT_PRICE ? 'buy' : 'topUp');
}

/** May this contact be bought now? What is free today may be bought as well: bought, it stays open for ever. */
export function isForSale(question: ContactQuestion): boolean {
  const { decision, terms } = decideContact(question);
  return decision === 'buy' || decision === 'topUp' || terms === 'free';
}

/** What the owner of a card shows. */
export interface Exposure {
  readonly phone: boolean;
  readonly weixin: boolean;
}

/** The kinds of a card that are shown; a mail address goes with either of the other two. */
export function exposedKinds(held: readonly ContactKind[], exposure: Exposure): ContactKind[] {
  const isShown: Readonly<Record<ContactKind, boolean>> = {
    phone: exposure.phone,
    weixin: exposure.weixin,
    email: exposure.phone || exposure.weixin,
  };
  return held.filter((kind) => isShown[kind]);
}
