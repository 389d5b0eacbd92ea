import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLanding, type Landing, type ObjectCount } from '#schemas/api/landing.ts';
import { countText } from '#client/features/landing/count-text.ts';
import { LandingPage } from '#client/features/landing/landing-page.tsx';
import { landingStore } from '#client/features/landing/landing-store.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const count = (more: Partial<ObjectCount>): ObjectCount => ({
  objectApiName: 'InsightCompany',
  label: '企业',
  description: '',
  total: 0,
  totalIsExact: true,
  totalIsEstimate: false,
  ...more,
});

const LANDING: Landing = {
  asOf: '2026-11-21T04:00:00.000Z',
  counts: [
    count({ total: 12_345 }),
    count({
      objectApiName: 'InsightTransaction',
      label: '交易事件',
      total: 1_234_567,
      totalIsExact: false,
      totalIsEstimate: true,
    }),
  ],
  teasers: [
    {
      objectApiName: 'InsightTransaction',
      label: '交易事件',
      fields: [
        { apiName: 'title', type: 'text', label: '事件名称' },
        {
          apiName: 'industry',
          type: 'treeSelect',
          label: '所属行业',
          config: { optionSet: 'industry' },
          selectOptions: [
            { value: 'ai', label: '人工智能' },
            { value: 'cv', label: '计算机视觉', parent: 'ai' },
          ],
        },
        {
          apiName: 'amount',
          type: 'currency',
          label: '融资金额',
          config: { bandOptionSet: 'amountBand' },
          selectOptions: [{ value: 'b7', label: '数千万' }],
        },
        { apiName: 'fundedOn', type: 'date', label: '融资日期' },
      ],
      list: [
        row({
          id: '7',
          title: '示例科技 · A轮',
          industry: 'cv',
          amount: { num: '30000000', currency: 'CNY' },
          fundedOn: '2026-11',
        }),
        row({ id: '8', title: '示例能源 · B轮', amount: { band: 'b7' } }),
      ],
    },
  ],
};

async function open(answer: () => Landing = () => LANDING) {
  const api = new FakeApi().on(readLanding, answer);
  render(<LandingPage store={landingStore(api)} />);
  await act(() => Promise.resolve());
  return { api, user: userEvent.setup() };
}

test('the landing page shows how much there is of each kind, and as of when', async () => {
  await open();
  const counts = within(screen.getByRole('region', { name: '收录数据' }));
  expect(counts.getByText('企业').nextElementSibling?.textContent).toBe('12,345');
  expect(counts.getByText('交易事件').nextElementSibling?.textContent).toBe('约 123 万');
  expect(document.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-21T04:00:00.000Z');
});

test('the landing page shows the latest records as metadata opens them; details lead over signing in', async () => {
  await open();
  const latest = within(screen.getByRole('region', { name: '最新交易事件' }));
  const [first, second] = latest.getAllByRole('listitem');
  expect(first?.textContent).toBe('示例科技 · A轮3000万人民币人工智能 / 计算机视觉2026年11月');
  expect(second?.textContent).toBe('示例能源 · B轮数千万');
  expect(latest.getByRole('link', { name: '示例科技 · A轮' }).getAttribute('href')).toBe(
    '#/login?redirect=%2Finsight%2FInsightTransaction%2F7',
  );
});

test('the landing page shows no list of records where metadata opens none', async () => {
  await open(() => ({ ...LANDING, teasers: [] }));
  expect(screen.queryByRole('region', { name: '最新交易事件' })).toBeNull();
  expect(screen.getByRole('region', { name: '收录数据' })).toBeTruthy();
});

test('the landing page says what went wrong with the data, tries again, and is of use meanwhile', async () => {
  const { api, user } = await open(() => {
    throw refusal('UNAVAILABLE');
  });
  expect(screen.getByText('服务暂不可用，请稍后重试')).toBeTruthy();
  expect(screen.getByRole('link', { name: '免费注册' }).getAttribute('href')).toBe('#/login?tab=sms');
  api.on(readLanding, () => LANDING);
  await user.click(screen.getByRole('button', { name: '重试' }));
  expect(screen.getByRole('region', { name: '最新交易事件' })).toBeTruthy();
});

test.each([
  [{ total: 0 }, '0'],
  [{ total: 50_000 }, '50,000'],
  [{ total: 61_234, totalIsExact: false, totalIsEstimate: true }, '约 6.1 万'],
  [{ total: 9_000, totalIsExact: false, totalIsEstimate: true }, '约 9,000'],
  [{ total: 50_000, totalIsExact: false }, '50,000+'],
])('a count of %o is written %s', (more, words) => {
  expect(countText(count(more))).toBe(words);
});
