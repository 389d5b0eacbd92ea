import { expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { withField, withoutField } from '#shared/metadata/field-placement.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

test('a field that is added or hidden leaves the words of the form and the board as they are', () => {
  const base = sampleObject([
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'stage', type: 'select', label: '阶段', selectOptions: [{ value: 'a', label: '甲' }] },
  ]);
  const words = { submitLabel: '提交审核', submitted: '已提交', next: '/financing' };
  const board = { by: 'stage', card: ['name'], move: 'move' };
  const { list, detail, form } = base.layouts;
  const object: ObjectDefinition = { ...base, layouts: { list, detail, form: { ...form, ...words }, board } };
  const more = withField(object, { apiName: 'more', type: 'text', label: '更多' });
  for (const { layouts } of [more, withoutField(more, 'more')]) {
    expect(layouts.form).toMatchObject(words);
    expect(layouts.board).toEqual(board);
  }
});
