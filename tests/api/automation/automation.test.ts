import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { runDue } from '#server/features/automation/run.ts';
import { readOn } from '#server/features/automation/read-changes.ts';
import { readDates } from '#server/features/automation/read-dates.ts';
import { type AutomationWorld, openAutomationWorld } from '#tests/support/automation/automation-world.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { withoutField } from '#shared/metadata/field-placement.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

let world: AutomationWorld;
beforeAll(async () => {
  world = await openAutomationWorld();
});
afterAll(() => world.close());

const readAll = async () => {
  await settledChanges(world.app.services.database.db);
  await readOn(world.deps);
};
const work = async () => {
  await readAll();
  await readDates(world.deps);
  for (let round = 0; round < 6; round += 1) {
    await runDue(world.deps);
    await readAll();
  }
};

describe('an automation', () => {
  it('notifies when a record is made and its condition holds, once', async () => {
    const rule = await world.rule({
      trigger: 'created',
      action: 'notify',
      filter: '{"field": "size", "op": "gte", "value": 10}',
      recipients: ['owner'],
      words: '请看一下',
    });
    await world.make({ name: '小', size: 1 });
    const large = await world.make({ name: '大', size: 20 });
    await work();
    await work();
    const states = (await world.runs(rule)).map(
      ({ record, state }) => `${record === large.id ? 'large' : 'small'} ${state}`,
    );
    expect(states.toSorted()).toEqual(['large done', 'small unmet']);
    expect(await world.notices('大：请看一下')).toBe(1);
    await world.off(rule);
  });

  it('knows nothing of what was before it was saved', async () => {
    await world.make({ name: '之前的', size: 30 });
    const rule = await world.rule({ trigger: 'created', action: 'notify', recipients: ['owner'] });
    await work();
    expect(await world.runs(rule)).toEqual([]);
    await world.off(rule);
  });

  it('sets a field as a save of its owner: with rules, a version and a history', async () => {
    const rule = await world.rule({
      trigger: 'changed',
      watched: ['size'],
      action: 'setField',
      targetField: 'note',
      targetValue: '改过大小',
    });
    const thing = await world.make({ name: '甲', size: 1 });
    await world.change(thing, { name: '甲二' });
    await work();
    expect(await world.runs(rule)).toEqual([]);
    await world.change(await world.read(thing.id), { size: 2 });
    await work();
    expect((await world.read(thing.id)).values['note']).toBe('改过大小');
    const [entry] = await world.history(thing.id);
    expect(entry).toMatchObject({ origin: `automation:${rule}`, actor: world.owner });
    expect((await world.runs(rule)).map(({ state, outcome }) => [state, outcome])).toEqual([['done', '已填写“备注”']]);
    await world.off(rule);
  });

  it('logs why its write was refused, and does not try for ever', async () => {
    const rule = await world.rule({ trigger: 'created', action: 'setField', targetField: 'size', targetValue: '-5' });
    const thing = await world.make({ name: '乙', size: 3 });
    await work();
    expect((await world.runs(rule)).map(({ state }) => state)).toEqual(['failed']);
    expect((await world.read(thing.id)).values['size']).toBe(3);
    await world.off(rule);
  });

  it('puts a value into the queue of corrections', async () => {
    const rule = await world.rule({ trigger: 'created', action: 'review', targetField: 'note', targetValue: '建议' });
    const thing = await world.make({ name: '丙', size: 3 });
    await work();
    expect((await world.runs(rule)).map(({ outcome }) => outcome)).toEqual(['已提交审核：“备注”']);
    expect(await world.corrections(thing.id)).toEqual([
      ['note', '建议', expect.stringContaining('自动化：') as string],
    ]);
    await world.off(rule);
  });

  it('waits for a date, days before it, once for each record and value', async () => {
    const rule = await world.rule({
      trigger: 'dateReached',
      dateField: 'due',
      dayOffset: -7,
      action: 'notify',
      recipients: ['owner'],
      words: '快到期',
    });
    const day = (days: number) => world.day(days);
    const thing = await world.make({ name: '丁', size: 3, due: day(9) });
    await work();
    expect(await world.runs(rule)).toEqual([]);
    world.pass(2);
    await work();
    await work();
    expect(await world.notices('丁：快到期')).toBe(1);
    await world.change(await world.read(thing.id), { due: day(8) });
    await work();
    expect(await world.notices('丁：快到期')).toBe(1);
    world.pass(1);
    await work();
    expect(await world.notices('丁：快到期')).toBe(2);
    await world.off(rule);
  });

  it('does no more than its bounds: the rest waits a minute, or is left', async () => {
    const rule = await world.rule({
      trigger: 'created',
      action: 'notify',
      recipients: ['owner'],
      perMinute: 2,
      perDay: 3,
    });
    for (const name of ['一', '二', '三', '四']) await world.make({ name, size: 1 });
    await work();
    const states = async () => (await world.runs(rule)).map(({ state }) => state).toSorted();
    expect(await states()).toEqual(['done', 'done', 'due', 'due']);
    world.passMinutes(2);
    await work();
    expect(await states()).toEqual(['done', 'done', 'done', 'skipped']);
    await world.off(rule);
  });

  it('is refused where it makes a ring with itself or others, in words', async () => {
    const itself = await world.save({ trigger: 'changed', action: 'setField', targetField: 'note', targetValue: 'x' });
    expect(itself).toMatchObject({ status: 422, msg: expect.stringContaining('规则会循环触发') as string });
    const first = await world.rule({
      title: '甲规则',
      trigger: 'changed',
      watched: ['note'],
      action: 'setField',
      targetField: 'size',
      targetValue: '1',
    });
    const second = await world.save({
      title: '乙规则',
      trigger: 'changed',
      watched: ['size'],
      action: 'setField',
      targetField: 'note',
      targetValue: 'x',
    });
    expect(second).toMatchObject({ status: 422, msg: '规则会循环触发：“乙规则” → “甲规则” → “乙规则”' });
    await world.off(first);
  });

  it('is refused where it names what is not there', async () => {
    const wrong = { trigger: 'changed', watched: ['nothing'], action: 'notify', recipients: ['owner'] };
    expect(await world.save(wrong)).toMatchObject({ status: 422, problems: [{ field: 'watched' }] });
    const filter = {
      trigger: 'created',
      action: 'notify',
      recipients: ['owner'],
      filter: '{"field": "gone", "op": "eq", "value": 1}',
    };
    expect(await world.save(filter)).toMatchObject({ status: 422, problems: [{ field: 'filter' }] });
  });

  it('is tried: the list of runs says what it would have done, and nothing is done', async () => {
    const rule = await world.rule({
      state: 'off',
      trigger: 'created',
      action: 'notify',
      recipients: ['owner'],
      words: '试',
      filter: '{"field": "size", "op": "gte", "value": 10}',
    });
    const { data } = await world.app.post<{ looked: number; would: number }>('staff', '/api/automation/try', {
      automation: rule,
      changes: 500,
    });
    expect(data.would).toBeGreaterThan(0);
    expect(data.looked).toBeGreaterThan(data.would);
    const states = (await world.runs(rule)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['tried']));
    await work();
    expect(await world.notices('大：试')).toBe(0);
    expect((await world.app.post('member', '/api/automation/try', { automation: rule, changes: 5 })).status).toBe(403);
  });

  it('is paused and its keepers are notified where a field that it names is gone', async () => {
    const rule = await world.rule({
      title: '要暂停的',
      trigger: 'changed',
      watched: ['extra'],
      action: 'notify',
      recipients: ['owner'],
    });
    made(await saveDefinition(world.app, withoutField(savedDefinition(world.app, 'Thing'), 'extra')));
    await world.make({ name: '戊', size: 1 });
    await work();
    const reply = made(await world.app.get<RecordReply>('staff', `/api/metadata/data/Automation/${rule}`));
    expect(reply.record).toMatchObject({ state: 'paused', pauseReason: expect.stringContaining('extra') as string });
    expect(await world.notices('自动化“要暂停的”已暂停', 'title')).toBeGreaterThanOrEqual(1);
  });
});
