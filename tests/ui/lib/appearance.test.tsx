import { expect, test } from 'vitest';
import { AppearanceStore } from '#client/lib/appearance.ts';

/** A page with cookies, as a browser keeps them. */
function page(cookie = '') {
  const root = document.createElement('html');
  return { cookie, root, isSecure: true };
}

test('a browser that has not chosen follows its system', () => {
  const host = page('kr_plus=1; theme=dark');
  expect(new AppearanceStore(host).choice).toBe('system');
  expect(host.root.dataset['appearance']).toBeUndefined();
});

test('a choice marks the page and is kept for a year in a cookie that travels to our server alone', () => {
  const host = page();
  new AppearanceStore(host).choose('dark');
  expect(host.root.dataset['appearance']).toBe('dark');
  expect(host.cookie).toBe('appearance=dark; path=/; max-age=31536000; samesite=lax; secure');
});

test('the way back to the system removes the mark and the cookie', () => {
  const host = page('a=b; appearance=dark');
  const store = new AppearanceStore(host);
  expect([store.choice, host.root.dataset['appearance']]).toEqual(['dark', 'dark']);
  store.choose('system');
  expect(host.root.dataset['appearance']).toBeUndefined();
  expect(host.cookie).toContain('appearance=system; path=/; max-age=0');
});

test('a tab that is looked at again takes over what another tab chose', () => {
  const host = page('appearance=light');
  const store = new AppearanceStore(host);
  host.cookie = 'appearance=dark';
  store.refresh();
  expect([store.choice, host.root.dataset['appearance']]).toEqual(['dark', 'dark']);
});

test('a cookie that holds no appearance of ours is as none', () => {
  expect(new AppearanceStore(page('appearance=<script>')).choice).toBe('system');
});
