import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, readHome, readHomeFaults } from '#schemas/api/home.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { closeApp, openApp, server } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(closeApp);

/** A first page of one block. */
const home = (): Home => ({
  blocks: [{ id: '1', title: '最新资讯', width: 'half', empty: { words: '还没有资讯' } }],
  lastLook: '2026-11-20T04:00:00.000Z',
  asOf: '2026-11-24T04:00:00.000Z',
});

test('home is what metadata puts there for the user, and staff alone arrange it', async () => {
  const open = async (person: typeof FOUNDER_PROFILE) => {
    await openApp(
      '/home',
      server(person)
        .on(readHome, home)
        .on(readHomeFaults, () => ({ list: [] })),
    );
    await screen.findByRole('region', { name: '最新资讯' });
  };
  await open(FOUNDER_PROFILE);
  expect(screen.getByText('上次查看：2026-11-20 12:00')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: '数据库' })).toBeNull();
  expect(screen.queryByRole('link', { name: '编排首页' })).toBeNull();
});

test('a printed page says where it comes from and when it was printed', async () => {
  await openApp('/home', server(FOUNDER_PROFILE).on(readHome, home));
  await screen.findByRole('region', { name: '最新资讯' });
  expect(screen.queryByText(/^打印于/)).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText(/^打印于 \d{4}-\d\d-\d\d \d\d:\d\d（北京时间）$/)).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText(/^打印于/)).toBeNull();
});
