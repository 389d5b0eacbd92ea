import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '#schemas/api/alerts.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { HOUR_MS } from '#shared/time/durations.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { made, saveDefinition } from '#tests/support/editing.ts';
import { prng } from '#tests/support/prng.ts';

let world: AlertWorld;
beforeAll(async () => {
  world = await AlertWorld.open();
});
afterAll(() => world.close());
afterEach(async () => {
  for (const { id } of await own()) made(await world.test.post('member', `/api/alerts/subscription/${id}/remove`, {}));
  world.pass(HOUR_MS);
  await world.db.deleteFrom('notice').execute();
});

const own = async () => made(await world.test.get<{ list: Subscription[] }>('member', '/api/alerts/subscription')).list;
const isRound = (round: string): Condition => ({ field: 'round', op: 'eq', value: round });
const hasDeal = (filter?: Condition): Condition => ({
  exists: { objectApiName: 'Deal', fields: ['firm'], ...(filter && { filter }) },
});
const withKeyword = (objectApiName: string, word: string) =>
  world.view('member', objectApiName, undefined, { state: `?q=${encodeURIComponent(word)}` });
/** What a subscription reported, the oldest first. */
const hits = async (id: string) => {
  const { rows } = await sql<{ hit: string }>`
    select kind || ' ' || record_id || case when is_late then ' late' else '' end as hit from alert_hit
    where subscription_id = ${id}::bigint order by id`.execute(world.db);
  return rows.map(({ hit }) => hit);
};
const today = () => world.now.toISOString().slice(0, 10);
const bulk = () => ({ actor: '1', roles: ['staff'], origin: 'import:1', now: world.now });

describe('a subscription to a view with a keyword', () => {
  it('reports what holds the word since it began, and by which name', async () => {
    await world.data.create('Deal', { title: '量子甲', round: 'A' });
    const view = await withKeyword('Deal', '量子');
    await world.subscribe('member', 'view', 'Deal', view);
    const renamed = await world.data.create('Deal', { title: '普通交易', round: 'A' });
    await world.run();
    await world.data.create('Deal', { title: '量子乙', round: 'B' });
    await world.data.change('Deal', renamed, { title: '量子丙' });
    await world.run();
    const [notice, ...others] = await world.bell('member');
    expect(others).toEqual([]);
    expect(notice?.title).toBe('订阅提醒：新增 2 条');
    expect(notice?.content).toContain('量子乙');
    expect(notice?.content).toContain('量子丙');
    expect(notice?.content).not.toContain('量子甲');
  });

  it('reports changes and what left where that is chosen, and nothing of what another change left as it was', async () => {
    const id = await world.data.create('Deal', { title: '光子甲', round: 'A', staff: 1 });
    const choice = { kinds: ['changed', 'left'], fields: ['staff'] };
    const view = await withKeyword('Deal', '光子');
    const { id: subscription } = await world.subscribe('member', 'view', 'Deal', view, 'site', choice);
    await world.data.change('Deal', id, { round: 'B' });
    await world.run();
    await world.data.change('Deal', id, { staff: 2 });
    await world.run();
    await world.data.change('Deal', id, { title: '别的' });
    await world.run();
    expect(await hits(subscription)).toEqual([`changed ${id}`, `left ${id}`]);
  });

  it('says nothing of bulk work, then or when such a record is changed later', async () => {
    const view = await withKeyword('Deal', '中子');
    const { id: subscription } = await world.subscribe('member', 'view', 'Deal', view, 'site');
    const { writer } = world.test.services;
    const { id } = await writer.create('Deal', 'neutron', { title: '中子甲', round: 'A' }, bulk());
    await world.run();
    await world.data.change('Deal', id, { title: '中子甲改名' });
    await world.run();
    expect(await hits(subscription)).toEqual([]);
  });

  it('lists apart what bulk work and a single change wrote in one moment', async () => {
    const id = await world.data.create('Deal', { title: '质子', round: 'A' });
    const view = await withKeyword('Deal', '质子甲');
    const { id: subscription } = await world.subscribe('member', 'view', 'Deal', view, 'site');
    const { writer } = world.test.services;
    const { version } = await writer.read(world.db, 'Deal', id);
    await writer.update('Deal', id, version, { title: '质子甲' }, bulk());
    await world.data.change('Deal', id, { title: '质子甲乙' });
    await world.run();
    expect(await hits(subscription)).toEqual([`entered ${id} late`]);
  });
});

