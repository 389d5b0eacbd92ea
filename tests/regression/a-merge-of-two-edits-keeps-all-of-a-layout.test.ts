import { expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { mergeDefinitions } from '#shared/metadata/merge-definitions.ts';
import { newObject } from '#tests/support/editing.ts';

/** The board and the words of the form were lost where two users changed an object at once. */
test('what neither of two users changed in the layouts is still there after their changes were merged', () => {
  const plain = newObject('Deal', [{ apiName: 'name', type: 'text', label: '名称' }]);
  const { layouts } = plain;
  const base: ObjectDefinition = {
    ...plain,
    layouts: {
      ...layouts,
      form: { ...layouts.form, submitLabel: '提交审核', submitted: '已提交', next: '/deals' },
      board: { by: 'state', move: 'move', card: ['name'] },
    },
  };
  const mine = { ...base, label: '交易' };
  const theirs = { ...base, description: '一笔交易' };
  const { definition, clashes } = mergeDefinitions({ base, mine, theirs });
  expect(clashes).toEqual([]);
  expect(definition).toEqual({ ...base, label: '交易', description: '一笔交易' });
});
