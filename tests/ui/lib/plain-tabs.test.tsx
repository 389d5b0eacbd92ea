import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PlainTabs } from '#client/ui/plain-tabs.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('tabs come and go in a browser that answers with a promise when it scrolls', () => {
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: async () => undefined, configurable: true });
  const tabs = [
    { value: 'chat', label: '聊天' },
    { value: '7', label: '示例企业' },
  ];
  const shown = (value: string) => (
    <PlainTabs label="聊天与企业" tabs={tabs} value={value} onChange={() => undefined} panel="panel" />
  );
  const { rerender, unmount } = render(shown('chat'));
  rerender(shown('7'));
  expect(screen.getByRole('tab', { name: '示例企业' }).getAttribute('aria-selected')).toBe('true');
  expect(() => unmount()).not.toThrow();
});