describe('a subscription to a view by records of another object', () => {
  it('reports a record when such a record comes to point at it, moves to it or is what was asked', async () => {
    const [first, second, third] = [
      await world.data.create('Firm', { name: '甲' }),
      await world.data.create('Firm', { name: '乙' }),
      await world.data.create('Firm', { name: '丙' }),
    ];
    await world.data.create('Deal', { title: '旧', firm: { id: first }, round: 'A', on: today() });
    const waiting = await world.data.create('Deal', { title: '等', firm: { id: third }, round: 'B', on: today() });
    const view = await world.view('member', 'Firm', hasDeal(isRound('A')));
    const { id } = await world.subscribe('member', 'view', 'Firm', view, 'site', { kinds: ['entered', 'left'] });
    const deal = await world.data.create('Deal', { title: '新', firm: { id: second }, round: 'A', on: today() });
    await world.run();
    await world.data.change('Deal', waiting, { round: 'A' });
    await world.run();
    await world.data.change('Deal', deal, { firm: { id: first } });
    await world.run();
    expect(await hits(id)).toEqual([`entered ${second}`, `entered ${third}`, `left ${second}`]);
  });

  it('is as old as the record that brought it in', async () => {
    const firm = await world.data.create('Firm', { name: '旧事' });
    const view = await world.view('member', 'Firm', hasDeal(isRound('C')));
    const { id } = await world.subscribe('member', 'view', 'Firm', view, 'site');
    await world.data.create('Deal', { title: '十年前', firm: { id: firm }, round: 'C', on: '2015-05' });
    await world.run();
    expect(await hits(id)).toEqual([`entered ${firm} late`]);
  });

  it('follows what is taken away', async () => {
    const firm = await world.data.create('Firm', { name: '有过' });
    const deal = await world.data.create('Deal', { title: '会删', firm: { id: firm }, round: 'A', on: today() });
    const view = await world.view('member', 'Firm', { and: [{ not: hasDeal() }] });
    const { id } = await world.subscribe('member', 'view', 'Firm', view, 'site');
    await world.data.remove('Deal', deal);
    await world.run();
    expect(await hits(id)).toEqual([`entered ${firm}`]);
  });

  it('begins again without a word where its owner writes another condition', async () => {
    const firm = await world.data.create('Firm', { name: '换条件' });
    await world.data.create('Deal', { title: '乙轮', firm: { id: firm }, round: 'B', on: today() });
    const view = await world.view('member', 'Firm', hasDeal(isRound('C')));
    const { id } = await world.subscribe('member', 'view', 'Firm', view, 'site');
    const other = await world.view('member', 'Firm', hasDeal(isRound('B')));
    const { state } = await world.db
      .selectFrom('saved_view')
      .select('state')
      .where('id', '=', other)
      .executeTakeFirstOrThrow();
    made(await world.test.post('member', `/api/metadata/view/${view}`, { version: 1, state }));
    await world.run();
    await world.data.change('Firm', firm, { name: '换了条件' });
    const later = await world.data.create('Firm', { name: '后来' });
    await world.data.create('Deal', { title: '后来的乙轮', firm: { id: later }, round: 'B', on: today() });
    await world.run();
    expect(await hits(id)).toEqual([`entered ${later}`]);
  });

  it('pauses and says why where the other object is closed to its user', async () => {
    const view = await world.view('member', 'Firm', hasDeal(isRound('A')));
    const { id } = await world.subscribe('member', 'view', 'Firm', view, 'site');
    const deal = structuredClone(world.test.services.catalog.object('Deal').saved);
    made(await saveDefinition(world.test, { ...deal, access: { ...deal.access, list: 'staff' } }));
    const firm = await world.data.create('Firm', { name: '看不到' });
    await world.data.create('Deal', { title: '看不到', firm: { id: firm }, round: 'A', on: today() });
    await world.run();
    made(await saveDefinition(world.test, { ...deal, version: deal.version + 1 }));
    expect(await hits(id)).toEqual([]);
    expect((await own())[0]?.paused).toMatch(/^视图的条件不能用于订阅：/);
  });
});

