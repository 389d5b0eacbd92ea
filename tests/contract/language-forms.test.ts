import { Type } from 'typebox';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { FIELD_TYPES, FieldDefinition } from '#schemas/metadata/field.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { languageForms } from '#generators/language/language-forms.ts';
import { fromFormValues, toFormValues } from '#generators/language/fragments.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { context } from '#tests/support/metadata/sample-object.ts';

const forms = languageForms();
const named = Object.entries(forms);

describe.each(named)('the form for %s', (_, { definition, parts }) => {
  test('is an object of the language it is about', () => {
    expect([...Value.Errors(ObjectDefinition, definition)]).toEqual([]);
    expect(checkRules(definition)).toEqual([]);
  });

  test('has one field for each property, all of them in a section, each with a Chinese name', () => {
    const names = definition.fields.map((field) => field.apiName);
    expect(new Set(names).size).toBe(names.length);
    expect(definition.layouts.form.sections.flatMap((section) => section.fields).toSorted()).toEqual(names.toSorted());
    expect(parts.flatMap((part) => part.field ?? []).toSorted()).toEqual(names.toSorted());
    const unnamed = [...definition.fields, ...parts].filter(({ label }) => !/\p{Script=Han}|^LP$/u.test(label));
    expect(unnamed.map(({ label }) => label)).toEqual([]);
  });

  test('says each thing by words of its own', () => {
    const labels = definition.fields.map(({ label }) => label);
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
  });

  test('leads to forms that exist', () => {
    expect(parts.flatMap((part) => part.of ?? []).filter((kind) => !(kind in forms))).toEqual([]);
  });
});

test('the language has a form for each kind of thing', () => {
  expect(Object.keys(forms)).toEqual(
    expect.arrayContaining(['object', 'field', 'option', 'optionSet', 'rule', 'section', 'related', 'chart', 'sort']),
  );
});

test('a further list of an object is filled in: its fields are chosen and its condition is put together', () => {
  const part = (kind: string, name: string) => forms[kind]?.parts.find(({ path }) => path.join() === name);
  expect(part('object', 'fixedLists')).toMatchObject({ of: 'fixedList', isList: true });
  expect(part('fixedList', 'filter')?.control).toBe('condition');
  expect(part('fixedList', 'columns')?.control).toBe('fieldNames');
  expect(part('fixedList', 'summaries')).toMatchObject({ of: 'listSummary', isList: true });
});

describe('the form for a field', () => {
  const { definition } = forms['field'] ?? { definition: undefined as never };
  const check = compileObject(definition);

  test.each(FIELD_TYPES)('asks of a %s only what means something for it', (type) => {
    const { attributes } = fieldType({ type });
    const shows = (name: string) => check.fieldState(name, { type }, context).visible;
    const asked = forms['field']?.parts.filter(({ field }) => field !== undefined && shows(field)) ?? [];
    const all = FIELD_TYPES.flatMap((each) => fieldType({ type: each }).attributes);
    const strange = asked
      .map(({ path }) => path.at(-1) ?? '')
      .filter((name) => all.includes(name) && !attributes.includes(name));
    expect(strange).toEqual([]);
    const missing = attributes.filter(
      (name) => name !== 'selectOptions' && !asked.some(({ path }) => path.includes(name)),
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ['rollup', ['config.rollup']],
    ['lookup', ['config.lookup.reference', 'config.lookup.field']],
    ['select', ['config.optionSet']],
    ['reference', ['targetApiName']],
    ['formula', ['config.expression']],
  ])('asks first of a %s what its values come from', (_type, ways) => {
    const parts = forms['field']?.parts ?? [];
    const asked = parts.filter(({ path }) => ways.some((way) => `${path.join('.')}.`.startsWith(`${way}.`)));
    expect(asked.length).toBeGreaterThanOrEqual(ways.length);
    expect(asked.filter(({ field, isFirst }) => field !== undefined && isFirst !== true)).toEqual([]);
    expect(parts.find(({ field }) => field === 'configHelp')?.isFirst).toBeUndefined();
  });

  test('has the limits of the language', () => {
    const field = (name: string) => definition.fields.find((candidate) => candidate.apiName === name);
    expect(field('label')).toMatchObject({ type: 'text', required: true, minLength: 1, maxLength: 200 });
    expect(field('configWidth')).toMatchObject({ type: 'integer', config: { min: '40', max: '800' } });
    expect(field('configSortable')).toMatchObject({ type: 'boolean' });
  });
});

test('a property added to the language is on its form, and comes back from it, with no code', () => {
  const Planted = Type.Object(
    {
      ...FieldDefinition.properties,
      tooltip: Type.Optional(Type.String({ maxLength: 80, title: '悬停提示', description: '鼠标停留时显示' })),
      levels: Type.Optional(Type.Array(Type.Object({ depth: Type.Integer({ title: '深度' }) }), { title: '层级' })),
    },
    { 'x-kind': 'field' },
  );
  const planted = languageForms([Planted as never]);
  const form = planted['field'];
  if (!form) throw new Error('no form');
  expect(form.definition.fields).toContainEqual({
    apiName: 'tooltip',
    type: 'text',
    label: '悬停提示',
    maxLength: 80,
    config: { help: '鼠标停留时显示' },
  });
  expect(planted['levels']?.definition.fields).toMatchObject([{ apiName: 'depth', type: 'integer', label: '深度' }]);
  const fragment = { apiName: 'a', type: 'text', label: '甲', tooltip: '乙' };
  expect(fromFormValues(form, toFormValues(form, fragment))).toEqual(fragment);
});
