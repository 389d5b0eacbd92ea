import { describe, expect, test } from 'vitest';
import { FIELD_TYPES, type FieldDefinition } from '#schemas/metadata/field.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import { listColumns } from '#generators/columns.ts';
import type { GroupKind, ValueKind } from '#generators/field-types/field-type.ts';
import { fieldType, isComputed, isImportable, isList, valueKind } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { parseCondition } from '#generators/filters.ts';
import { canSum, groupKind } from '#shared/charts/grouping.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import { compileCondition } from '#server/core/conditions/conditions.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import { recordTexts } from '#server/core/records/record-texts.ts';
import { otherSearchFields, searchText } from '#server/core/search/search-text.ts';
import { fieldCells } from '#server/features/records/exports/file/columns.ts';
import { columnScore } from '#server/features/imports/suggest/score.ts';
import { Columns } from '#server/features/imports/transform/columns.ts';
import { valueReader } from '#server/features/imports/transform/value-reader.ts';
import { figuresFor, isSummed } from '#client/features/records/columns/totals-store.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { cellOf, cellText } from '#client/ui/field-types/registry.ts';
import { EVERY_FIELD } from '#tests/support/metadata/every-field-type.ts';
import { twoValues } from '#tests/support/metadata/known-values.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';
import { save } from '#tests/support/app/save-as-api.ts';

const FILLED = EVERY_FIELD.filter((field) => !isComputed(field)).map((field) => ({
  ...field,
  apiName: 'given',
  required: false,
}));
const OPEN = FILLED.filter((field) => !isSealed(field));
const NUMBERS: ReadonlySet<ValueKind> = new Set(['integer', 'decimal', 'money'] as const);
const numberOf = (value: FieldValue): number => Number((value as CurrencyValue).num ?? value);
const LABELS = { label: (_: unknown, value: string) => value, path: (_: unknown, value: string) => [value] };
const named = (fields: readonly FieldDefinition[]) => fields.map((field) => [field.label, field] as const);

/** A rule that the first of two values breaks and the second keeps, in the words that are natural for its kind. */
function telling(field: FieldDefinition, first: FieldValue, second: FieldValue): string {
  const text = JSON.stringify(second);
  const rules: Readonly<Record<ValueKind, () => string>> = {
    text: () => `self.given == ${text}`,
    texts: () => `${JSON.stringify((second as string[])[0])} in self.given`,
    integer: () => `self.given > ${numberOf(first)}`,
    decimal: () => `self.given > ${numberOf(first)}`,
    money: () => `self.given.num > ${numberOf(first)}`,
    date: () => `daysBetween(self.given, ${text}) < 1`,
    instant: () => `self.given >= ${text}`,
    boolean: () => 'self.given',
    link: () => "self.given == '2'",
    links: () => "'2' in self.given",
    file: () => "self.given.name == 'b.pdf'",
  };
  return rules[valueKind(field)]();
}

test('every field type is among the fields of these tests', () => {
  expect(new Set(EVERY_FIELD.map(({ type }) => type))).toEqual(new Set(FIELD_TYPES));
});

describe.each(named(FILLED))('a value of %s', (_, field) => {
  const [first, second] = twoValues(field);
  const differs = !sameValue(first, second);
  const type = fieldType(field);

  test('is kept by the form and the save as it was given', () => {
    expect(save([field], [], { given: first })).toMatchObject({ values: { given: first }, problems: [] });
    expect(sameValue(cleanValue(field, first), first)).toBe(true);
  });

  test('comes back from its columns, and nothing from empty ones', () => {
    const columns = type.columns(field);
    const kept = type.toColumns(first, field);
    const asRead = columns.map(({ sqlType }, at) => (sqlType === 'jsonb' ? JSON.parse(String(kept[at])) : kept[at]));
    expect(type.fromColumns(asRead, field)).toEqual(first);
    const empty = type.toColumns(undefined, field);
    expect(empty).toEqual(columns.map(() => null));
    expect(type.fromColumns(empty, field)).toBeUndefined();
  });

  test('is cleared by nothing, blank text, an empty list and an empty group', () => {
    for (const blank of [undefined, null, '', ' ', [], {}]) expect(cleanValue(field, blank)).toBeUndefined();
  });

  test.runIf(differs)('breaks and keeps a rule that compares it with another', () => {
    const rule: Rule = {
      id: 'telling',
      kind: 'assert',
      target: 'given',
      rule: telling(field, first, second),
      message: '不可',
    };
    expect(checkRules(sampleObject([field], [rule]))).toEqual([]);
    expect(save([field], [rule], { given: first }).problems).toEqual([
      { field: 'given', message: '不可', rule: 'telling' },
    ]);
    expect(save([field], [rule], { given: second }).problems).toEqual([]);
    expect(save([field], [rule], {}).problems).toEqual([]);
  });

  test('that a rule works out can be saved', () => {
    const source = { ...field, apiName: 'source' };
    const rule: Rule = { id: 'copy', kind: 'value', target: 'given', rule: 'self.source' };
    expect(checkRules(sampleObject([field, source], [rule]))).toEqual([]);
    const { values, problems } = save([field, source], [rule], { source: first });
    expect(problems).toEqual([]);
    expect(values['given']).toEqual(first);
  });

  test.runIf(['integer', 'decimal'].includes(type.kind))('that a rule writes as a number can be saved', () => {
    const rule: Rule = { id: 'number', kind: 'value', target: 'given', rule: String(numberOf(second)) };
    const { values, problems } = save([field], [rule], {});
    expect([problems, values['given']]).toEqual([[], second]);
  });

  test('is narrowed by rules of options where its type says so, and nowhere else', () => {
    const rule: Rule = { id: 'few', kind: 'options', target: 'given', rule: '[]' };
    expect(checkRules(sampleObject([field], [rule])).length === 0).toBe(type.narrows === true);
  });

  test('reads as a line of text, in the cell, the history and the file', () => {
    expect(cellText(first, field, LABELS)).not.toBe('');
    expect(cellText(undefined, field, LABELS)).toBe('');
    expect(type.toText(first, field)).not.toBe('');
    expect(cellOf(field)).toBeDefined();
    expect(Object.values(editorsOf(field)).every(Boolean)).toBe(true);
  });

  test('adds up where it is a number and no share, and has figures where it is a number', () => {
    const isNumber = NUMBERS.has(valueKind(field));
    expect(isSummed(field)).toBe(isNumber);
    expect(canSum(field)).toBe(isNumber && !type.share);
    expect(figuresFor(field).includes('sum')).toBe(!type.share);
  });

  test('groups records as its kind does', () => {
    const groups: Partial<Readonly<Record<ValueKind, GroupKind>>> = {
      integer: 'number',
      date: 'period',
      instant: 'period',
      boolean: 'flag',
      link: 'record',
      links: 'record',
    };
    const expected = type.options ? 'option' : groups[valueKind(field)];
    expect(groupKind(field, { field: 'given' })).toBe(expected);
  });

  test('has a column with room for it', () => {
    const [column] = listColumns({ fields: [field], columns: ['given'], nameField: 'other' });
    expect(isSealed(field) ? column : column?.width).toSatisfy((found) => (found === undefined) === isSealed(field));
    expect(type.width).toBeGreaterThan(40);
    expect(type.align).toBe(NUMBERS.has(valueKind(field)) ? 'end' : 'start');
  });
});

