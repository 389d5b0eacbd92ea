import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLanding } from '#schemas/api/landing.ts';
import { listObjects, readOptionSet } from '#schemas/api/metadata.ts';
import { readUnread } from '#schemas/api/notices.ts';
import { readRecord } from '#schemas/api/records.ts';
import { scanQrCode } from '#schemas/api/qr-login.ts';
import { readProfile, signIn, signOut, type Profile } from '#schemas/api/session.ts';
import { SESSION_ENDS } from '#shared/policy/session-ends.ts';
import { FAILURES } from '#shared/errors.ts';
import { App } from '#client/app/app.tsx';
import { buildStores } from '#client/app/base/stores.ts';
import { isWhiteListed } from '#client/app/base/white-list.ts';
import type { SessionTabs } from '#client/lib/session-tabs.ts';
import { type FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { server, silentEvents } from './app-world.tsx';

const OTHER: Profile = { ...FOUNDER_PROFILE, uid: '2', name: '示例投资人' };

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  window.location.hash = '';
});

/** The server of one browser: who is signed in is the cookie's matter, and the same in every tab. */
class Browser {
  person: Profile | undefined;
  readonly #tabs: ((uid: string | null) => void)[] = [];

  /** A further tab; receives what the others send. */
  tab(): SessionTabs {
    let own: (uid: string | null) => void = () => undefined;
    return {
      tell: (uid) => {
        for (const told of this.#tabs) if (told !== own) told(uid);
      },
      hear: (told) => {
        own = told;
        this.#tabs.push(told);
      },
    };
  }

  api(): FakeApi {
    return server()
      .on(readProfile, () => {
        if (this.person) return this.person;
        throw refusal('SESSION_INVALID');
      })
      .on(signIn, ({ body }) => {
        this.person = body.username === 'investor' ? OTHER : FOUNDER_PROFILE;
        return this.person;
      })
      .on(signOut, () => {
        this.person = undefined;
        return null;
      })
      .on(readLanding, () => ({ counts: [], teasers: [], asOf: '2026-11-21T04:00:00.000Z' }))
      .on(listObjects, () => [
        {
          apiName: 'InsightCompany',
          label: `${this.person?.name ?? '无人'}的企业`,
          version: 1,
          route: '/data/InsightCompany',
          onHome: false,
          creatable: false,
          forMembers: true,
        },
      ]);
  }

  /** Another tab's stores, without a screen. */
  stores(api = this.api()) {
    return buildStores(api, silentEvents(), this.tab());
  }

  /** A tab on screen. */
  async open(path: string, api = this.api()) {
    window.location.hash = `#${path}`;
    const stores = this.stores(api);
    render(<App stores={stores} />);
    await act(() => stores.session.load());
    return { api, stores, user: userEvent.setup() };
  }
}

const at = (path: string) =>
  waitFor(() => {
    expect(decodeURIComponent(window.location.hash)).toBe(`#${path}`);
    return true;
  });

describe('signing in', () => {
  test('says 登录成功 over the page that was wanted', async () => {
    const { user } = await new Browser().open('/login?tab=password&redirect=%2Fdata%2FInsightCompany');
    await user.type(await screen.findByLabelText('账号'), 'founder');
    await user.type(screen.getByLabelText('密码'), 'x');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await at('/data/InsightCompany')).toBe(true);
    expect((await screen.findByText('登录成功')).closest('[role=status]')).toBeTruthy();
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (wanted) => {
      const browser = new Browser();
      browser.person = FOUNDER_PROFILE;
      await browser.open(`/login?redirect=${encodeURIComponent(wanted)}`);
      expect(await at('/home')).toBe(true);
    },
  );

  test('is asked of a user who scans a code, who then comes back to it', async () => {
    const browser = new Browser();
    const api = browser.api().on(scanQrCode, () => ({ status: 3 as const, browser: null, expiresIn: 0 }));
    const { user } = await browser.open('/scan?ticket=abc', api);
    expect(await at('/login?redirect=/scan?ticket=abc')).toBe(true);
    await user.click(await screen.findByRole('tab', { name: '密码登录' }));
    await user.type(screen.getByLabelText('账号'), 'founder');
    await user.type(screen.getByLabelText('密码'), 'x');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await at('/scan?ticket=abc')).toBe(true);
    expect(await screen.findByText('二维码已失效')).toBeTruthy();
    expect(api.callsOf(scanQrCode)).toEqual([{ ticket: 'abc' }]);
  });
});

describe('signing out', () => {
  test('clears what every store knows and leads to the landing page', async () => {
    const browser = new Browser();
    browser.person = FOUNDER_PROFILE;
    const api = browser.api().on(readOptionSet, () => ({
      name: 'x',
      label: 'x',
      kind: 'list' as const,
      version: 1,
      options: [{ value: 'a', label: '甲' }],
    }));
    const { stores } = await browser.open('/data/InsightCompany', api);
    await screen.findByText('示例企业1');
    const field = { apiName: 'f', type: 'select', label: 'f' } as const;
    stores.lookups.label('x', 'a', field);
    await waitFor(() => expect(stores.lookups.label('x', 'a', field)).toBe('甲'));
    const exportsBefore = stores.exports.of('InsightCompany');
    stores.upgrade.open();
    api.on(readOptionSet, () => Promise.reject(refusal('SESSION_INVALID')));
    await act(() => stores.session.signOut());
    expect(await at('/dashboard')).toBe(true);
    expect(stores.session.profile).toBeUndefined();
    expect(stores.catalog.objects).toBeUndefined();
    expect(stores.catalog.definition('InsightCompany')).toBeUndefined();
    expect(stores.views.isReady).toBe(false);
    expect(stores.upgrade.message).toBeUndefined();
    expect(stores.exports.of('InsightCompany')).not.toBe(exportsBefore);
    expect(stores.lookups.label('x', 'a', field)).toBe('');
    expect(screen.queryByText('示例企业1')).toBeNull();
  });

  test('leads away from pages that visitors may look at as well', async () => {
    const browser = new Browser();
    browser.person = FOUNDER_PROFILE;
    const api = browser.api().on(readRecord, () => Promise.reject(refusal('VIP_REQUIRED')));
    const { stores } = await browser.open('/insight/InsightProject/7', api);
    await at('/insight/InsightProject/7');
    await act(() => stores.session.signOut());
    expect(await at('/dashboard')).toBe(true);
  });

  test('works when the server cannot be reached', async () => {
    const browser = new Browser();
    browser.person = FOUNDER_PROFILE;
    const api = browser.api().on(signOut, () => Promise.reject(refusal('UNAVAILABLE')));
    const { stores } = await browser.open('/home', api);
    await act(() => stores.session.signOut());
    expect(await at('/dashboard')).toBe(true);
  });
});

