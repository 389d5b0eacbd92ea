import {
  announceLive,
  cancelLive,
  changeLive,
  listLives,
  listStaffLives,
  type Live,
  saveFollow,
  type StaffLive,
} from '#schemas/api/lives.ts';
import { tellFollowers } from '#server/features/livestreams/telling.ts';
import { made } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const MINUTE_MS = 60_000;
type Page<Entry> = { readonly list: readonly Entry[]; readonly after: string | null };

/** An app with a clock that the test moves, and shorthands for lives. */
export async function openLiveWorld() {
  let at = TEST_NOW;
  let keys = 0;
  const test: TestApp = await openTestApp(undefined, { now: () => at });
  const { database, hints } = test.services;
  /** An instant so many minutes from when tests happen. */
  const minute = (offset: number): string => new Date(TEST_NOW.getTime() + offset * MINUTE_MS).toISOString();
  const key = () => `live-${(keys += 1)}`.padEnd(8, '-');
  const written = (more: object = {}) => ({
    title: '新能源路演',
    host: '林知远 · 青禾创投',
    startsAt: minute(60),
    endsAt: minute(120),
    link: 'https://live.example.com/1',
    ...more,
  });
  const announce = (more: object = {}, who: Who = 'staff') =>
    test.post<StaffLive>(who, announceLive.path, { key: key(), tellAll: false, ...written(more) });
  const path = (route: { path: string }, id: string) => route.path.replace('{id}', id);
  const page = async (who: Who, query = '') => made(await test.get<Page<Live>>(who, `${listLives.path}?${query}`));
  return {
    test,
    minute,
    key,
    written,
    announce,
    announced: async (more: object = {}) => made(await announce(more)),
    change: (live: StaffLive, more: object, who: Who = 'staff') =>
      test.post<StaffLive>(who, path(changeLive, live.id), {
        ...written({ title: live.title, startsAt: live.startsAt, endsAt: live.endsAt }),
        version: live.version,
        ...more,
      }),
    cancel: (id: string, who: Who = 'staff', reason = '嘉宾临时有事') =>
      test.post<StaffLive>(who, path(cancelLive, id), { reason }),
    desk: async (query = '') => made(await test.get<Page<StaffLive>>('staff', `${listStaffLives.path}${query}`)),
    follow: (who: Who, id: string, action: number = 1) => test.post<Live>(who, saveFollow.path, { id, action }),
    page,
    titles: async (who: Who, query = '') => (await page(who, query)).list.map(({ title }) => title),
    /** Moves the clock to so many minutes from when tests happen, and has the sweep run then. */
    async sweepAt(offset: number): Promise<void> {
      at = new Date(minute(offset));
      await tellFollowers({ db: database.db, hints }, at);
    },
    /** Moves the clock, and nothing else. */
    setMinute: (offset: number): void => void (at = new Date(minute(offset))),
    async clear(): Promise<void> {
      at = TEST_NOW;
      await database.pool.query('delete from live');
      await database.pool.query('delete from notice');
    },
  };
}
export type LiveWorld = Awaited<ReturnType<typeof openLiveWorld>>;
