import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MIN_GROUP, STAT_PERIODS, type VisitStat } from '#schemas/api/visits.ts';
import { withFloor } from '#server/features/visits/breakdowns.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { VisitWorld } from '#tests/support/visits/visit-world.ts';

let world: VisitWorld;
let founder: Contact;
let north: string;
let south: string;
beforeAll(async () => {
  world = await VisitWorld.open();
  world.contacts.setTime('2026-11-21T04:00:00Z');
  north = await world.institution('示例北方资本', { region: '110000', focusIndustries: ['人工智能'] });
  south = await world.institution('示例南方资本', { region: '310000', focusIndustries: ['企业服务'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.contacts.setTime('2026-11-21T04:00:00Z');
  founder = await world.contacts.contact();
  const edit = await founder.send<{ record: { version: number } }>(
    'GET',
    `/api/metadata/data/InsightCompany/${founder.companyId}`,
  );
  const values = { version: made(edit).record.version, values: { industry: '计算机视觉' } };
  made(await world.contacts.staff.send('POST', `/api/metadata/data/InsightCompany/${founder.companyId}`, values));
});

const looked = async (...people: readonly Person[]) => {
  for (const who of people) made(await world.look(who, founder.companyId));
};
const many = (count: number, institution: string, kind?: string) =>
  Promise.all(Array.from({ length: count }, () => world.investorOf(institution, kind)));
const partsOf = ({ byRegion, byFocusFit, bySource }: VisitStat) => ({ byRegion, byFocusFit, bySource });

describe('Breakdowns of the visitors of a company', () => {
  it('say where the institutions are, whether they look for the industry, and what led their people here', async () => {
    const [northern, southern] = [await many(6, north), await many(5, south)];
    await looked(...northern, ...southern);
    for (const who of northern) made(await world.stay(who, founder.companyId, 5, { source: 'matching' }));
    for (const who of southern) made(await world.stay(who, founder.companyId, 5, { source: 'search' }));
    const stat = await world.stat(founder);
    expect(partsOf(stat)).toEqual({
      byRegion: [
        { region: '北京', viewers: 6 },
        { region: '上海', viewers: 5 },
      ],
      byFocusFit: [
        { verdict: 'fits', viewers: 6 },
        { verdict: 'misses', viewers: 5 },
      ],
      bySource: [
        { source: 'matching', viewers: 6 },
        { source: 'search', viewers: 5 },
      ],
    });
    expect(await world.list(founder, 'CompanyVisit', { field: 'source', op: 'in', value: ['search'] })).toHaveLength(5);
    expect((await world.stay(founder, founder.companyId, 5, { source: 'rumour' })).status).toBe(422);
  });

  it('name no group of fewer than five, in no period and of no kind', async () => {
    await looked(...(await many(6, north)), ...(await many(2, south, 'LP')));
    expect(partsOf(await world.stat(founder)).byRegion).toEqual([]);
    for (const period of STAT_PERIODS)
      for (const kind of ['', 'ORG_INVESTOR', 'LP', 'OTHER']) {
        const stat = await world.stat(founder, `?statPeriod=${period}&statUserInvestorType=${kind}`);
        for (const part of Object.values(partsOf(stat)).flat()) expect(part.viewers).toBeGreaterThanOrEqual(MIN_GROUP);
      }
  });

  it('do not differ by what a visitor is who lets the institution be known alone, whatever two replies are compared', async () => {
    await looked(...(await many(6, north)), ...(await many(6, south)));
    const everything = async () =>
      Promise.all(
        STAT_PERIODS.flatMap((period) =>
          ['', 'ORG_INVESTOR', 'OTHER'].map(async (kind) =>
            partsOf(await world.stat(founder, `?statPeriod=${period}&statUserInvestorType=${kind}`)),
          ),
        ),
      );
    // Institutions of one person each: the first would be of a named region and look for the industry, the second would not.
    const seen: unknown[] = [];
    for (const values of [
      { region: '110000', focusIndustries: ['人工智能'] },
      { region: '310000', focusIndustries: ['企业服务'] },
    ]) {
      const who = await world.investorOf(await world.institution(`示例独行资本${values.region}`, values));
      await world.setMode(who, 'institution');
      await looked(who);
      made(await world.stay(who, founder.companyId, 5, { source: values.region === '110000' ? 'matching' : 'search' }));
      seen.push(await everything());
      made(await who.send('POST', `/api/rong/visit/${String((await world.list(who, 'OwnVisit'))[0]?.['id'])}/forget`));
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  it('are large enough in every part of every division', () => {
    for (let a = 0; a <= 12; a += 1)
      for (let b = 0; b <= 12; b += 1)
        for (let other = 0; other <= 7; other += 1) {
          const parts = withFloor(
            new Map([
              ['a', a],
              ['b', b],
              ['OTHER', other],
            ]),
          );
          const sum = parts.reduce((all, { viewers }) => all + viewers, 0);
          expect(parts.every(({ viewers }) => viewers >= MIN_GROUP)).toBe(true);
          expect([0, a + b + other]).toContain(sum);
        }
  });
});

describe('Visitors of a company', () => {
  it('are listed by institution with their people, or those who came again first', async () => {
    const [first, second] = await many(2, north);
    const [third] = await many(1, south);
    if (!first || !second || !third) throw new Error('no investors');
    world.contacts.setTime('2026-11-19T04:00:00Z');
    await looked(first);
    await world.stat(founder);
    world.contacts.setTime('2026-11-20T04:00:00Z');
    await looked(first, second);
    await world.stat(founder);
    world.contacts.setTime('2026-11-21T04:00:00Z');
    await looked(third);
    const last = await world.stat(founder, '?by=institution');
    expect(last.data[0]?.uid).toBe(third.uid);
    expect(last.institutions).toMatchObject([
      { viewers: 1, people: [third.name], returning: 0, lastOn: '2026-11-21', opens: 1 },
      { viewers: 2, returning: 1, lastOn: '2026-11-20', opens: 3 },
    ]);
    expect(last.institutions[1]?.people.toSorted()).toEqual([first.name, second.name].toSorted());
    const again = await world.stat(founder, '?sort=returning');
    expect(again.data[0]?.uid).toBe(first.uid);
    expect(again.institutions).toEqual([]);
  });
});

describe('Who sees a visitor', () => {
  it('is a list of the visitor’s own, from which all visits of a company are withdrawn at once', async () => {
    const [who] = await many(1, north);
    if (!who) throw new Error('no investor');
    await looked(who);
    made(await world.look(who, await world.project(founder), 'InsightProject'));
    const shown = await world.list(who, 'SeenVisit');
    expect(shown).toMatchObject([
      { company: { id: founder.companyId }, seenAs: 'open', entity: '示例北方资本', readers: 1, opens: 2 },
    ]);
    expect(await world.list(founder, 'SeenVisit')).toEqual([]);
    await world.setMode(who, 'private');
    expect(await world.list(who, 'SeenVisit')).toEqual([]);
    await world.setMode(who, 'open');
    const path = `/api/rong/visit/${String(shown[0]?.['id'])}/withdraw`;
    expect((await founder.send('POST', path)).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await who.send('POST', path));
    expect(await world.list(who, 'SeenVisit')).toEqual([]);
    expect(await world.list(who, 'OwnVisit')).toEqual([]);
    expect(await world.list(founder, 'CompanyVisitor')).toEqual([]);
  });
});
