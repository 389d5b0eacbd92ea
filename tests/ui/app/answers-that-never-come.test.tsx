import { act, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listObjects, readObject } from '#schemas/api/metadata.ts';
import { readProfile } from '#schemas/api/session.ts';
import { App } from '#client/app/app.tsx';
import { buildStores } from '#client/app/base/stores.ts';
import type { Api, CallInput } from '#client/lib/api.ts';
import { ApiFailure, TIMEOUT_CODE, TIMEOUT_MESSAGE } from '#client/lib/api-failure.ts';
import { PERSONAL_PAGES } from '#client/features/account/profile/pages.ts';
import type { Call, ReplyOf } from '#schemas/api/route.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { STAFF_PROFILE } from '#tests/support/account/founder-profile.ts';
import { closeApp, server, silentEvents } from './app-world.tsx';

const BUSY = '.MuiSkeleton-root, [aria-busy="true"], [role="progressbar"], .grid-skeleton';

beforeEach(() => openScreen());
afterEach(closeApp);

/** A server that answers some routes only; every other call is given up as a client does after its timeout. */
class HangingServer implements Api {
  readonly #answers: Api;
  readonly #answered: ReadonlySet<string>;
  readonly #waiting: (() => void)[] = [];

  constructor(answers: Api, answered: readonly Call[]) {
    this.#answers = answers;
    this.#answered = new Set(answered.map(({ path }) => path));
  }

  call<R extends Call>(route: R, input?: CallInput<R>): Promise<ReplyOf<R>> {
    if (this.#answered.has(route.path)) return this.#answers.call(route, input);
    return new Promise((_, reject) => {
      this.#waiting.push(() => reject(new ApiFailure(TIMEOUT_CODE, 0, TIMEOUT_MESSAGE)));
    });
  }

  /** Lets the time of every call pass that waits now. */
  giveUp(): void {
    for (const give of this.#waiting.splice(0)) give();
  }
}

/** Pages of the personal center that show only what the session already knows. */
const AT_HAND: ReadonlySet<string> = new Set(['profile', 'security']);

/** Screens that are drawn from metadata: these may be known while the records do not come. */
const DRAWN = [
  '/home',
  '/data/InsightCompany',
  '/insight/InsightCompany/7',
  '/news/InsightNews/details/7',
  '/form/InsightCompany/7',
];
const SCREENS = [
  ...DRAWN,
  '/search/result?wd=a',
  '/form/InsightCompany',
  '/corrections',
  '/messageCenter',
  '/lives',
  ...PERSONAL_PAGES.filter(({ id }) => !AT_HAND.has(id)).map(({ id }) => `/personalCenter?page=${id}`),
  '/staff/identity',
  '/staff/codes',
  '/staff/white-list',
  '/staff/record-contacts',
  '/staff/corrections',
  '/staff/metadata',
  '/staff/metadata/InsightCompany',
  '/staff/options',
  '/staff/options/phase',
  '/staff/audit',
  '/staff/packages',
  '/staff/users',
  '/staff/reports',
  '/staff/notices',
  '/staff/lives',
  '/staff/orders',
  '/staff/log',
  '/staff/import',
  `/staff/import/${'0'.repeat(32)}`,
];

const COMPANIES = { apiName: 'InsightCompany', label: '企业', version: 1, route: '/data/InsightCompany' };
const SERVER = server(STAFF_PROFILE).on(listObjects, () => [
  { ...COMPANIES, onHome: true, creatable: false, forMembers: true },
]);

async function openHanging(path: string, answered: readonly Call[]) {
  window.location.hash = `#${path}`;
  const api = new HangingServer(SERVER, [readProfile, ...answered]);
  const stores = buildStores(api, silentEvents());
  render(<App stores={stores} />);
  await stores.session.load();
  return { api };
}

describe.each([
  { known: 'nothing', answered: [], screens: SCREENS },
  { known: 'metadata alone', answered: [listObjects, readObject], screens: DRAWN },
])('While the server gives $known', ({ answered, screens }) => {
  test.each(screens)('%s stops waiting when time is up, and offers to try again', async (path) => {
    const { api } = await openHanging(path, answered);
    await waitFor(
      () => {
        act(() => api.giveUp());
        // Roles are not asked for here: on a whole page that takes a second each time.
        const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
        expect(buttons.some((words) => words.includes('重试'))).toBe(true);
        expect([...document.querySelectorAll(BUSY)].map(({ className }) => className)).toEqual([]);
      },
      { interval: 50 },
    );
  });
});
