import { expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailHeader, detailRelated, detailSections } from '#generators/detail.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const base = sampleObject([
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'logo', type: 'image', label: '标识' },
  { apiName: 'gone', type: 'text', label: '旧字段', removed: true },
]);
const object: ObjectDefinition = {
  ...base,
  layouts: {
    ...base.layouts,
    detail: {
      logo: 'logo',
      subtitle: 'gone',
      highlights: ['name', 'gone'],
      sections: [
        { label: '基本信息', fields: ['name', 'gone', 'never'], columns: 3 },
        { label: '旧分组', fields: ['gone'] },
        { label: '标识', fields: ['logo'] },
      ],
      related: [{ label: '融资历程', objectApiName: 'InsightTransaction', fields: ['company'] }],
    },
  },
};

test('a detail page has the sections of its layout, without removed fields and without sections left empty', () => {
  expect(
    detailSections(object).map(({ id, label, columns, fields }) => ({
      id,
      label,
      columns,
      fields: fields.map((field) => field.apiName),
    })),
  ).toEqual([
    { id: 'section-0', label: '基本信息', columns: 3, fields: ['name'] },
    { id: 'section-2', label: '标识', columns: 2, fields: ['logo'] },
  ]);
});

test('the header leaves out what is removed', () => {
  const header = detailHeader(object);
  expect(header.logo?.apiName).toBe('logo');
  expect(header.subtitle).toBeUndefined();
  expect(header.highlights.map((field) => field.apiName)).toEqual(['name']);
  expect(header.tags).toEqual([]);
});

test('a related list keeps its place in the layout, by which the server knows it', () => {
  expect(detailRelated(object)).toMatchObject([{ id: 'related-0', index: 0, label: '融资历程' }]);
});
