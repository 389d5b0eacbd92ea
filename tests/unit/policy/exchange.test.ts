import { describe, expect, it } from 'vitest';
import type { Actor } from '#shared/policy/actor.ts';
import {
  exchangeGives,
  exchangeWarning,
  mayAskForPlan,
  requestRefusal,
  type RequestSituation,
  warningWords,
} from '#shared/policy/exchange.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const free: RequestSituation = { bothTalked: true, isDone: false, pending: null, declinedAt: null, now: NOW };
const actor = (roles: string[], vipType = 0): Actor => ({ id: '1', name: '示例用户', roles, vipType });

describe('the warning before an exchange', () => {
  it('says what each combination of exposures leads to, and nothing when both show theirs', () => {
    expect(exchangeWarning({ mine: true, theirs: true })).toBeNull();
    expect(exchangeWarning({ mine: true, theirs: false })).toBe('theirsHidden');
    expect(exchangeWarning({ mine: false, theirs: true })).toBe('mineHidden');
    expect(exchangeWarning({ mine: false, theirs: false })).toBe('bothHidden');
  });

  it.each([
    ['PHONE', 'theirsHidden', '对方设置了手机号不可见，继续操作将向对方发送您的手机号，您无法获取对方的手机号'],
    ['PHONE', 'mineHidden', '您已将联系方式设为不公开，对方同意后将获取您的联系方式'],
    ['PHONE', 'bothHidden', '双方均设置了手机号不可见，继续操作将向对方发送您的手机号'],
    ['WEIXIN', 'theirsHidden', '对方设置了微信号不可见，继续操作将向对方发送您的微信号，您无法获取对方的微信号'],
    ['WEIXIN', 'mineHidden', '您已将微信设为不公开，对方同意后将获取您的微信号'],
    ['WEIXIN', 'bothHidden', '双方均设置了微信号不可见，继续操作将向对方发送您的微信号'],
  ] as const)('says it in the words of what is exchanged: %s, %s', (kind, warning, words) => {
    expect(warningWords(warning, kind)).toBe(words);
  });

  it('says truthfully who gets what', () => {
    for (const mine of [true, false])
      for (const theirs of [true, false]) {
        const warning = exchangeWarning({ mine, theirs });
        expect(exchangeGives(theirs).toResponder).toBe(true);
        expect(exchangeGives(theirs).toRequester).toBe(warning === null || warning === 'mineHidden');
      }
  });
});

describe('a request to exchange', () => {
  it('can be made by people who have both talked', () => {
    expect(requestRefusal(free)).toBeNull();
    expect(requestRefusal({ ...free, bothTalked: false })).toEqual({
      failure: 'CHAT_LIMITED',
      message: '双方互相回复后才能交换',
    });
  });

  it('is made once, and waits for the one who was asked', () => {
    expect(requestRefusal({ ...free, isDone: true })?.message).toBe('已交换，无需重复操作');
    expect(requestRefusal({ ...free, pending: 'mine' })?.message).toBe('请求已发送，请等待对方处理');
    expect(requestRefusal({ ...free, pending: 'theirs' })?.message).toBe('对方已向您发起交换请求，请直接处理');
  });

  it('waits a day after it was declined', () => {
    const ago = (hours: number) => new Date(NOW.getTime() - hours * 3600_000);
    expect(requestRefusal({ ...free, declinedAt: ago(23.9) })).toEqual({
      failure: 'CHAT_LIMITED',
      message: '对方已婉拒，24 小时内不能再次申请',
    });
    expect(requestRefusal({ ...free, declinedAt: ago(24) })).toBeNull();
  });
});

describe('a plan', () => {
  it('is asked for by a user who invests or is certified beside founders', () => {
    expect(mayAskForPlan(actor(['ORG_INVESTOR']))).toBe(true);
    expect(mayAskForPlan(actor(['FA']))).toBe(true);
    expect(mayAskForPlan(actor([], 3))).toBe(true);
    expect(mayAskForPlan(actor(['START_UP']))).toBe(false);
    expect(mayAskForPlan(actor([]))).toBe(false);
  });
});