describe('several tabs', () => {
  test('are left together: signing out in one signs out the others', async () => {
    const browser = new Browser();
    browser.person = FOUNDER_PROFILE;
    const { stores } = await browser.open('/home');
    const other = browser.stores();
    await other.session.load();
    await act(() => other.session.signOut());
    expect(stores.session.isSignedIn).toBe(false);
    expect(await at('/dashboard')).toBe(true);
  });

  test('are entered together', async () => {
    const browser = new Browser();
    const { stores } = await browser.open('/login?redirect=%2Fdata%2FInsightCompany');
    const other = browser.stores();
    browser.person = FOUNDER_PROFILE;
    await act(async () => other.session.enter(FOUNDER_PROFILE));
    expect(await at('/data/InsightCompany')).toBe(true);
    expect(stores.session.profile?.uid).toBe('1');
  });

  test('show the same person: who signs in elsewhere replaces who was here, with all that was known', async () => {
    const browser = new Browser();
    browser.person = FOUNDER_PROFILE;
    const { stores } = await browser.open('/data/InsightCompany');
    await screen.findByRole('link', { name: '示例创业者的企业' });
    const other = browser.stores();
    browser.person = OTHER;
    await act(async () => other.session.enter(OTHER));
    await screen.findByRole('link', { name: '示例投资人的企业' });
    expect(stores.session.profile?.name).toBe('示例投资人');
    expect(screen.queryByText(/示例创业者/)).toBeNull();
    expect(await at('/data/InsightCompany')).toBe(true);
  });

  test('do not mind that a user signs in again as the same person', async () => {
    const browser = new Browser();
    browser.person = FOUNDER_PROFILE;
    const { api } = await browser.open('/home');
    const before = api.callsOf(readProfile).length;
    const other = browser.stores();
    await act(async () => other.session.enter(FOUNDER_PROFILE));
    expect(api.callsOf(readProfile)).toHaveLength(before);
  });
});

describe('a session that was ended elsewhere', () => {
  const reasons = Object.values(SESSION_ENDS).filter((failure) => failure !== 'SESSION_INVALID');
  test.each([...reasons, 'CERTIFICATE_EXPIRED'] as const)(
    'for the reason %s is informed of it when the product is opened again, with the way back',
    async (failure) => {
      const browser = new Browser();
      const api = browser.api().on(readProfile, () => Promise.reject(refusal(failure)));
      await browser.open('/data/InsightCompany?q=x', api);
      expect(await at('/login?redirect=/data/InsightCompany?q=x')).toBe(true);
      expect(await screen.findByText(FAILURES[failure].message)).toBeTruthy();
    },
  );

  test.each(['/news/InsightNews/details/1', '/insight/InsightProject/1', '/helpCenter'])(
    'leaves the user on a page that is open to visitors: %s',
    async (path) => {
      const browser = new Browser();
      browser.person = FOUNDER_PROFILE;
      const { api, stores } = await browser.open(path);
      expect(await screen.findByText(FOUNDER_PROFILE.name)).toBeTruthy();
      browser.person = undefined;
      // What asks by itself, as the bell does, learns of it.
      api.on(readUnread, () => Promise.reject(refusal('SESSION_INVALID')));
      await act(() => stores.api.call(readUnread, { query: {} }).then(undefined, () => undefined));
      expect(stores.session.status).toBe('expired');
      // A visitor from now on, who is on the same page.
      await waitFor(() => expect(screen.queryByText(FOUNDER_PROFILE.name)).toBeNull());
      expect(await at(path)).toBe(true);
    },
  );

  test('does not drive a visitor away who never had one', async () => {
    await new Browser().open('/home');
    expect(await at('/dashboard')).toBe(true);
  });
});

test.each([
  ['/login', true],
  ['/forget', true],
  ['/dashboard', true],
  ['/insight/InsightProject/1', true],
  ['/insight/InsightInvestor/1', true],
  ['/insight/InsightTransaction/1', true],
  ['/insight/ResearchReport/1', true],
  ['/news/InsightNews/details/1', true],
  ['/helpCenter', true],
  ['/helpCenter/1', true],
  ['/search/result', true],
  ['/searches', false],
  ['/home', false],
  ['/scan', false],
  ['/helpCenters', false],
  ['/insight/InsightCompany/1', false],
  ['/insight/InsightOrg/1', false],
  ['/data/news', false],
  ['/data/report', false],
  ['/data/largeTransaction', false],
  ['/personalCenter', false],
  ['/x/login', false],
])('the white list holds %s: %s', (path, isListed) => {
  expect(isWhiteListed(path)).toBe(isListed);
});
