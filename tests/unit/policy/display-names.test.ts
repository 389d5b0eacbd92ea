import { describe, expect, it } from 'vitest';
import {
  cleanName,
  hasHidden,
  organisationPassesForPlatform,
  passesForPlatform,
} from '#shared/policy/display-names.ts';

const PRODUCT = '鲸图';

describe('the name of a person', () => {
  it.each([
    '系统通知',
    '官方客服',
    '平台助手',
    '鲸图助手',
    '鲸图小王',
    '分析师',
    '直播助手',
    '已注销用户',
    '客服小李',
    '小李（客服）',
    '系 统 通 知',
    '系·统·通·知',
    '系\u200b统\u200b通知',
    '\u202e知通\u202c系统通知',
    '官方\u3000客服',
    'ＡＤＭＩＮ',
    'Official',
    '系\u3164统通知',
  ])('may not pass for the platform: %j', (name) => expect(passesForPlatform(name, PRODUCT)).toBe(true));

  it.each(['王小明', 'Anna Lee', '欧阳娜娜', '陈官方远', '助力', 'João', 'Sysoev', '李平'])('may be %s', (name) =>
    expect(passesForPlatform(name, PRODUCT)).toBe(false),
  );

  it('is kept without characters that no user sees, and with plain single spaces', () => {
    expect(cleanName(' \u200f王\u200b小\u2060明\ufeff\u3000\u00a0三 ')).toBe('王小明 三');
    expect(cleanName('\u202eabc\u202c\u3164')).toBe('abc');
    expect(cleanName('\u200b\u3164\u2800')).toBe('');
  });
});

describe('the name of an organisation', () => {
  it.each(['系统通知', '鲸图', '鲸图官方', '鲸图助手'])('may not be our own: %s', (name) =>
    expect(organisationPassesForPlatform(name, PRODUCT)).toBe(true),
  );

  it.each(['示例系统（北京）有限公司', '某某交易平台', '客服云科技'])('may be %s', (name) =>
    expect(organisationPassesForPlatform(name, PRODUCT)).toBe(false),
  );

  it('has no hidden characters, line breaks among them', () => {
    expect(hasHidden('示例\u200b科技')).toBe(true);
    expect(hasHidden('示例\n科技')).toBe(true);
    expect(hasHidden('示例科技（北京）')).toBe(false);
  });
});
