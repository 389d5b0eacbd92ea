import { autorun } from 'mobx';
import { expect, test } from 'vitest';
import { PartWizard } from '#client/features/metadata/wizard/part-wizard.ts';
import { newObject } from '#tests/support/editing.ts';

test('A name that is typed for a related list replaces the proposed one on screen', () => {
  const home = newObject('Company', [{ apiName: 'name', type: 'text', label: '名称' }]);
  const wizard = new PartWizard('related', {
    home,
    pointing: () => [],
    find: () => home,
    chartKind: undefined,
    tab: 0,
  });
  const shown: string[] = [];
  const stop = autorun(() => shown.push(wizard.label));
  wizard.rename('走访记录');
  stop();
  expect(shown).toEqual(['', '走访记录']);
});
