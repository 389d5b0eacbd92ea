import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '#schemas/api/alerts.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { WeekDeadlines } from '#tests/support/alerts/week-deadlines.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { prng } from '#tests/support/prng.ts';

/** Midnight of a Monday in Asia/Shanghai, and the hours until the morning of the Tuesday after next Monday. */
const BEGIN = new Date('2026-09-06T16:00:00.000Z');
const HOURS = 8 * 24 + 12;
/** Noon of Wednesday: from then on one of them is no SVIP. */
const LAPSES = 2 * 24 + 12;
/** Monday at noon: steps of a pipeline are put off. */
const CHANGES = 12;
/** Three in the afternoon of Thursday. */
const CLEANS = 3 * 24 + 15;
const CLEANED = 30_000;
/** Lines of one digest. */
const MOST_LINES = 30;

/** How someone wants to be reached; hours of the day in Asia/Shanghai. */
interface Reader {
  readonly who: 'member' | 'investor' | 'founder' | 'organisation';
  readonly frequency: 'now' | 'daily' | 'weekly';
  readonly hour: number;
  readonly weekends: boolean;
}

const READERS: readonly Reader[] = [
  { who: 'member', frequency: 'now', hour: 9, weekends: true },
  { who: 'organisation', frequency: 'now', hour: 9, weekends: false },
  { who: 'investor', frequency: 'daily', hour: 18, weekends: false },
  { who: 'founder', frequency: 'weekly', hour: 9, weekends: true },
];

const at = (minutes: number): Date => new Date(BEGIN.getTime() + minutes * MINUTE_MS);
const hourOf = (minutes: number): number => Math.floor(minutes / 60) % 24;
/** 0 is the first Monday. */
const weekday = (minutes: number): number => Math.floor(minutes / 60 / 24) % 7;

/** May something be sent in this minute? Looked at minute by minute, as a person would by the calendar. */
function isTime({ frequency, hour, weekends }: Reader, minutes: number): boolean {
  if (frequency === 'weekly') return weekday(minutes) === 0 && hourOf(minutes) === hour && minutes % 60 === 0;
  if (!weekends && weekday(minutes) > 4) return false;
  if (frequency === 'daily') return hourOf(minutes) === hour && minutes % 60 === 0;
  return hourOf(minutes) >= 8 && hourOf(minutes) < 22;
}

/** The minute in which what happens in one is sent; undefined where that is after the end. */
function sentIn(reader: Reader, happens: number): number | undefined {
  const first = reader.frequency === 'now' ? happens : happens + 1;
  for (let minutes = first; minutes < HOURS * 60; minutes += 1) if (isTime(reader, minutes)) return minutes;
  return undefined;
}

const ofRound = (round: string) => ({ field: 'round', op: 'in' as const, value: [round] });

