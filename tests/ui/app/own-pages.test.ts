import { describe, expect, test } from 'vitest';
import { ownPages } from '#client/app/shell/own-pages.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';

const labels = (profile: Parameters<typeof ownPages>[0]) =>
  ownPages(profile).flatMap(({ links }) => links.map(({ label }) => label));
const NEW_MEMBER = { ...FOUNDER_PROFILE, identityRoles: [], speaksForCompany: false };

describe('the navigation of a user’s own work', () => {
  test('leads who speaks for a company to its page, requests, talks and visitors', () => {
    expect(labels(FOUNDER_PROFILE)).toEqual(['我的企业', '我的融资', '融资跟进', '项目访客', 'BP 查阅', '企业成员']);
  });

  test('leads an investor to the workbench, matches and deals', () => {
    expect(labels({ ...NEW_MEMBER, identityRoles: ['ORG_INVESTOR'] })).toEqual([
      '工作台',
      '匹配项目',
      '项目跟进',
      '我看过的',
    ]);
  });

  test('has no group for a visitor or a member without a role', () => {
    expect([ownPages(undefined), ownPages(NEW_MEMBER)]).toEqual([[], []]);
  });
});
