import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readUnread } from '#schemas/api/notices.ts';
import { SphereButtons } from '#client/app/sphere/sphere-buttons.tsx';
import { buildStores } from '#client/app/base/stores.ts';
import { EventStream } from '#client/lib/events.ts';
import { ALONE } from '#client/lib/session-tabs.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { HandClock } from './room-world.tsx';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});

/** The two buttons as a visitor has them, or as a user signed in does. */
function openSphere({ isSignedIn = true, unread = 0 } = {}) {
  const clock = new HandClock();
  const api = new FakeApi().on(readUnread, () => ({ total: unread, chat: unread, hasLiving: false, system: [] }));
  const source = { addEventListener: () => undefined, close: () => undefined };
  const channel = { ...source, postMessage: () => undefined };
  const events = new EventStream({ openSource: () => source as never, openChannel: () => channel as never });
  const stores = buildStores(api, events, ALONE, clock);
  if (isSignedIn) stores.session.receive(FOUNDER_PROFILE);
  const onGo = vi.fn<(path: string) => void>();
  const onNear = vi.fn<() => void>();
  render(<SphereButtons stores={stores} onGo={onGo} onNear={onNear} />);
  return { clock, stores, onGo, onNear, user: userEvent.setup() };
}

const toggle = () => screen.getByRole('button', { name: /^私信/ });
const isOpen = () => toggle().getAttribute('aria-expanded');

describe('the chat toggle', () => {
  test('is for those who are signed in; customer service is for every user', () => {
    openSphere({ isSignedIn: false });
    expect(screen.queryByRole('button', { name: /私信/ })).toBeNull();
    expect(screen.getByRole('button', { name: '联系客服' })).toBeDefined();
    cleanup();
    openSphere();
    expect(screen.getByRole('button', { name: '私信' })).toBeDefined();
    expect(screen.getByRole('button', { name: '联系客服' })).toBeDefined();
  });

  test('opens the room and closes it again, once in 800 milliseconds', async () => {
    const { clock, user } = openSphere();
    expect(isOpen()).toBe('false');
    await user.click(toggle());
    expect(isOpen()).toBe('true');
    clock.pass(799);
    await user.click(toggle());
    expect(isOpen()).toBe('true');
    clock.pass(1);
    await user.click(toggle());
    expect(isOpen()).toBe('false');
  });

  test('says that something is unread', async () => {
    openSphere({ unread: 4 });
    expect(await screen.findByRole('button', { name: '私信，4条未读' })).toBeDefined();
  });

  test('loads the room before it is pressed, when the pointer or the focus comes near', async () => {
    const { onNear, user } = openSphere();
    await user.tab();
    expect(document.activeElement).toBe(toggle());
    expect(onNear).toHaveBeenCalled();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '联系客服' }));
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });

  test('is closed with the session', async () => {
    const { stores } = openSphere();
    stores.chatLauncher.openWith({ uid: '2' });
    stores.session.clear();
    await waitFor(() => expect(stores.chatLauncher.isOpen).toBe(false));
    expect(stores.chatLauncher.takePendingIntent()).toBeUndefined();
  });
});

describe('customer service', () => {
  const configure = (values: Record<string, string>) => {
    for (const [name, content] of Object.entries(values))
      document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  };
  const open = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole('button', { name: '联系客服' }));
    return screen.findByRole('dialog', { name: '联系客服' });
  };

  test('is reached by what is configured, and nothing else is shown', async () => {
    configure({
      'customer-service-phone': '400 000 0000',
      'customer-service-email': 'help@example.com',
      'customer-service-hours': '工作日 9:00–18:00',
    });
    const { user } = openSphere();
    const dialog = await open(user);
    expect(screen.getByRole('link', { name: '400 000 0000' }).getAttribute('href')).toBe('tel:4000000000');
    expect(screen.getByRole('link', { name: 'help@example.com' }).getAttribute('href')).toBe('mailto:help@example.com');
    expect(screen.getByRole('link', { name: '帮助中心' }).getAttribute('href')).toBe('#/helpCenter');
    expect(dialog.textContent).toBe(
      '联系客服帮助中心中有各项功能的用法。电话400 000 0000邮箱help@example.com时间工作日 9:00–18:00',
    );
  });

  test('leads to the messages of the platform where nothing is configured', async () => {
    const { onGo, user } = openSphere();
    await open(user);
    await user.click(screen.getByRole('link', { name: '消息中心' }));
    expect(onGo).toHaveBeenCalledWith('/messageCenter');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
