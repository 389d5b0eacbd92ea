// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { observable, runInAction } from 'mobx';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkCompany } from '#schemas/api/identity-companies.ts';
import { KnownCompany } from '#client/features/identity/known-company.tsx';
import { KnownCompanyStore } from '#client/features/identity/known-company-store.ts';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const STATES = {
  未认领企业: { claimed: false, mine: false },
  已认领企业: { claimed: true, mine: false },
  自己的企业: { claimed: true, mine: true },
} as const;

function open(kind: 'founder' | 'investor' = 'founder') {
  const values = observable.map<string, string>();
  const api = new FakeApi().on(checkCompany, ({ query: { name } }) => {
    const known = STATES[name as keyof typeof STATES];
    return known
      ? { exists: true, companyId: '5', name, ...known }
      : { exists: false, companyId: null, name, claimed: false, mine: false };
  });
  const store = new KnownCompanyStore(api);
  const stop = store.watch(kind, { valueOf: (field: string) => values.get(field) } as unknown as FormStore);
  render(<KnownCompany store={store} />, { wrapper: MemoryRouter });
  const type = async (field: string, text: string) => {
    runInAction(() => values.set(field, text));
    await act(() => vi.advanceTimersByTimeAsync(500));
  };
  return { api, stop, type };
}
const claim = () => screen.queryByRole('link', { name: /认领/ })?.getAttribute('href');

describe('A company that is being created and is known', () => {
  test('leads to its claim where no user speaks for it', async () => {
    const { type } = open();
    await type('name', '未认领企业');
    expect(screen.getByRole('status').textContent).toContain('平台已收录“未认领企业”');
    expect(claim()).toBe(`/identity?form=claim&company=5&companyName=${encodeURIComponent('未认领企业')}`);
  });

  test('says before it is handed in that users speak for it, and what to do instead', async () => {
    const { type } = open();
    await type('fullName', '已认领企业');
    expect(screen.getByRole('status').textContent).toMatch(/已有成员.*所有者邀请您加入.*申请加入.*客服/);
    expect(claim()).toContain('form=claim');
  });

  test('leads to its members where the user is one', async () => {
    const { type } = open();
    await type('name', '自己的企业');
    expect(screen.getByRole('link', { name: '企业成员' }).getAttribute('href')).toBe('/company/members');
    expect(claim()).toBeUndefined();
  });

  test('is not mentioned any more once the name is another one, nor asked for at each key', async () => {
    const { api, type } = open();
    await type('name', '未认领企业');
    await type('name', '全新的企业');
    expect(screen.queryByRole('status')).toBeNull();
    expect(api.calls).toHaveLength(2);
    await type('name', '新');
    expect(api.calls).toHaveLength(2);
  });

  test('is not asked for by other forms, nor after the form is closed', async () => {
    const other = open('investor');
    await other.type('name', '未认领企业');
    expect(other.api.calls).toHaveLength(0);
    cleanup();
    const { api, stop, type } = open();
    stop();
    await type('name', '未认领企业');
    expect(api.calls).toHaveLength(0);
  });
});
