import { expect, test } from 'vitest';
import { withoutBlock, withRenamedBlock } from '#client/features/metadata/draft/definition-edits.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const base = sampleObject([{ apiName: 'name', type: 'text', label: '名称' }]);
const object = {
  ...base,
  layouts: {
    ...base.layouts,
    detail: { ...base.layouts.detail, tabs: [{ label: '概览', blocks: ['基本信息', '交易'] }] },
  },
};

test('a block that is renamed keeps its place in its tab', () => {
  expect(withRenamedBlock(object, '交易', '融资历程').layouts.detail.tabs).toEqual([
    { label: '概览', blocks: ['基本信息', '融资历程'] },
  ]);
});

test('a label that is empty while it is typed moves nothing, and neither does a page without tabs', () => {
  expect(withRenamedBlock(object, '交易', '')).toBe(object);
  expect(withRenamedBlock(base, '交易', '融资历程')).toBe(base);
});

test('a block that is removed leaves its tab, unless another has its name', () => {
  expect(withoutBlock(object, '交易').layouts.detail.tabs).toEqual([{ label: '概览', blocks: ['基本信息'] }]);
  const { detail } = object.layouts;
  const related = [{ label: '交易', objectApiName: 'Deal', fields: ['company'] }];
  const doubled = { ...object, layouts: { ...object.layouts, detail: { ...detail, related } } };
  expect(withoutBlock(doubled, '交易')).toBe(doubled);
});
