import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HomeContentOf, HomeFault } from '#schemas/api/home.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { HomeWorld } from '#tests/support/home/home-world.ts';

const SINCE = { field: 'foundedOn', op: 'sinceLastLook' };
const NOWHERE_ELSE = '“上次查看以来”只能用于首页内容的条件';

let world: HomeWorld;
beforeAll(async () => {
  world = await HomeWorld.open();
  await world.create('InsightCompany', { name: '示例旧企业', foundedOn: '2026-10-01' });
  await world.create('InsightCompany', { name: '示例新企业', foundedOn: '2026-11-10' });
  const block = { kind: 'count', objectName: 'InsightCompany', width: 'half', position: 5, published: true };
  const add = (title: string, filter: object) =>
    world.create('HomeBlock', { ...block, title, filter: JSON.stringify(filter) });
  await add('新成立', SINCE);
  await add('手写条件的新成立', { field: 'foundedOn', op: 'notBefore', value: '$lastLook' });
  await add('新名称', { field: 'name', op: 'sinceLastLook' });
});
afterAll(() => world.close());

const investor = () => world.pipeline.contacts.person(['ORG_INVESTOR']);
const count = async (who: SignedIn, title: string) =>
  (await world.block(who, title))?.content as HomeContentOf<'count'> | undefined;

describe('A block of what is new since the last look', () => {
  it('shows a user who never looked before what is new in two weeks, and opens the list of the same records', async () => {
    const user = await investor();
    const shown = await count(user, '新成立');
    expect(shown).toMatchObject({ total: 1, totalIsExact: true });
    expect(decodeURIComponent(shown?.path ?? '')).toContain("['foundedOn','notBefore','2026-11-07']");
  });

  it('shows the same where its condition was written by hand', async () => {
    const user = await investor();
    const [chosen, written] = [await count(user, '新成立'), await count(user, '手写条件的新成立')];
    expect(written).toEqual(chosen);
  });

  it('goes from the day on which each user looked last', async () => {
    const [returning, newcomer] = [await investor(), await investor()];
    await world.home(returning);
    world.pipeline.contacts.setTime('2026-11-22T04:00:00Z');
    const shown = [await count(returning, '新成立'), (await count(newcomer, '新成立'))?.total];
    world.pipeline.contacts.setTime(TEST_NOW.toISOString());
    expect(shown).toEqual([undefined, 1]);
  });

  it('is a fault where it asks that of no date, which staff are shown', async () => {
    const { list } = made(await world.staff.send<{ list: HomeFault[] }>('GET', '/api/staff/home/faults'));
    expect(list.map(({ title, message }) => [title, message.includes('不能用“上次查看以来”比较')])).toEqual([
      ['新名称', true],
    ]);
  });
});

describe('Elsewhere no last look is known, and each place says so', () => {
  it('a list, and records of another object that it asks for', async () => {
    const ask = async (filter: object) =>
      (
        await world.test.post('staff', '/api/metadata/data/getLayoutAndDataList', {
          objectApiName: 'InsightCompany',
          filter,
          pageSize: 5,
        })
      ).msg;
    expect(await ask(SINCE)).toContain(NOWHERE_ELSE);
    const deals = { objectApiName: 'InsightTransaction', fields: ['company'] };
    const inner = { field: 'fundedOn', op: 'sinceLastLook' };
    expect(await ask({ exists: { ...deals, filter: inner } })).toContain(NOWHERE_ELSE);
  });

  it('a limit of an object and a related list of its page', async () => {
    const day = { apiName: 'foundedOn', type: 'date', label: '成立日期' } as const;
    const up = { apiName: 'up', type: 'reference', label: '上级', targetApiName: 'Booth' } as const;
    const booth = newObject('Booth', [{ apiName: 'name', type: 'text', label: '名称' }, day, up]);
    made(await saveDefinition(world.test, booth));
    const limited = { ...booth, access: { ...booth.access, limits: [{ filter: SINCE }] } };
    expect((await saveDefinition(world.test, limited)).msg).toContain(NOWHERE_ELSE);
    const related = [{ label: '下级', objectApiName: 'Booth', fields: ['up'], filter: SINCE }];
    const listing = { ...booth, layouts: { ...booth.layouts, detail: { ...booth.layouts.detail, related } } };
    expect((await saveDefinition(world.test, listing)).msg).toContain(NOWHERE_ELSE);
  });
});
