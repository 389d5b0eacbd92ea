import { describe, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { definitionChanges } from '#generators/language/definition-changes.ts';
import { withoutField } from '#shared/metadata/field-placement.ts';

const object: ObjectDefinition = {
  apiName: 'Event',
  label: '活动',
  version: 1,
  nameField: 'name',
  fields: [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'state', type: 'select', label: '状态', selectOptions: [{ value: 'a', label: '甲' }] },
    { apiName: 'kind', type: 'select', label: '类型', selectOptions: [{ value: 'a', label: '甲' }] },
    { apiName: 'heldOn', type: 'date', label: '日期', config: { sortable: true } },
    { apiName: 'price', type: 'decimal', label: '价格' },
    { apiName: 'photo', type: 'image', label: '照片' },
  ],
  layouts: {
    list: { columns: ['name'], filters: [], sort: [] },
    detail: { sections: [], related: [] },
    form: { sections: [] },
    board: { by: 'state', card: ['price'], sum: 'price', due: 'heldOn' },
    calendar: { date: 'heldOn', badge: 'kind' },
    gallery: { picture: 'photo', facts: ['price'] },
    dashboard: {
      charts: [
        { label: '一', kind: 'bar', by: 'kind' },
        { label: '二', kind: 'pie', by: 'state', sum: 'price' },
      ],
    },
  },
  rules: [],
  access: { list: 'member', detail: 'member', create: 'staff', edit: 'staff' },
};
const { board, calendar, gallery, dashboard } = object.layouts;

describe('A field that is hidden leaves the looks of the list', () => {
  it.each([
    ['state', { board: undefined, calendar, gallery, dashboard: { charts: [dashboard?.charts[0]] } }],
    ['kind', { board, calendar: { date: 'heldOn' }, gallery, dashboard: { charts: [dashboard?.charts[1]] } }],
    ['heldOn', { board: { by: 'state', card: ['price'], sum: 'price' }, calendar: undefined, gallery, dashboard }],
    [
      'price',
      {
        board: { by: 'state', card: ['name'], due: 'heldOn' },
        calendar,
        gallery: { picture: 'photo' },
        dashboard: { charts: [dashboard?.charts[0]] },
      },
    ],
    ['photo', { board, calendar, gallery: { facts: ['price'] }, dashboard }],
  ])('%s', (apiName, left) => {
    const { list: _l, detail: _d, form: _f, ...displays } = withoutField(object, apiName).layouts;
    expect({ board: undefined, calendar: undefined, ...displays }).toEqual(left);
  });
});

it('Changes of the looks are said in words', () => {
  const { calendar: _gone, ...others } = object.layouts;
  const next = {
    ...object,
    layouts: { ...others, gallery: { picture: 'photo', badge: 'kind', facts: ['price'] } },
  };
  expect(definitionChanges(object, next)).toEqual(['移除显示方式“日历”', '图册：标记字段由空改为“kind”']);
  expect(definitionChanges(next, object)).toContain('添加显示方式“日历”');
});
