import { describe, expect, it } from 'vitest';
import { networkOf } from '#server/platform/limits/limits.ts';
import { secondsToWait, whenToTryAgain } from '#server/platform/limits/windows.ts';

const at = (text: string): number => Date.parse(text);
const NOON = at('2026-11-21T12:00:00+08:00');

describe('what may be done so often', () => {
  it('may be done until it was done so often, and again when the first of those is long enough ago', () => {
    const windows = [{ seconds: 60, max: 2 }];
    expect(secondsToWait([], windows, NOON)).toBe(0);
    expect(secondsToWait([NOON - 30_000], windows, NOON)).toBe(0);
    expect(secondsToWait([NOON - 50_000, NOON - 30_000], windows, NOON)).toBe(10);
    expect(secondsToWait([NOON - 60_000, NOON - 30_000], windows, NOON)).toBe(0);
    expect(secondsToWait([NOON, NOON], windows, NOON)).toBe(60);
  });

  it('waits for the longest of its limits', () => {
    const windows = [
      { seconds: 60, max: 1 },
      { seconds: 3600, max: 2 },
    ];
    expect(secondsToWait([NOON - 1_000_000, NOON - 10_000], windows, NOON)).toBe(2600);
  });

  it('has days that begin at midnight in Shanghai, not in London', () => {
    const windows = [{ seconds: 'day' as const, max: 1 }];
    expect(secondsToWait([at('2026-11-20T23:59:59+08:00')], windows, at('2026-11-21T00:00:00+08:00'))).toBe(0);
    expect(secondsToWait([at('2026-11-21T00:00:00+08:00')], windows, at('2026-11-21T07:59:00+08:00'))).toBe(57_660);
    expect(secondsToWait([at('2026-11-21T07:00:00+08:00')], windows, at('2026-11-21T08:01:00+08:00'))).toBe(57_540);
  });

  it('says when to try again as a person would', () => {
    const now = new Date(NOON);
    expect(whenToTryAgain(48, now)).toBe('请 48 秒后再试');
    expect(whenToTryAgain(61, now)).toBe('请 2 分钟后再试');
    expect(whenToTryAgain(900, now)).toBe('请 15 分钟后再试');
    expect(whenToTryAgain(7300, now)).toBe('请 3 小时后再试');
    expect(whenToTryAgain(12 * 3600, now)).toBe('请明天再试');
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', 'nonsense'],
  ])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));
});
