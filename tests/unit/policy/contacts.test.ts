import { describe, expect, it } from 'vitest';
import type { ViewTerms } from '#schemas/api/contact-views.ts';
import type { ContactDecision } from '#schemas/api/contacts.ts';
import type { Actor } from '#shared/policy/actor.ts';
import {
  type ContactQuestion,
  dailyContacts,
  decideContact,
  exposedKinds,
  isForSale,
} from '#shared/policy/contacts.ts';

const actor = (roles: string[] = [], vipType = 0): Actor => ({ id: '1', name: '示例', roles, vipType });

const INVESTOR = actor(['ORG_INVESTOR']);
const SVIP_INVESTOR = actor(['PERSONAL_INVESTOR'], 3);
const ORGANISATION = actor(['FA']);
const SVIP_ORGANISATION = actor(['SERVICE_ORG'], 3);
const FOUNDER = actor(['START_UP']);
const SVIP_FOUNDER = actor(['START_UP'], 3);
const BOTH = actor(['START_UP', 'LP']);
const MEMBER = actor();
const SVIP_MEMBER = actor([], 3);
const STAFF: Actor = { ...actor(['staff']), duties: ['audit'] };
const OTHER_STAFF: Actor = { ...actor(['staff']), duties: ['data', 'money', 'access'] };

const OPEN_DOOR: Omit<ContactQuestion, 'viewer'> = {
  isInWhiteList: false,
  targetUid: '2',
  isShown: true,
  isBought: false,
  isSeenToday: false,
  usedToday: 0,
  balance: 0,
};

type Row = [
  what: string,
  viewer: Actor,
  facts: Partial<ContactQuestion>,
  decision: ContactDecision,
  terms: ViewTerms | null,
  left: number | null,
];

const TABLE: readonly Row[] = [
  ['a record without a contact', INVESTOR, { targetUid: null }, 'none', null, 3],
  ['oneself', MEMBER, { targetUid: '1', isShown: false }, 'open', null, 0],
  ['a user who hides everything', INVESTOR, { isShown: false }, 'closed', null, 3],
  ['a user who hides everything, to staff', STAFF, { isShown: false }, 'closed', null, null],
  ['any user, to staff who audit', STAFF, {}, 'open', 'staff', null],
  ['any user, to other staff', OTHER_STAFF, {}, 'certify', null, 0],
  ['an investor on the white list', INVESTOR, { isInWhiteList: true, usedToday: 99 }, 'open', 'white', null],
  ['the white list, to whom it does not apply', ORGANISATION, { isInWhiteList: true }, 'free', 'free', 3],
  ['an investor with views left', INVESTOR, { usedToday: 2 }, 'free', 'free', 1],
  ['an investor with none left and 60 coins', INVESTOR, { usedToday: 3, balance: 60 }, 'buy', null, 0],
  ['an investor with none left and 59 coins', INVESTOR, { usedToday: 3, balance: 59 }, 'topUp', null, 0],
  ['an SVIP investor after 14', SVIP_INVESTOR, { usedToday: 14 }, 'free', 'free', 1],
  ['an SVIP investor after 15', SVIP_INVESTOR, { usedToday: 15, balance: 60 }, 'buy', null, 0],
  ['an organisation with views left', ORGANISATION, { usedToday: 0 }, 'free', 'free', 3],
  ['an organisation with none left', ORGANISATION, { usedToday: 3, balance: 1000 }, 'buy', null, 0],
  ['an SVIP organisation after 3', SVIP_ORGANISATION, { usedToday: 3 }, 'free', 'free', 12],
  ['a founder with contacts left', FOUNDER, { usedToday: 4 }, 'free', 'quota', 1],
  ['a founder with none left, however rich', FOUNDER, { usedToday: 5, balance: 1000 }, 'quotaUsed', null, 0],
  ['an SVIP founder after 14', SVIP_FOUNDER, { usedToday: 14 }, 'free', 'quota', 1],
  ['an SVIP founder after 15', SVIP_FOUNDER, { usedToday: 15 }, 'quotaUsed', null, 0],
  ['a founder who invests as well', BOTH, { usedToday: 3, balance: 60 }, 'buy', null, 0],
  ['a user who is not certified', MEMBER, { balance: 1000 }, 'certify', null, 0],
  ['an SVIP who is not certified', SVIP_MEMBER, {}, 'free', 'free', 15],
  ['what was bought', INVESTOR, { isBought: true, usedToday: 3 }, 'open', 'bought', 0],
  ['what was bought by one who is certified no longer', MEMBER, { isBought: true }, 'open', 'bought', 0],
  ['what was seen today', INVESTOR, { isSeenToday: true, usedToday: 3 }, 'open', 'free', 0],
  ['what a founder saw today', FOUNDER, { isSeenToday: true, usedToday: 5 }, 'open', 'quota', 0],
  ['what was seen today and is hidden since', INVESTOR, { isSeenToday: true, isShown: false }, 'closed', null, 3],
];

describe('the decision on a contact', () => {
  it.each(TABLE)('of %s', (_, viewer, facts, decision, terms, left) => {
    const answer = decideContact({ viewer, ...OPEN_DOOR, ...facts });
    expect([answer.decision, answer.terms, answer.left]).toEqual([decision, terms, left]);
  });

  it('sells what is beyond the allowance, and what is free today to a user who wants it for ever', () => {
    const sold = TABLE.filter(([, viewer, facts]) => isForSale({ viewer, ...OPEN_DOOR, ...facts })).map(
      ([what]) => what,
    );
    expect(sold).toEqual([
      'the white list, to whom it does not apply',
      'an investor with views left',
      'an investor with none left and 60 coins',
      'an investor with none left and 59 coins',
      'an SVIP investor after 14',
      'an SVIP investor after 15',
      'an organisation with views left',
      'an organisation with none left',
      'an SVIP organisation after 3',
      'a founder who invests as well',
      'an SVIP who is not certified',
      'what was seen today',
    ]);
  });

  it('gives each kind of person its number of views a day', () => {
    const daily = [
      INVESTOR,
      SVIP_INVESTOR,
      ORGANISATION,
      SVIP_ORGANISATION,
      FOUNDER,
      SVIP_FOUNDER,
      MEMBER,
      SVIP_MEMBER,
    ];
    expect(daily.map((viewer) => dailyContacts(viewer, false))).toEqual([3, 15, 3, 15, 5, 15, 0, 15]);
    expect([dailyContacts(INVESTOR, true), dailyContacts(STAFF, false)]).toEqual([null, null]);
  });
});

describe('what a card shows', () => {
  it('is each kind that its owner shows, the mail address with either of the others', () => {
    const held = ['phone', 'weixin', 'email'] as const;
    expect(exposedKinds(held, { phone: true, weixin: true })).toEqual(['phone', 'weixin', 'email']);
    expect(exposedKinds(held, { phone: true, weixin: false })).toEqual(['phone', 'email']);
    expect(exposedKinds(held, { phone: false, weixin: true })).toEqual(['weixin', 'email']);
    expect(exposedKinds(held, { phone: false, weixin: false })).toEqual([]);
    expect(exposedKinds(['email'], { phone: true, weixin: false })).toEqual(['email']);
  });
});
