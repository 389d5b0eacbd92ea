import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listObjects } from '#schemas/api/metadata.ts';
import type { Profile } from '#schemas/api/session.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp, server } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(closeApp);

const INVESTOR: Profile = { ...FOUNDER_PROFILE, identityRoles: ['ORG_INVESTOR'] };
const LISTS = [
  ['InsightCompany', '企业', '/data/InsightCompany'],
  ['InsightProject', '融资项目', '/InvestmentFinancing/project'],
  ['InsightInvestor', '投资人', '/InvestmentFinancing/invest'],
] as const;

const withLists = (person: Profile, lists: readonly (typeof LISTS)[number][] = LISTS) =>
  server(person).on(listObjects, () =>
    lists.map(([apiName, label, route]) => ({
      apiName,
      label,
      version: 1,
      route,
      onHome: false,
      creatable: false,
      forMembers: true,
    })),
  );

const at = (path: string) => waitFor(() => expect(window.location.hash.split('?')[0]).toBe(`#${path}`));

describe('the root of lists', () => {
  test.each([
    ['/data', FOUNDER_PROFILE, '/data/InsightCompany'],
    ['/InvestmentFinancing', FOUNDER_PROFILE, '/InvestmentFinancing/invest'],
    ['/InvestmentFinancing', INVESTOR, '/InvestmentFinancing/project'],
    ['/InvestmentFinancing', { ...FOUNDER_PROFILE, identityRoles: [] }, '/InvestmentFinancing/project'],
  ])('%s leads to the list that suits the user', async (root, person, list) => {
    await openApp(root, withLists(person));
    await at(list);
    expect(await screen.findByRole('main')).toBeDefined();
  });

  test('is no page where no list is below it', async () => {
    await openApp('/InvestmentFinancing', withLists(FOUNDER_PROFILE, [LISTS[0]]));
    expect(await screen.findByText(/页面不存在/)).toBeDefined();
  });
});

test('the navigation has lists of data and those for finding each other apart', async () => {
  await openApp('/data/InsightCompany', withLists(FOUNDER_PROFILE));
  const navigation = within(await screen.findByRole('navigation', { name: '主导航' }));
  await navigation.findByText('投融资对接');
  const words = navigation.getAllByText(/./).map(({ textContent }) => textContent);
  expect(words.indexOf('数据洞察')).toBeLessThan(words.indexOf('企业'));
  expect(words.indexOf('企业')).toBeLessThan(words.indexOf('投融资对接'));
  expect(words.indexOf('投融资对接')).toBeLessThan(words.indexOf('投资人'));
});
