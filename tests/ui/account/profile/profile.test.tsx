import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editProfile } from '#schemas/api/profile.ts';
import type { Profile } from '#schemas/api/session.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { pageOf, PERSONAL_PAGES } from '#client/features/account/profile/pages.ts';
import { PersonalShell } from '#client/features/account/profile/personal-shell.tsx';
import { PrivilegesPage } from '#client/features/account/profile/privileges-page.tsx';
import { PrivilegesStore } from '#client/features/account/profile/privileges-store.ts';
import { ProfilePage } from '#client/features/account/profile/profile-page.tsx';
import { ProfileStore } from '#client/features/account/profile/profile-store.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';

beforeEach(() => {
  openScreen();
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const PERSON: Profile = { ...FOUNDER_PROFILE, intro: '做硬科技' };

function open(api: FakeApi) {
  const onSaved = vi.fn<(profile: Profile) => void>();
  const store = new ProfileStore({ api, profile: PERSON, today: '2026-11-21', onSaved });
  const page = <ProfilePage store={store} profile={PERSON} lookups={new LookupStore(api)} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  return { onSaved };
}

describe('the form of one’s own profile', () => {
  it('sends only what has changed, and hands the new profile on', async () => {
    const api = new FakeApi().on(editProfile, () => ({ ...PERSON, name: '新的名字' }));
    const { onSaved } = open(api);
    const name = await screen.findByRole('textbox', { name: /姓名/ });
    await userEvent.clear(name);
    await userEvent.type(name, '新的名字');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    expect(api.callsOf(editProfile)).toEqual([{ name: '新的名字' }]);
    expect(screen.getByRole('button', { name: '保存' }).hasAttribute('disabled')).toBe(true);
  });

  it('says what is wrong with a name before it is sent', async () => {
    const api = new FakeApi();
    open(api);
    const name = await screen.findByRole('textbox', { name: /姓名/ });
    await userEvent.clear(name);
    await userEvent.type(name, '一');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('长度在 2 到 20 个字符')).toBeTruthy();
    expect(api.callsOf(editProfile)).toEqual([]);
  });
});

describe('the frame of the personal center', () => {
  it('names every page once, marks the open one, and leads there without leaving', async () => {
    const onGo = vi.fn<(path: string) => void>();
    render(
      <PersonalShell page="exports" onGo={onGo}>
        内容
      </PersonalShell>,
    );
    const links = screen.getAllByRole('link');
    expect(links).toHaveLength(PERSONAL_PAGES.length);
    expect(
      links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent),
    ).toEqual(['数据导出']);
    await userEvent.click(screen.getByRole('link', { name: '登录设备' }));
    expect(onGo).toHaveBeenCalledWith('/personalCenter?page=devices');
  });

  it('opens the profile for an address that asks for no page there is', () => {
    expect([pageOf(null), pageOf('nonsense'), pageOf('constructor'), pageOf('exports')]).toEqual([
      'profile',
      'profile',
      'profile',
      'exports',
    ]);
  });
});

describe('the page of privileges', () => {
  it('says of every object what policy says, for the person and for each kind', async () => {
    const objects = shippedObjects();
    const load = async (apiName: string) => {
      const object = objects.find((candidate) => candidate.apiName === apiName);
      if (!object) throw new Error('No such object.');
      return object;
    };
    const me = { id: '1', name: '', roles: ['START_UP'], vipType: 0 };
    const store = new PrivilegesStore(load, async () => null, me);
    await store.objects.load(['InsightCompany', 'InsightOrg', 'InsightNews']);
    const row = (label: string) => store.reading.find((entry) => entry.label === label);
    expect(row('企业：详情')).toMatchObject({ mine: false, kinds: [false, false, true, false, true] });
    expect(row('机构：详情')).toMatchObject({ mine: false, kinds: [false, false, false, false, true] });
    expect(row('资讯：详情')?.kinds.every(Boolean)).toBe(true);
    expect([...store.myKinds]).toEqual(['founder']);
    expect(store.limits.map(({ mine }) => mine)).toEqual([5, 10]);
  });

  it.each([
    [50_000, '今日还可读取 49,939 条记录（每日 50,000 条，已读取 61 条）'],
    [40, '今日还可读取 0 条记录（每日 40 条，已读取 61 条）'],
    [null, '今日已读取 61 条记录，不限条数'],
  ])('says how many records may be read today of %s', async (limit, words) => {
    const ways = { lists: 41, searches: 3, programs: 10, exports: 7 };
    const me = { id: '1', name: '', roles: [], vipType: 0 };
    const read = async () => ({ ...ways, used: 61, limit, isSlow: false });
    const store = new PrivilegesStore(() => Promise.reject(new Error('Not asked for.')), read, me);
    const hrefs = { vipHref: '#/vip', identityHref: '#/identity' };
    render(
      <PrivilegesPage {...{ store, ...hrefs }} apiNames={[]} listFailure={undefined} onLoadList={() => undefined} />,
    );
    const card = await screen.findByRole('region', { name: '今日读取' });
    await waitFor(() => expect(card.querySelector('p')?.textContent).toBe(words));
  });
});
