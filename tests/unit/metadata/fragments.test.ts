import { describe, expect, test } from 'vitest';
import type { LanguageForm } from '#schemas/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { languageForms } from '#generators/language/language-forms.ts';
import { fromFormValues, toFormValues } from '#generators/language/fragments.ts';
import { shippedObjects, shippedOptionSets } from '#tests/support/metadata/shipped-metadata.ts';

const forms = languageForms();
const form = (kind: string): LanguageForm => {
  const found = forms[kind];
  if (!found) throw new Error(`no form for ${kind}`);
  return found;
};

/** What a fragment says outside of the parts that have forms of their own. */
function ownPart(kind: string, definitionPart: object): unknown {
  const lists = form(kind).parts.filter((part) => part.field === undefined);
  const own = structuredClone(definitionPart) as Record<string, unknown>;
  for (const { path } of lists) {
    const holder = path
      .slice(0, -1)
      .reduce<Record<string, unknown> | undefined>(
        (value, key) => value?.[key] as Record<string, unknown> | undefined,
        own,
      );
    if (holder) Reflect.deleteProperty(holder, path.at(-1) ?? '');
  }
  // The server says what a counted value is.
  if (kind === 'field') Reflect.deleteProperty(own['config'] ?? {}, 'result');
  return own;
}

function fragmentsOf(object: ObjectDefinition): (readonly [string, object])[] {
  const { list, detail, form: layout } = object.layouts;
  return [
    ...object.fields.map((field) => ['field', field] as const),
    ...object.fields.flatMap((field) => (field.selectOptions ?? []).map((option) => ['option', option] as const)),
    ...object.rules.map((rule) => ['rule', rule] as const),
    ...[...detail.sections, ...layout.sections].map((section) => ['section', section] as const),
    ...detail.related.map((related) => ['related', related] as const),
    ...(detail.charts ?? []).map((chart) => ['chart', chart] as const),
    ['listLayout', list],
    ['detailLayout', detail],
  ];
}

const fragments = [...shippedObjects().values()].flatMap(fragmentsOf);

test('there is something to go round with', () => {
  expect(fragments.length).toBeGreaterThan(500);
});

test('every field, rule, section, list and chart that ships comes back from its form as it went in', () => {
  for (const [kind, definitionPart] of fragments) {
    const values = toFormValues(form(kind), definitionPart as never);
    expect(fromFormValues(form(kind), values)).toEqual(ownPart(kind, definitionPart));
    expect(fromFormValues(form(kind), values, definitionPart as never)).toEqual(definitionPart);
  }
});

test('every object and option set comes back with the parts that have forms of their own', () => {
  for (const object of shippedObjects().values()) {
    const values = toFormValues(form('object'), object);
    expect(fromFormValues(form('object'), values, object)).toEqual(object);
  }
  for (const set of shippedOptionSets().values()) {
    const values = toFormValues(form('optionSet'), set);
    expect(fromFormValues(form('optionSet'), values, set)).toEqual(set);
  }
});

describe('what a person does on a form', () => {
  const field = { apiName: 'city', type: 'text', label: '城市', config: { help: '所在地' } };

  test('leaves alone what is not named, and takes away what is cleared', () => {
    expect(fromFormValues(form('field'), { label: '所在城市' }, field)).toEqual({ ...field, label: '所在城市' });
    expect(fromFormValues(form('field'), { configHelp: null }, field)).toEqual({
      apiName: 'city',
      type: 'text',
      label: '城市',
    });
  });

  test('keeps a list that must be there when it is emptied', () => {
    const layout = { columns: ['name'], filters: ['city'], sort: [] };
    expect(fromFormValues(form('listLayout'), { filters: null }, layout)).toEqual({ ...layout, filters: [] });
  });

  test.each([
    ['text', '123', '123'],
    ['decimal', '0.50', '0.50'],
    ['integer', '7', 7],
    ['boolean', 'true', true],
    ['multiSelect', '["a","b"]', ['a', 'b']],
    ['currency', '{"num":"1","currency":"USD"}', { num: '1', currency: 'USD' }],
  ])('types a default value of %s as that type has it', (type, typed, value) => {
    const made = fromFormValues(form('field'), { configDefault: typed }, { ...field, type });
    expect(made).toMatchObject({ config: { default: value } });
    expect(toFormValues(form('field'), made)['configDefault']).toBe(typed);
  });
});
