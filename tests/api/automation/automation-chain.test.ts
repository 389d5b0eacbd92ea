import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOn } from '#server/features/automation/read-changes.ts';
import { runDue } from '#server/features/automation/run.ts';
import { type AutomationWorld, openAutomationWorld } from '#tests/support/automation/automation-world.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

let world: AutomationWorld;
beforeAll(async () => {
  world = await openAutomationWorld();
});
afterAll(() => world.close());

/** The fields of a chain: each rule is set off by one and writes the next. */
const CHAIN = [
  ['name', 'note', '一'],
  ['note', 'extra', '二'],
  ['extra', 'size', '3'],
  ['size', 'due', '$today'],
] as const;

it('a chain of rules ends after three of them, and the fourth says why it did nothing', async () => {
  const rules: string[] = [];
  for (const [watched, targetField, targetValue] of CHAIN)
    rules.push(
      await world.rule({
        title: `${watched}之后`,
        trigger: 'changed',
        watched: [watched],
        action: 'setField',
        targetField,
        targetValue,
      }),
    );
  const thing = await world.make({ name: '甲', size: 1 });
  await world.change(thing, { name: '乙' });
  for (let round = 0; round < 6; round += 1) {
    await settledChanges(world.app.services.database.db);
    await readOn(world.deps);
    await runDue(world.deps);
  }
  const runs = await Promise.all(rules.map((rule) => world.runs(rule)));
  expect(runs.map((of) => of.map(({ state }) => state))).toEqual([['done'], ['done'], ['done'], ['skipped']]);
  expect(runs[3]?.[0]?.outcome).toMatch(/连锁/);
  const { values } = await world.read(thing.id);
  expect([values['note'], values['extra'], values['size'], values['due']]).toEqual(['一', '二', 3, undefined]);
});
