import type { ExchangeKind, ExposureOfTwo } from '#schemas/api/chat-exchange.ts';
import type { FailureName } from '#shared/errors.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { type Actor, isInvestor, isOrganisation, isStaff, isSvip } from './actor.ts';
import type { Exposure } from './contacts.ts';

/** How long a request is open, in milliseconds. */
export const EXCHANGE_TERM_MS = 7 * DAY_MS;
const EXCHANGE_COOL_DOWN_MS = DAY_MS;

/** What is exchanged by value; a plan is delivered instead. */
export type ContactExchange = Exclude<ExchangeKind, 'BP'>;

/** Which value of a card each of them is. */
export const CARD_KINDS = { PHONE: 'phone', WEIXIN: 'weixin' } as const satisfies Record<
  ContactExchange,
  keyof Exposure
>;
export const EXCHANGE_WORDS: Readonly<Record<ExchangeKind, string>> = { PHONE: '手机号', WEIXIN: '微信号', BP: 'BP' };

export type ExchangeWarning = 'theirsHidden' | 'mineHidden' | 'bothHidden';

/** Which warning of SPEC §5 precedes a request; null when both show it. */
export function exchangeWarning({ mine, theirs }: ExposureOfTwo): ExchangeWarning | null {
  if (mine) return theirs ? null : 'theirsHidden';
  return theirs ? 'mineHidden' : 'bothHidden';
}

/** The words of a warning, before the request is sent. */
export function warningWords(warning: ExchangeWarning, kind: ContactExchange): string {
  const what = EXCHANGE_WORDS[kind];
  const own = kind === 'PHONE' ? { hidden: '联系方式', given: '联系方式' } : { hidden: '微信', given: what };
  const words: Readonly<Record<ExchangeWarning, string>> = {
    theirsHidden: `对方设置了${what}不可见，继续操作将向对方发送您的${what}，您无法获取对方的${what}`,
    mineHidden: `您已将${own.hidden}设为不公开，对方同意后将获取您的${own.given}`,
    bothHidden: `双方均设置了${what}不可见，继续操作将向对方发送您的${what}`,
  };
  return words[warning];
}

/**
 * Who gets the other's value once a request is agreed to: the one who agrees always does, as the requester chose to
 * give; the requester does where the other shows it.
 */
export const exchangeGives = (theirs: boolean): { readonly toResponder: true; readonly toRequester: boolean } => ({
  toResponder: true,
  toRequester: theirs,
});

/** Founders deliver their plan, the others ask for it. */
export const mayAskForPlan = (actor: Actor): boolean =>
  isInvestor(actor) || isOrganisation(actor) || isSvip(actor) || isStaff(actor);

/** The state of two users that decides a request of one kind. */
export interface RequestSituation {
  readonly bothTalked: boolean;
  readonly isDone: boolean;
  /** Whose request waits, as seen by the user who asks now. */
  readonly pending: 'mine' | 'theirs' | null;
  /** When the last request of the user who asks now was declined. */
  readonly declinedAt: Date | null;
  readonly now: Date;
}

/** Why a request cannot be made now, and in which words; null when it can. */
export function requestRefusal(
  situation: RequestSituation,
): { readonly failure: FailureName; readonly message: string } | null {
  const { bothTalked, isDone, pending, declinedAt, now } = situation;
  if (!bothTalked) return { failure: 'CHAT_LIMITED', message: '双方互相回复后才能交换' };
  if (isDone) return { failure: 'CONFLICT', message: '已交换，无需重复操作' };
  if (pending === 'mine') return { failure: 'CONFLICT', message: '请求已发送，请等待对方处理' };
  if (pending === 'theirs') return { failure: 'CONFLICT', message: '对方已向您发起交换请求，请直接处理' };
  if (declinedAt !== null && now.getTime() - declinedAt.getTime() < EXCHANGE_COOL_DOWN_MS)
    return { failure: 'CHAT_LIMITED', message: '对方已婉拒，24 小时内不能再次申请' };
  return null;
}
