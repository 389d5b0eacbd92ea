import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLanding } from '#schemas/api/landing.ts';
import { ServicePopover } from '#client/app/shell/service-popover.tsx';
import { LandingPage } from '#client/features/landing/landing-page.tsx';
import { landingStore } from '#client/features/landing/landing-store.ts';
import { FOUNDER_OPENS, KIND_LABELS } from '#client/features/identity/identity-labels.ts';
import { LoginFrame } from '#client/features/account/base/login-frame.tsx';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { shippedObjectFiles } from '#tests/support/metadata/shipped-metadata.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

/** What only pages that are not open yet could keep: matching, the assistant, a list of projects. */
const NOT_OPEN = /匹配|寻找(?:投资人|项目)|筛选项目|找项目|智能助手|AI|常见问题|正在建设|敬请期待|即将/;
/** What no data can keep, or only staff may do. */
const TOO_MUCH = /每一笔|全貌|任意字段|每个数值|修改历史|发布融资/;

const Landing = () => {
  const api = new FakeApi().on(readLanding, () => ({ counts: [], teasers: [], asOf: '2026-11-21T04:00:00.000Z' }));
  return <LandingPage store={landingStore(api)} />;
};
const Service = ({ isSignedIn }: { readonly isSignedIn: boolean }) => (
  <ServicePopover
    anchor={document.body}
    api={new FakeApi()}
    isSignedIn={isSignedIn}
    onGo={() => undefined}
    onClose={() => undefined}
  />
);
const Certification = () => (
  <p>{[...FOUNDER_OPENS, ...Object.values(KIND_LABELS).flatMap(({ opens }) => opens)].join('；')}</p>
);

test.each([
  ['the landing page', Landing],
  ['the sign-in page', () => <LoginFrame>登录</LoginFrame>],
  ['customer service for visitors', () => <Service isSignedIn={false} />],
  ['customer service for members', () => <Service isSignedIn />],
  ['the pages of certification', Certification],
])('%s promises only what the product does', (_, Page) => {
  render(<Page />);
  const words = document.body.textContent ?? '';
  expect(words.length).toBeGreaterThan(5);
  expect(words.match(NOT_OPEN)).toBeNull();
  expect(words.match(TOO_MUCH)).toBeNull();
});

test.each([
  [/行业、轮次、地区与金额.*企业和交易/, 'InsightTransaction', ['所属行业', '轮次', '所在地区', '融资金额']],
  [/行业、轮次、地区与金额.*企业和交易/, 'InsightCompany', ['所属行业', '最新轮次', '所在地区', '融资总额']],
  [/关注行业、关注轮次与投资次数.*投资机构/, 'InsightOrg', ['关注行业', '关注轮次', '投资次数']],
])('the landing page names filters (%s) that the list of %s offers', (sentence, objectApiName, labels) => {
  render(<Landing />);
  expect(screen.getByText(sentence)).toBeTruthy();
  const object = shippedObjectFiles().find(({ value }) => value.apiName === objectApiName)?.value;
  const offered = object?.layouts.list.filters?.map(
    (name) => object.fields.find(({ apiName }) => apiName === name)?.label,
  );
  expect(offered).toEqual(expect.arrayContaining(labels));
});
