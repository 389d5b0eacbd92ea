import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listObjects } from '#schemas/api/metadata.ts';
import { readStars } from '#schemas/api/stars.ts';
import { STAFF_PROFILE } from '#tests/support/account/founder-profile.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp, server } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(closeApp);

async function openList(forMembers: boolean) {
  const api = server(STAFF_PROFILE)
    .on(readStars, () => ({ ids: [] }))
    .on(listObjects, () => [
      { apiName: 'Firm', label: '企业', version: 1, route: '/data/firm', onHome: false, creatable: true, forMembers },
    ]);
  await openApp('/data/firm', api);
  await screen.findByText('示例企业1');
}

test('a list of data that users follow has a star in each row', async () => {
  await openList(true);
  expect(screen.getByRole('button', { name: '关注：示例企业1' })).toBeDefined();
});

test('a list of staff has none', async () => {
  await openList(false);
  expect(screen.queryByRole('columnheader', { name: /关注/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^关注/ })).toBeNull();
});
