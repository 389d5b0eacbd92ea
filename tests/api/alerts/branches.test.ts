import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertLine } from '#schemas/api/alerts.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { made, saveDefinition } from '#tests/support/editing.ts';

let world: AlertWorld;
beforeAll(async () => {
  world = await AlertWorld.open();
  const firm = structuredClone(world.test.services.catalog.object('Firm').saved);
  firm.fields.push({ apiName: 'parent', type: 'reference', label: '上级', targetApiName: 'Firm' });
  firm.layouts.detail.related.push({ label: '下级', objectApiName: 'Firm', fields: ['parent'], columns: ['name'] });
  made(await saveDefinition(world.test, firm));
});
afterAll(() => world.close());

const lines = async (id: string) =>
  made(await world.test.get<{ list: AlertLine[] }>('member', `/api/alerts/subscription/${id}/line`))
    .list.map(({ kind, text }) => `${kind} ${text.split(' · ')[0]}`)
    .toSorted();
const firm = (name: string, parent?: string) =>
  world.data.create('Firm', { name, ...(parent !== undefined && { parent: { id: parent } }) });
const deal = (title: string, id: string) =>
  world.data.create('Deal', { title, firm: { id }, round: 'A', on: world.now.toISOString().slice(0, 10) });

describe('a record that others lie below', () => {
  it('is reported with what comes to those below it, at any depth, and with no figures of its own', async () => {
    const top = await firm('上级赛道');
    const middle = await firm('中级赛道', top);
    const lowest = await firm('下级赛道', middle);
    const other = await firm('别的赛道');
    const target = made(
      await world.test.get<object>('member', `/api/alerts/target?source=record&objectApiName=Firm&targetId=${top}`),
    );
    expect(target).toMatchObject({ hasBelow: true, usual: ['entered'] });
    const { id } = await world.subscribe('member', 'record', 'Firm', top, 'site');
    await deal('直属交易', top);
    await deal('下级交易', lowest);
    await deal('别处交易', other);
    await world.run();
    expect(await lines(id)).toEqual(['entered 下级交易', 'entered 直属交易']);
  });

  it('follows what is put below it later, and a circle does no harm', async () => {
    const top = await firm('赛道甲');
    const later = await firm('赛道乙');
    const { id } = await world.subscribe('member', 'record', 'Firm', top, 'site');
    await deal('归入之前', later);
    await world.run();
    await world.data.change('Firm', later, { parent: { id: top } });
    await world.run();
    await deal('归入之后', later);
    await world.data.change('Firm', top, { parent: { id: later } });
    await world.run();
    expect(await lines(id)).toEqual(expect.arrayContaining(['entered 赛道乙', 'entered 归入之后']));
    expect(await lines(id)).not.toContain('entered 归入之前');
  });
});

it('has met no fault', () => {
  expect(world.faults).toEqual([]);
});