describe.each(named(OPEN))('an open value of %s', (_, field) => {
  const [first, second] = twoValues(field);
  const differs = !sameValue(first, second);
  const type = fieldType(field);
  const { today } = context;

  test('is found as something and not as nothing, here and in SQL', () => {
    for (const op of ['empty', 'notEmpty'] as const) {
      const condition = parseCondition({ fields: [field] }, { field: 'given', op });
      const holds = compilePredicate({ fields: [field] }, condition, { today });
      expect([holds({ given: first }), holds({})]).toEqual(op === 'empty' ? [false, true] : [true, false]);
      expect(compileCondition(condition, { fields: [field], today, parameters: new Parameters() })).toContain('given');
    }
  });

  const op = (['eq', 'on', 'in', 'containsAny'] as const).find((each) => type.operators.includes(each));
  test.runIf(differs && op)('is distinguished from another by a comparison', () => {
    const member = isList(field) ? (first as readonly FieldValue[])[0] : first;
    const value = valueKind(field) === 'money' ? (first as CurrencyValue).num : member;
    const day = valueKind(field) === 'instant' ? String(value).slice(0, 10) : value;
    const condition = parseCondition({ fields: [field] }, { field: 'given', op, value: day });
    const holds = compilePredicate({ fields: [field] }, condition, { today });
    const kept = (one: FieldValue) =>
      valueKind(field) === 'money' ? { ...(one as CurrencyValue), equivalentMoney: (one as CurrencyValue).num } : one;
    expect([holds({ given: kept(first) as FieldValue }), holds({ given: kept(second) as FieldValue })]).toEqual([
      true,
      false,
    ]);
  });

  test('is read from a file where files may bring it', () => {
    const mapped = { field: 'given', column: '甲' };
    const mapping = { object: 'Sample', source: 'file', fields: [mapped] } as unknown as ImportMapping;
    const read = valueReader(field, mapped, mapping, new Columns(['甲']), '/fields/0');
    expect(read(type.toText(first, field), [])).toEqual({ value: first, faults: [] });
    expect(read(' ', [])).toEqual({ value: undefined, faults: [] });
    const score = columnScore(field.label, [type.toText(first, field)], field);
    expect(score > 0.9).toBe(isImportable(field));
  });

  test('goes into a file as numbers where it is a number', () => {
    const { columns, parts } = fieldCells(field);
    expect(recordTexts(field)).toHaveLength(parts);
    const kind = columns[0]?.kind;
    expect(['number', 'year', 'percent'].includes(String(kind))).toBe(NUMBERS.has(valueKind(field)));
    expect(kind === 'percent').toBe(type.share === true);
  });

  test.runIf(type.attributes.includes('searchable'))('is found by its text', () => {
    const searched = { ...field, config: { ...field.config, searchable: true } };
    const object = { definition: sampleObject([searched]), fields: [searched] };
    const source = { definition: { ...object.definition, nameField: 'other' }, fields: [searched] };
    expect(otherSearchFields(source)).toEqual([searched]);
    expect(searchText(source, { given: first }).more).toContain('given\t');
  });
});