describe('over generated changes', () => {
  it.each([1, 2, 3])('what entered is what whole lists say (%i)', async (seed) => {
    const random = prng(seed);
    const firms: string[] = [];
    for (const name of ['甲', '乙', '丙', '丁'])
      firms.push(await world.data.create('Firm', { name: `${name}${seed}` }));
    const views = [
      { object: 'Firm', filter: hasDeal(isRound('A')) },
      { object: 'Firm', filter: { not: hasDeal(isRound('B')) } },
      { object: 'Firm', filter: { and: [hasDeal(), { field: 'name', op: 'contains' as const, value: '甲' }] } },
      { object: 'Deal', filter: isRound('C'), keyword: '光' },
    ];
    const { reader, catalog } = world.test.services;
    const others = (apiName: string) => {
      const { definition, fields, table } = catalog.object(apiName);
      return { apiName, label: apiName, definition, fields, table, owner: undefined, seenRows: undefined };
    };
    const scope = { readable: () => true, rowsOf: () => undefined, today: today(), others };
    const listed = async ({ object, filter, keyword }: (typeof views)[number]) =>
      reader.ids(catalog.object(object), { filter, keyword }, scope);
    const followed: { view: (typeof views)[number]; id: string; members: Set<string>; expected: string[] }[] = [];
    for (const view of views) {
      const state =
        view.keyword === undefined ? {} : { state: `?q=${encodeURIComponent(view.keyword)}&f=['round','eq','C']` };
      const target = await world.view('member', view.object, view.filter, state);
      const { id } = await world.subscribe('member', 'view', view.object, target, 'site', {
        kinds: ['entered', 'left'],
      });
      followed.push({ view, id, members: await listed(view), expected: [] as string[] });
    }
    const look = async () => {
      await world.run();
      for (const one of followed) {
        const now = await listed(one.view);
        for (const id of now) if (!one.members.has(id)) one.expected.push(`entered ${id}`);
        const there = await reader.ids(catalog.object(one.view.object), { ids: [...one.members] }, scope);
        for (const id of one.members) if (!now.has(id) && there.has(id)) one.expected.push(`left ${id}`);
        one.members = now;
      }
    };
    const deals: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      const values = {
        title: random.pick(['光学', '电学', '光电']),
        firm: { id: random.pick(firms) },
        round: random.pick(['A', 'B', 'C']),
        on: today(),
      };
      const deal = deals.length > 0 ? random.pick(deals) : undefined;
      if (deal === undefined || random.chance(0.4)) deals.push(await world.data.create('Deal', values));
      else if (random.chance(0.15)) {
        await world.data.remove('Deal', deal);
        deals.splice(deals.indexOf(deal), 1);
      } else {
        const field = random.pick(['title', 'firm', 'round'] as const);
        await world.data.change('Deal', deal, { [field]: values[field] });
      }
      if (random.chance(0.5)) continue;
      await look();
    }
    await look();
    for (const { id, expected } of followed) expect((await hits(id)).toSorted()).toEqual(expected.toSorted());
    expect(followed.flatMap(({ expected }) => expected).length).toBeGreaterThan(10);
  });
});

it('has met no fault', () => {
  expect(world.faults).toEqual([]);
});
