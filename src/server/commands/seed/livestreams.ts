import type { Database } from '#server/db/database.ts';
import { insertLivestream } from '#server/features/livestreams/admin-queries.ts';
import { insertFollow } from '#server/features/livestreams/queries.ts';
import { accountIdOf } from './queries.ts';
import { MINUTE_MS } from '#shared/time/durations.ts';

const DAY = 24 * 60;

interface SampleLivestream {
  readonly title: string;
  readonly host: string;
  /** Minutes from when the sample is stored. */
  readonly starts: number;
  readonly minutes: number;
  readonly link: string;
  /** Sample accounts that follow it. */
  readonly followers: readonly string[];
}

/** One that is on air, one to come, one that is over. */
const LIVESTREAMS: readonly SampleLivestream[] = [
  {
    title: '新能源早期项目线上路演',
    host: '林知远 · 青禾创投',
    starts: -20,
    minutes: 120,
    link: 'https://live.example.com/new-energy',
    followers: ['svip'],
  },
  {
    title: '医疗器械创业：从样机到注册证',
    host: '周敏之 · 云岭加速器',
    starts: 2 * DAY,
    minutes: 90,
    link: 'https://live.example.com/medical-devices',
    followers: ['founder', 'investor'],
  },
  {
    title: '第一次见投资人：商业计划书怎么写',
    host: '何砚秋 · 远图咨询',
    starts: -3 * DAY,
    minutes: 60,
    link: 'https://live.example.com/business-plan',
    followers: [],
  },
];

/** Livestreams around the time at which the sample is stored. Keys make it harmless to come here twice. */
export async function storeLivestreams({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  const created_by = (await accountIdOf(db, 'staff')) ?? null;
  await db.transaction().execute(async (trx) => {
    for (const { starts, minutes, followers, ...said } of LIVESTREAMS) {
      const at = (offset: number) => new Date(now.getTime() + offset * MINUTE_MS).toISOString();
      const starts_at = at(starts);
      // No user is notified of what began before the sample was there.
      const noted = starts < 0 && { begun_for: starts_at, is_over: starts + minutes <= 0 };
      const live = { ...said, cover: null, starts_at, ends_at: at(starts + minutes), ...noted };
      const id = await insertLivestream(trx, { ...live, key: `sample:${said.title}`, created_by }, now);
      if (id === undefined) continue;
      for (const username of followers) {
        const accountId = await accountIdOf(trx, username);
        if (accountId !== undefined) await insertFollow(trx, accountId, id, now);
      }
    }
  });
}
