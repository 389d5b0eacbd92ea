import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

test('an object that is saved with an address leads to its list', async () => {
  const server = new SavedObjects();
  server.definition = { ...server.definition, route: '/data/Company' };
  await openEditor(buildEditor(server));
  expect(screen.getByRole('link', { name: '打开列表' }).getAttribute('href')).toBe('#/data/Company');
});

test('an object without an address has no list to lead to', async () => {
  await openEditor(buildEditor(new SavedObjects()));
  expect(screen.queryByRole('link', { name: '打开列表' })).toBeNull();
});
