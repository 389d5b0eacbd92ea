import { expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { hideField, replaceField, sendable } from '#client/features/metadata/draft/definition-edits.ts';
import { newObject } from '#tests/support/editing.ts';

const FIELDS: FieldDefinition[] = [
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'city', type: 'text', label: '城市' },
];
const bare = newObject('Company', FIELDS);
const sections = [
  { label: '基本信息', fields: ['name'] },
  { label: '所在地', fields: ['city'] },
];
const object: ObjectDefinition = {
  ...bare,
  layouts: {
    ...bare.layouts,
    detail: { sections, related: [], tabs: [{ label: '概览', blocks: ['基本信息', '所在地'] }] },
    gallery: { badge: 'name' },
  },
};
const blocksOf = ({ layouts }: ObjectDefinition) => layouts.detail.tabs?.map(({ blocks }) => blocks);

it('takes a section out of its tab when its last field is hidden', () => {
  expect(blocksOf(hideField(object, object, 'city'))).toEqual([['基本信息']]);
});

it('sends no tab that names a section without fields, and keeps the section in its tab in the draft', () => {
  const { layouts } = object;
  const emptied = sections.map((section) => ({ ...section, fields: section.fields.filter((one) => one !== 'city') }));
  const draft = { ...object, layouts: { ...layouts, detail: { ...layouts.detail, sections: emptied } } };
  expect(blocksOf(sendable(draft))).toEqual([['基本信息']]);
  expect(blocksOf(draft)).toEqual([['基本信息', '所在地']]);
});

it('keeps tabs and displays when a new field gets another name', () => {
  const next = replaceField(object, 'city', { apiName: 'town', type: 'text', label: '城市' });
  expect(next.layouts.detail.sections[1]?.fields).toEqual(['town']);
  expect(blocksOf(next)).toEqual(blocksOf(object));
  expect(Object.keys(next.layouts)).toEqual(Object.keys(object.layouts));
});
