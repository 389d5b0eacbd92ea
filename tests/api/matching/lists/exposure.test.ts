import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepShown } from '#server/features/matching/exposure-queries.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { criterionOf, MatchWorld } from '#tests/support/matching/match-world.ts';

let world: MatchWorld;
let founder: Contact;
let project: string;
let first: string;
let second: string;
beforeAll(async () => {
  world = await MatchWorld.open();
  founder = await world.contacts.contact();
  project = await world.project(founder);
  first = await world.institution('示例甲资本');
  second = await world.institution('示例乙资本');
  await world.deals(first, 4);
  await world.deals(second, 4);
});
afterAll(() => world.close());

const db = () => world.contacts.test.services.database;
/** Rows of a day for an institution. */
async function shown(institution: string): Promise<number> {
  const { rows } = await db().pool.query<{ count: string }>(
    'select count(*) as count from match_shown where institution_id = $1',
    [institution],
  );
  return Number(rows[0]?.count);
}
/** Lists of others that showed an institution on a day. */
const showedElsewhere = (institution: string, day: string, lists: number) =>
  db().pool.query(
    `insert into match_shown (day, asker, institution_id)
     select $2::date, 'other ' || n, $1::bigint from generate_series(1, $3::integer) n`,
    [institution, day, lists],
  );

describe('How often an institution is shown', () => {
  it('is counted once for a user, a project and a day, however often and in whatever order the list is read', async () => {
    await world.investors(founder, project);
    await Promise.all([world.investors(founder, project, { order: 'focused' }), world.investors(founder, project)]);
    expect(await shown(first)).toBe(1);
    const other = await world.project(founder, { name: '示例另一项目' });
    await world.investors(founder, other);
    expect(await shown(first)).toBe(2);
  });

  it('is not counted where staff look', async () => {
    const before = await shown(second);
    await world.investors(world.contacts.staff, project);
    expect(await shown(second)).toBe(before);
  });

  it('keeps nothing that names the user or the project', async () => {
    const { rows } = await db().pool.query<{ asker: string }>('select distinct asker from match_shown');
    for (const { asker } of rows) expect(asker).toMatch(/^[0-9a-f]{8}-[\w-]{43}$/);
  });

  it('counts the first 20 places alone', async () => {
    const many = await world.contacts.contact();
    const theirs = await world.project(many, { name: '示例大名单项目' });
    for (let at = 0; at < 22; at += 1) await world.institution(`示例其余资本${at}`);
    const before = await db().pool.query('select 1 from match_shown');
    const list = await world.investors(many, theirs, { pageSize: 50 });
    expect(list.total).toBeGreaterThan(20);
    const after = await db().pool.query('select 1 from match_shown');
    expect(after.rows.length - before.rows.length).toBe(20);
  });

  it('changes no order of the same day, so that pages stay as they are', async () => {
    const before = await world.investors(founder, project, { pageSize: 1 });
    const whole = await world.investors(founder, project);
    expect(criterionOf(whole, first, 'exposure').contribution).toBe('0');
    const page = await world.investors(founder, project, { pageSize: 1, after: before.after });
    expect(page.list[0]).toEqual(whole.list[1]);
    expect(await world.investors(founder, project)).toEqual(whole);
  });

  it('weighs against it from the next day on, and is said', async () => {
    const [leader, follower] = (await world.investors(founder, project)).list.map(({ id }) => id);
    await showedElsewhere(leader ?? '', '2026-11-20', 30);
    world.contacts.setTime('2026-12-01T02:00:00Z');
    const list = await world.investors(founder, project);
    expect(list.list[0]?.id).toBe(follower);
    const { label, words, contribution } = criterionOf(list, leader ?? '', 'exposure');
    expect([label, words]).toEqual(['曝光', expect.stringMatching(/^近 30 天在 3\d 份名单中列前 20$/)]);
    expect(Number(contribution)).toBeLessThan(-1.7);
    const focused = await world.investors(founder, project, { order: 'focused', pageSize: 50 });
    expect(criterionOf(focused, leader ?? '', 'exposure').contribution).toBe(contribution);
  });

  it('does not grow by a user who reads the same list day after day', async () => {
    const wordsOn = async (day: string) => {
      world.contacts.setTime(`${day}T02:00:00Z`);
      return criterionOf(await world.investors(founder, project), first, 'exposure').words;
    };
    await wordsOn('2026-12-02');
    const before = await wordsOn('2026-12-03');
    expect(await wordsOn('2026-12-04')).toBe(before);
    expect(await wordsOn('2026-12-05')).toBe(before);
  });

  it('is nothing that an investor reads of the own institution', async () => {
    const investor = await world.contacts.person(['PERSONAL_INVESTOR']);
    const { list } = await world.projects(investor);
    expect(list.length).toBeGreaterThan(0);
    for (const { criteria } of list) expect(criteria.map(({ key }) => key)).not.toContain('exposure');
  });

  it('is forgotten after 30 days', async () => {
    world.contacts.setTime('2027-02-01T02:00:00Z');
    await sweepShown(db().db, new Date('2027-02-01T02:00:00Z'));
    expect(await shown(first)).toBe(0);
    expect(criterionOf(await world.investors(founder, project), first, 'exposure').words).toBe(
      '近 30 天未列入名单前 20',
    );
  });

  it('fails no list where it cannot be kept', async () => {
    await db().pool.query('alter table match_shown rename to match_shown_away');
    const list = await world.investors(founder, project);
    await db().pool.query('alter table match_shown_away rename to match_shown');
    expect(list.list.length).toBeGreaterThan(0);
  });
});
