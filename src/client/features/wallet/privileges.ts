import { CONTACT_PRICE } from '#shared/policy/contact-limits.ts';
import { dailyContacts, hasQuota } from '#shared/policy/contacts.ts';
import { type Actor, SVIP } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';

/** One line of the comparison: what the user has now, and what an SVIP has. */
export interface Privilege {
  readonly label: string;
  readonly now: string;
  readonly svip: string;
  /** Does SVIP bring more? */
  readonly isMore: boolean;
}

/** What SVIP would change for this user, as policy decides it: the same functions that the server asks. */
export function privilegesOf(person: Actor): Privilege[] {
  const now: Actor = { ...person, vipType: 0 };
  const svip: Actor = { ...person, vipType: SVIP };
  const line = (label: string, text: (actor: Actor) => string): Privilege => {
    const [before, after] = [text(now), text(svip)];
    return { label, now: before, svip: after, isMore: before !== after };
  };
  const opens = (audience: 'investorOrSvip' | 'svip') => (actor: Actor) =>
    decideAudience(actor, {}, audience) === null ? '可查看' : '不可查看';
  return [
    line('企业、项目详情', opens('investorOrSvip')),
    line('机构、基金、投资人详情', opens('svip')),
    line('行业赛道、产业名录详情', opens('svip')),
    line('每日查看联系方式', (actor) => {
      const daily = dailyContacts(actor, false);
      if (daily === null) return '不限';
      return daily === 0 ? '认证后可用' : `${daily} 次`;
    }),
    line('次数用完之后', (actor) => {
      const daily = dailyContacts(actor, false);
      if (daily === null) return '—';
      if (daily === 0) return '认证后可用';
      return hasQuota(actor) ? '次日恢复' : `${CONTACT_PRICE} 鲸币一次`;
    }),
  ];
}