describe('a week of alerts', () => {
  let world: AlertWorld;
  let deadlines: WeekDeadlines;
  let followed: string;
  const ids = new Map<string, string>();
  const said = new Map<string, { at: string; body: string }[]>();
  /** What happened by its title, and in which minute. */
  const happened = new Map<string, number>();

  /** Everything that came into the bell of someone. */
  async function bellOf(who: string) {
    const { rows } = await sql<{ at: string; body: string }>`
      select created_at as at, body from notice where account_id = ${ids.get(who) ?? '0'}::bigint and key like 'alert:%'
      order by id`.execute(world.db);
    return rows;
  }

  beforeAll(async () => {
    world = await AlertWorld.open();
    deadlines = new WeekDeadlines(world, BEGIN);
    await deadlines.begin();
    const deal = savedDefinition(world.test, 'Deal');
    const list = { ...deal.layouts.list, columns: ['title', 'round', 'staff', 'on'] };
    const access = { ...deal.access, detail: 'svip' as const };
    made(await saveDefinition(world.test, { ...deal, access, layouts: { ...deal.layouts, list } }));
    await sql`insert into "Deal" (title, round) select '清理' || g, 'B' from generate_series(1, ${CLEANED}::integer) g`.execute(
      world.db,
    );
    for (const who of [...READERS.map((reader) => reader.who), 'svip'] as const) ids.set(who, await world.idOf(who));
    await sql`update account set vip_until = ${at(LAPSES * 60).toISOString()}::timestamptz
      where username = 'svip'`.execute(world.db);
    for (const { who, frequency, hour, weekends } of READERS) {
      const settings = { mail: true, hour, quietFrom: 22, quietTo: 8, weekends };
      made(await world.test.post(who, '/api/alerts/settings', settings));
      await world.subscribe(who, 'view', 'Deal', await world.view(who, 'Deal', ofRound('A')), frequency);
    }
    const closed = await world.view('svip', 'Deal', { field: 'share', op: 'gt', value: '10' }, { name: '占比' });
    await world.subscribe('svip', 'view', 'Deal', closed, 'now');
    const open = await world.view('svip', 'Deal', ofRound('C'), { name: '变化' });
    await world.subscribe('svip', 'view', 'Deal', open, 'now', { kinds: ['changed'], fields: ['share'] });
    followed = await world.data.create('Deal', { title: '看它的占比', round: 'C', share: '1' });
  });
  afterAll(() => world.close());

  it('goes by hour by hour', async () => {
    const random = prng(5);
    for (let hour = 0; hour < HOURS; hour += 1) {
      world.moveTo(at(hour * 60).toISOString());
      if (hour === CLEANS) {
        await sql`with cleaned as (update "Deal" set round = 'A' where title like '清理%' returning id)
          insert into change_log (object_api_name, record_id, kind, fields, cause, quiet, derived)
          select 'Deal', id, 'updated', '{round}', 'bulk', true, false from cleaned`.execute(world.db);
      }
      if (hour === CHANGES) await deadlines.change();
      await deadlines.pass();
      await world.run();
      if (!random.chance(0.3)) continue;
      const minutes = hour * 60 + random.int(1, 59);
      world.moveTo(at(minutes).toISOString());
      const title = `第${hour}小时`;
      const on = at(minutes + 8 * 60)
        .toISOString()
        .slice(0, 10);
      await world.data.create('Deal', { title, round: 'A', share: '20', on });
      await world.data.change('Deal', followed, { share: String(hour + 2) });
      happened.set(title, minutes);
      await world.run();
    }
    for (const who of ids.keys()) said.set(who, await bellOf(who));
    expect(happened.size).toBeGreaterThan(30);
  });

  it.each(READERS)('reaches $who ($frequency, weekends: $weekends) when the calendar says so', async (reader) => {
    const hour = (moment: Date) => moment.toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
    const sent = [...happened].flatMap(([title, minutes]) => {
      const minute = sentIn(reader, minutes);
      return minute === undefined ? [] : [{ title, hour: hour(at(minute)) }];
    });
    // The newest are named, the others counted.
    const expected = [...Map.groupBy(sent, (one) => one.hour)].flatMap(([when, all]) => [
      ...all.slice(-MOST_LINES).map(({ title }) => `${title} ${when}`),
      ...(all.length > MOST_LINES ? [`还有 ${all.length - MOST_LINES} 条 ${when}`] : []),
    ]);
    const seen = (said.get(reader.who) ?? []).flatMap(({ at: moment, body }) =>
      [...body.matchAll(/第\d+小时|还有 \d+ 条/g)].map(([words]) => `${words} ${hour(new Date(moment))}`),
    );
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.toSorted()).toEqual(expected.toSorted());
  });

  it('says nothing of a clean-up of 30,000 records', async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from alert_hit h join "Deal" d on d.id = h.record_id where d.title like '清理%'`.execute(
      world.db,
    );
    expect(rows).toEqual([{ count: '0' }]);
    expect([...said.values()].flat().filter(({ body }) => body.includes('清理'))).toEqual([]);
  });

  it('pauses what asks a field that is closed since SVIP lapsed, and names no such field', async () => {
    const lapsed = at(LAPSES * 60).toISOString();
    const texts = (said.get('svip') ?? []).map(({ at: moment, body }) => ({
      isLater: new Date(moment).toISOString() >= lapsed,
      body,
    }));
    expect(texts.filter(({ isLater, body }) => !isLater && body.includes('更新 share')).length).toBeGreaterThan(3);
    expect(texts.filter(({ isLater, body }) => !isLater && body.includes('命中：占比')).length).toBeGreaterThan(3);
    expect(texts.filter(({ isLater, body }) => isLater && /share|占比/.test(body))).toEqual([]);
    const { list } = made(await world.test.get<{ list: Subscription[] }>('svip', '/api/alerts/subscription'));
    expect(list.find(({ name }) => name === '占比')?.paused).toContain('字段“share”不可用');
  });

  it('notifies the owner of an API key once, two weeks before it ends, and refuses it from that moment on', async () => {
    const [notice, ...others] = await deadlines.said('investor', '接口密钥即将到期');
    expect(others).toEqual([]);
    const ahead = deadlines.endsAt.getTime() - new Date(notice?.at ?? 0).getTime();
    expect(ahead).toBe(14 * DAY_MS);
    expect(notice?.body).toContain('2026-09-11');
    const isOver = ({ at: asked }: { at: Date }) => asked >= deadlines.endsAt;
    const [before, after] = [deadlines.answers.filter((one) => !isOver(one)), deadlines.answers.filter(isOver)];
    expect([before.length, after.length]).toEqual([108, HOURS - 108]);
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await deadlines.state()).toBe('expired');
  });

  it('reminds of next steps once each: on their day, and at once of one whose day is over', async () => {
    const reminders = await deadlines.said('founder', '跟进提醒');
    expect(reminders.map(({ at: moment, body }) => [moment, /“(.*)”/.exec(body)?.[1]])).toEqual([
      ['2026-09-06T16:00:00.000Z', '示例逾期资本'],
      ['2026-09-08T16:00:00.000Z', '示例到期资本'],
      ['2026-09-10T16:00:00.000Z', '示例推迟资本'],
    ]);
  });

  it('has met no fault', () => {
    expect(world.faults).toEqual([]);
  });
});
