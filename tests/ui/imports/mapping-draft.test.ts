import { expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { paceLabel, rowsLabel, stateLabel } from '#client/features/imports/import-labels.ts';
import { MappingDraft } from '#client/features/imports/mapping-draft.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';

const OBJECT = shippedObjects().find(({ apiName }) => apiName === 'InsightCompany');
const MAPPING: ImportMapping = {
  object: 'InsightCompany',
  source: 'list',
  key: ['编号'],
  fields: [{ field: 'name', column: '名称' }],
};

test('an edited mapping keeps what the screen does not show', () => {
  const fields = OBJECT?.fields ?? [];
  const mapping = {
    ...MAPPING,
    maps: { a: { x: 'y' } },
    fields: [...MAPPING.fields, { field: 'source', constant: 'x' }],
  };
  const draft = new MappingDraft(mapping, ['编号', '名称'], fields);
  expect(draft.others).toEqual([{ field: 'source', constant: 'x' }]);
  draft.choose('编号', 'name');
  expect(draft.mapping.fields).toEqual([
    { field: 'source', constant: 'x' },
    { field: 'name', column: '编号' },
  ]);
  draft.choose('编号', '');
  expect(draft.missing.map(({ apiName }) => apiName)).toEqual(['name']);
  draft.add('name', '{编号} 公司');
  expect(draft.mapping).toMatchObject({
    maps: { a: { x: 'y' } },
    fields: [{ field: 'source' }, { field: 'name', template: '{编号} 公司' }],
  });
});

test('a counted field is offered for what files state of it, and read like its values; a formula is not', () => {
  const draft = new MappingDraft(MAPPING, ['编号', '名称'], OBJECT?.fields ?? []);
  expect(draft.counted.has('fundingTotal')).toBe(true);
  expect(draft.field('fundingTotal')).toMatchObject({ type: 'currency' });
  expect(draft.field('hasFunding')).toBeUndefined();
  draft.choose('名称', 'latestRoundInvestors');
  expect(draft.of('名称')).toEqual({ field: 'latestRoundInvestors', column: '名称', reference: { by: 'name' } });
});

test('states, pace and rows in words', () => {
  expect(stateLabel({ task: 'undo', state: 'finished', undone: { removed: 1, restored: 0, kept: 2, gone: 0 } })).toBe(
    '已撤销（部分保留）',
  );
  const progress = { done: 1, total: 4, begun: 0, handled: 120_000, seconds: 60 };
  expect(paceLabel(progress, '行')).toBe('2,000 行/秒，剩余约 3 分钟');
  // Half of it was done by a run that was stopped: a quarter took this one a minute.
  expect(paceLabel({ ...progress, done: 3, begun: 2 }, '行')).toBe('2,000 行/秒，剩余约 1 分钟');
  expect(
    rowsLabel(
      [
        [3, 3],
        [7, 12],
      ],
      false,
    ),
  ).toBe('第 3、7–12 行等');
});
