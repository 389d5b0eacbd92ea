import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { closeApp, openApp, server } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(closeApp);

test('a new member is led to certification by home, a certified one and staff are not', async () => {
  const step = () => screen.queryByRole('link', { name: '去认证 ›' });
  const home = async (person: typeof FOUNDER_PROFILE) => {
    await openApp('/home', server(person));
    await screen.findByRole('navigation', { name: '数据库' });
  };
  await home({ ...FOUNDER_PROFILE, identityRoles: [], enterpriser: 0, speaksForCompany: false });
  expect(step()?.getAttribute('href')).toBe('#/personalCenter?page=identity');
  closeApp();
  await home(FOUNDER_PROFILE);
  expect(step()).toBeNull();
  closeApp();
  await home({ ...FOUNDER_PROFILE, identityRoles: [], staff: true });
  expect(step()).toBeNull();
});

test('a printed page says where it comes from and when it was printed', async () => {
  await openApp('/home', server(FOUNDER_PROFILE));
  await screen.findByRole('navigation', { name: '数据库' });
  expect(screen.queryByText(/^打印于/)).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText(/^打印于 \d{4}-\d\d-\d\d \d\d:\d\d（北京时间）$/)).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText(/^打印于/)).toBeNull();
});
