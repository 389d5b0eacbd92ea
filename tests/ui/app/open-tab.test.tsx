import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readObject } from '#schemas/api/metadata.ts';
import { readRecord } from '#schemas/api/records.ts';
import { row } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { closeApp, openApp, server } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(closeApp);

const PAGE = '/insight/InsightCompany/1';
const base = sampleObject([
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'brief', type: 'text', label: '简介' },
]);
const COMPANY = {
  ...base,
  apiName: 'InsightCompany',
  layouts: {
    ...base.layouts,
    detail: {
      sections: [
        { label: '名片', fields: ['name'] },
        { label: '介绍', fields: ['brief'] },
      ],
      related: [],
      tabs: [
        { label: '概览', blocks: ['名片'] },
        { label: '更多', blocks: ['介绍'] },
      ],
    },
  },
};

async function open(path: string) {
  const api = server(FOUNDER_PROFILE)
    .on(readObject, () => COMPANY)
    .on(readRecord, ({ params: { id } }) => ({
      record: row({ id: '1', name: '示例企业1', brief: '做排产' }),
      locked: [],
      editable: false,
      ...(id === '9' && { mergedInto: '1' }),
    }));
  const opened = await openApp(path, api);
  await screen.findByRole('tab', { name: '更多' });
  return opened;
}
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

describe('the open tab of a detail page', () => {
  test('is in the address, so that a link that is handed on opens it', async () => {
    const { user } = await open(PAGE);
    expect(chosen()).toBe('概览');
    await user.click(screen.getByRole('tab', { name: '更多' }));
    await waitFor(() =>
      expect(window.location.hash).toBe(`#${PAGE}?${new URLSearchParams({ tab: '更多' }).toString()}`),
    );
    closeApp();
    await open(`${PAGE}?tab=更多`);
    expect(chosen()).toBe('更多');
    expect(screen.getByRole('region', { name: '介绍' })).toBeTruthy();
  });

  test('is the one before after going back, and the first where the address names none that there is', async () => {
    const { user } = await open(`${PAGE}?tab=没有的`);
    expect(chosen()).toBe('概览');
    await user.click(screen.getByRole('tab', { name: '更多' }));
    await waitFor(() => expect(chosen()).toBe('更多'));
    await act(async () => window.history.back());
    await waitFor(() => expect(chosen()).toBe('概览'));
    await act(async () => window.history.forward());
    await waitFor(() => expect(chosen()).toBe('更多'));
    await user.click(screen.getByRole('tab', { name: '概览' }));
    await waitFor(() => expect(window.location.hash).toBe(`#${PAGE}`));
  });

  test('stays open where the record was merged into another one', async () => {
    await open('/insight/InsightCompany/9?tab=更多');
    await waitFor(() => expect(decodeURIComponent(window.location.hash)).toBe(`#${PAGE}?tab=更多`));
    expect(chosen()).toBe('更多');
  });
});
