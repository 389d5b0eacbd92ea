import { expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { withRenamedBlock } from '#client/features/metadata/draft/definition-edits.ts';
import { withoutGoneBlocks } from '#shared/metadata/named-blocks.ts';
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

test('a block whose label is emptied and typed again keeps its place, and a page without tabs is as it was', () => {
  const emptied = withRenamedBlock(object, '交易', undefined);
  expect(withRenamedBlock(emptied, undefined, '融资历程').layouts.detail.tabs).toEqual([
    { label: '概览', blocks: ['基本信息', '融资历程'] },
  ]);
  expect(withRenamedBlock(base, '交易', '融资历程')).toBe(base);
});

test('a block that is removed leaves its tab, and so does the tab that held nothing else, unless another has its name', () => {
  const related = [{ label: '交易', objectApiName: 'Deal', fields: ['company'] }];
  const tabs = [...object.layouts.detail.tabs, { label: '融资', blocks: ['交易'] }];
  const withBlocks = (blocks: Partial<ObjectDefinition['layouts']['detail']>) => ({
    ...object,
    layouts: { ...object.layouts, detail: { ...object.layouts.detail, tabs, ...blocks } },
  });
  const sections = [{ label: '基本信息', fields: ['name'] }];
  expect(withoutGoneBlocks(withBlocks({ sections })).layouts.detail.tabs).toEqual([
    { label: '概览', blocks: ['基本信息'] },
  ]);
  const whole = withBlocks({ sections, related });
  expect(withoutGoneBlocks(whole)).toBe(whole);
});
