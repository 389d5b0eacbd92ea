import {
  announceLivestream,
  cancelLivestream,
  changeLivestream,
  listLivestreams,
  type Livestream,
  saveFollow,
} from '#schemas/api/livestreams.ts';
import { notifyFollowers } from '#server/features/livestreams/notify-followers.ts';
import { made } from '#tests/support/editing.ts';
import { staffList } from '#tests/support/staff/staff-list.ts';
import { openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const MINUTE_MS = 60_000;
type Page<Entry> = { readonly list: readonly Entry[]; readonly after: string | null };

/** A livestream as staff see it in their list. */
export interface StaffLivestream {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly host: string;
  readonly state: string;
  readonly cover: { readonly url: string };
  readonly startsAt: string;
  readonly endsAt: string;
  readonly cancelledAt: string;
  readonly followers: number;
  readonly announcedBy: { readonly name: string };
}
const FIELDS = [
  'title',
  'host',
  'state',
  'cover',
  'startsAt',
  'endsAt',
  'cancelledAt',
  'followers',
  'announcedBy',
] as const;

/** An app with a clock that the test moves, and shorthands for livestreams. */
export async function openLivestreamWorld() {
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
    test.post<{ id: string }>(who, announceLivestream.path, { clientKey: key(), ...written(more) });
  const path = (route: { path: string }, id: string) => route.path.replace('{id}', id);
  const list = () => staffList<StaffLivestream>(test, 'Livestream', FIELDS);
  const listed = async ({ id }: { readonly id: string }) => {
    const live = (await list()).find((each) => each.id === id);
    if (!live) throw new Error(`Livestream ${id} is not listed.`);
    return live;
  };
  const change = (live: StaffLivestream, more: object, who: Who = 'staff') =>
    test.post<{ id: string }>(who, path(changeLivestream, live.id), { version: live.version, ...more });
  const page = async (who: Who, query = '') =>
    made(await test.get<Page<Livestream>>(who, `${listLivestreams.path}?${query}`));
  return {
    test,
    minute,
    key,
    written,
    announce,
    announced: async (more: object = {}) => listed(made(await announce(more))),
    change,
    changed: async (live: StaffLivestream, more: object) => listed(made(await change(live, more))),
    cancel: (id: string, who: Who = 'staff', reason = '嘉宾临时有事') =>
      test.post<{ id: string }>(who, path(cancelLivestream, id), { reason }),
    /** Livestreams as staff see them, newest first. */
    list,
    follow: (who: Who, id: string, action: number = 1) => test.post<Livestream>(who, saveFollow.path, { id, action }),
    page,
    titles: async (who: Who, query = '') => (await page(who, query)).list.map(({ title }) => title),
    /** Moves the clock to so many minutes from when tests happen, and has the sweep run then. */
    async sweepAt(offset: number): Promise<void> {
      at = new Date(minute(offset));
      await notifyFollowers({ db: database.db, hints }, at);
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
export type LivestreamWorld = Awaited<ReturnType<typeof openLivestreamWorld>>;
