import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { withField, type Sections } from '#shared/metadata/field-placement.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const base = sampleObject([
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'stage', type: 'integer', label: '阶段' },
  { apiName: 'story', type: 'longText', label: '介绍' },
  { apiName: 'phone', type: 'phone', label: '电话' },
  { apiName: 'site', type: 'url', label: '官网' },
  { apiName: 'source', type: 'text', label: '来源' },
  { apiName: 'verifiedOn', type: 'date', label: '核实日期' },
]);
const SECTIONS: Section[] = [
  { label: '基本信息', fields: ['name', 'stage'] },
  { label: '介绍', fields: ['story'] },
  { label: '联系方式', fields: ['phone', 'site'] },
  { label: '数据来源', fields: ['source', 'verifiedOn'] },
];
const laidOut = (sections: Section[]): ObjectDefinition => ({
  ...base,
  layouts: {
    ...base.layouts,
    detail: { sections, related: [], provenance: { source: 'source', asOf: 'verifiedOn' } },
    form: { sections, submitLabel: '提交审核' },
  },
});

/** The sections that come after a field is added, each with its fields. */
function added(
  type: FieldDefinition['type'],
  { sections = SECTIONS, into = {} }: { readonly sections?: Section[]; readonly into?: Sections } = {},
) {
  const { detail, form } = withField(laidOut(sections), { apiName: 'x', type, label: '新' }, {}, into).layouts;
  const shown = (all: readonly Section[]) => all.map(({ label, fields }) => `${label} ${fields.join()}`);
  expect(shown(form.sections)).toEqual(shown(detail.sections));
  return shown(detail.sections);
}

describe('a field that is added', () => {
  test.each([
    ['email', '联系方式 phone,site,x'],
    ['longText', '介绍 story,x'],
  ] as const)('comes to fields like it: %s', (type, expected) => {
    expect(added(type)).toContain(expected);
  });

  test.each(['text', 'date', 'currency', 'select'] as const)(
    'comes to what belongs to no section where none is like it, and never to the sources: %s',
    (type) => {
      const sections = added(type);
      expect(sections.slice(-2)).toEqual(['其他信息 x', '数据来源 source,verifiedOn']);
    },
  );

  test('joins the section of what belongs to none once there is one', () => {
    const sections = SECTIONS.toSpliced(3, 0, { label: '其他信息', fields: ['stage'] });
    expect(added('text', { sections })).toContain('其他信息 stage,x');
  });

  test('comes into the only section, where there is no other', () => {
    expect(added('date', { sections: [{ label: '全部', fields: ['name', 'story'] }] })).toEqual(['全部 name,story,x']);
  });

  test('comes into the section that is named', () => {
    const into = { detail: '介绍', form: '介绍' };
    expect(added('date', { into })).toContain('介绍 story,x');
  });
});
