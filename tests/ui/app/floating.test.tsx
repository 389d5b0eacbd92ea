import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readInmailList, syncChat } from '#schemas/api/chat.ts';
import { readChatSettings } from '#schemas/api/chat-settings.ts';
import { readInterestedSummary } from '#schemas/api/chat-people.ts';
import { listObjects } from '#schemas/api/metadata.ts';
import { readSystemSummaries, readUnread } from '#schemas/api/notices.ts';
import { readProfile, type Profile } from '#schemas/api/session.ts';
import { App } from '#client/app/app.tsx';
import { buildStores } from '#client/app/base/stores.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { INVESTOR } from '#tests/support/chat/chat-user.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { silentEvents } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  window.location.hash = '';
  document.head.replaceChildren();
});

/** The whole product in a page, as one person has it. */
async function open(path: string, person?: Profile) {
  window.location.hash = `#${path}`;
  const api = new FakeApi()
    .on(readProfile, () => {
      if (person) return person;
      throw refusal('SESSION_INVALID');
    })
    .on(listObjects, () => [])
    .on(readUnread, () => ({ total: 3, chat: 3, hasLiving: false, system: [] }))
    .on(readInmailList, () => ({ list: [INVESTOR], hasMore: false, rev: '1' }))
    .on(syncChat, () => ({ list: [], hasMore: false, rev: '1' }))
    .on(readInterestedSummary, () => null)
    .on(readSystemSummaries, () => ({ list: [] }));
  const stores = buildStores(api, silentEvents());
  render(<App stores={stores} />);
  await stores.session.load();
  return { api, stores, user: userEvent.setup() };
}

const VISITED = [
  '/dashboard',
  '/login',
  '/forget',
  '/403',
  '/404',
  '/search',
  '/helpCenter',
  '/insight/InsightProject/7',
];
const PAGES = [
  '/home',
  '/data/InsightCompany',
  '/InvestmentFinancing/project',
  '/jingchat',
  '/personalCenter',
  '/messageCenter',
  '/pdfViewer',
  '/insight/InsightCompany/7',
  '/news/InsightNews/details/7',
  '/nowhere',
];

describe('over every page', () => {
  test.each(VISITED)('a visitor finds customer service and no chat: %s', async (path) => {
    await open(path);
    expect(await screen.findByRole('button', { name: '联系客服' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^私信/ })).toBeNull();
  });

  test.each(PAGES)('a user signed in finds both, with a red dot while something is unread: %s', async (path) => {
    await open(path, FOUNDER_PROFILE);
    const toggle = await screen.findByRole('button', { name: '私信，3条未读' });
    expect(toggle.querySelector('.sphere-dot')).toBeTruthy();
    expect(screen.getByRole('button', { name: '联系客服' })).toBeDefined();
  });
});

describe('the panel', () => {
  const openPanel = async (person: Profile) => {
    const address = 'https://money.example/?channel=jingtu_chat';
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'fast-financing-url', content: address }),
    );
    const { user } = await open('/home', person);
    await user.click(await screen.findByRole('button', { name: /^私信/ }));
    const room = within(await screen.findByRole('dialog', { name: '私信' }));
    await room.findByRole('heading', { name: '联系人' });
    return { room, user };
  };

  test('has a shortcut to customer service and leads founders to fast financing, with the channel', async () => {
    const { room, user } = await openPanel(FOUNDER_PROFILE);
    const link = room.getByRole('link', { name: '快速融资' });
    expect(link.getAttribute('href')).toBe('https://money.example/?channel=jingtu_chat');
    expect(link.getAttribute('target')).toBe('_blank');
    await user.click(room.getByRole('button', { name: '客服' }));
    expect(await screen.findByRole('dialog', { name: '联系客服' })).toBeDefined();
  });

  test('leads no other user there', async () => {
    const { room } = await openPanel({ ...FOUNDER_PROFILE, identityRoles: ['ORG_INVESTOR'] });
    await waitFor(() => expect(room.getByRole('button', { name: '客服' })).toBeDefined());
    expect(room.queryByRole('link', { name: '快速融资' })).toBeNull();
  });
});

test('a new private message is said above the page with who wrote it, is counted in the title, and opens its conversation', async () => {
  const { api, stores, user } = await open('/home', FOUNDER_PROFILE);
  await waitFor(() => expect(document.title).toMatch(/^\(3\) /));
  api
    .on(syncChat, () => ({ list: [INVESTOR], hasMore: false, rev: '2' }))
    .on(readChatSettings, () => ({ autoReply: false, autoReplyText: '', disturb: false }));
  stores.arrivals.receive({ type: 'chat.changed', rev: '2' });
  await screen.findByText('方便介绍一下项目吗？');
  await user.click(await screen.findByRole('button', { name: '查看私信' }));
  expect([stores.chatLauncher.isOpen, stores.arrivals.latest]).toEqual([true, undefined]);
  expect(screen.queryByRole('button', { name: '查看私信' })).toBeNull();
});
