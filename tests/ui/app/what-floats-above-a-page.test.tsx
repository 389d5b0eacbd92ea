import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRecord } from '#schemas/api/records.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { PageTurns } from '#client/lib/page-turns.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { closeApp, openApp, server } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(closeApp);

const VIP_REQUIRED = new ApiFailure(400000003, 403, '仅SVIP可查看机构详情');
const UPGRADE = { name: 'SVIP专享内容' };

const goTo = (path: string) => void (window.location.hash = `#${path}`);
const list = () => screen.findByRole('heading', { name: '企业' });

/** The list, and from there the details that only SVIP users may open. */
async function openRefusedDetails() {
  const api = server(FOUNDER_PROFILE).on(readRecord, () => Promise.reject(VIP_REQUIRED));
  const app = await openApp('/data/InsightCompany', api);
  await list();
  goTo('/insight/InsightOrg/7');
  await screen.findByRole('dialog', UPGRADE);
  return app;
}

describe('the dialog of a refused detail page', () => {
  test('closes when the user goes back', async () => {
    await openRefusedDetails();
    act(() => window.history.back());
    await list();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('closes with the code that is being typed behind it', async () => {
    const { user } = await openRefusedDetails();
    await user.click(await screen.findByRole('button', { name: '使用兑换码' }));
    await screen.findByRole('dialog', { name: '使用兑换码' });
    act(() => window.history.back());
    await list();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('does not open above the next page when the refusal arrives late', async () => {
    let refuse: (failure: ApiFailure) => void = () => undefined;
    const api = server(FOUNDER_PROFILE).on(readRecord, () => new Promise((_, reject) => (refuse = reject)));
    const { stores } = await openApp('/insight/InsightOrg/7', api);
    await waitFor(() => expect(api.callsOf(readRecord)).toHaveLength(1));
    goTo('/data/InsightCompany');
    await list();
    await act(async () => refuse(VIP_REQUIRED));
    expect(stores.upgrade.message).toBeUndefined();
  });
});

describe('what a user opened from the frame', () => {
  test.each([
    ['the navigation of a narrow screen', '打开导航', { role: 'navigation', name: '主导航' }],
    ['the menu of the account', FOUNDER_PROFILE.name, { role: 'menuitem', name: '个人中心' }],
    ['customer service', '联系客服', { role: 'dialog', name: '联系客服' }],
  ])('%s closes when the user goes back', async (_, button, { role, name }) => {
    const { user } = await openApp('/home', server(FOUNDER_PROFILE));
    await screen.findByText(/，示例创业者$/);
    goTo('/data/InsightCompany');
    await list();
    const before = screen.queryAllByRole(role, { name }).length;
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryAllByRole(role, { name }).length + modals()).toBeGreaterThan(before));
    act(() => window.history.back());
    await screen.findByText(/，示例创业者$/);
    await waitFor(() => expect(modals()).toBe(0));
  });
});

/** A drawer hides the rest of the page from tools for accessibility: the navigation of it counts for one more. */
const modals = () => document.querySelectorAll('.MuiModal-root').length;

const HERE = { pathname: '/a', search: '', key: '1' };

test.each([
  ['another path is another page', { ...HERE, pathname: '/b' }, 'REPLACE', 1],
  ['another entry of the history is another page', { ...HERE, key: '2' }, 'POP', 1],
  ['another query that the user typed is another page', { ...HERE, search: '?page=b' }, 'POP', 1],
  ['a link to the same path opens another page', { ...HERE, key: '2' }, 'PUSH', 1],
  ['state that a page keeps in its own address leaves it the same page', { ...HERE, key: '2' }, 'REPLACE', 0],
  ['a further report about one location leaves it the same page', { ...HERE }, 'POP', 0],
] as const)('for what floats above, %s', (_, location, historyAction, count) => {
  const turns = new PageTurns();
  turns.visit({ location: HERE, historyAction: 'POP' });
  turns.visit({ location, historyAction });
  expect(turns.count).toBe(count);
});
