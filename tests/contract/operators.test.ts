import { describe, expect, it } from 'vitest';
import { OPERATORS } from '#schemas/metadata/condition.ts';
import { FIELD_TYPES, type FieldDefinition, type FieldTypeName } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { OPERATOR_FORMS, operatorsOf } from '#generators/operators.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';

/** How many ways of comparing a person finds at least, by what a field holds. */
const LEAST: Readonly<Partial<Record<FieldTypeName, number>>> = {
  text: 10,
  longText: 10,
  url: 10,
  phone: 10,
  email: 10,
  integer: 10,
  decimal: 10,
  percent: 10,
  currency: 8,
  date: 18,
  dateTime: 18,
  select: 6,
  multiSelect: 5,
  treeSelect: 7,
  boolean: 4,
  reference: 4,
  multiReference: 5,
  textList: 5,
  image: 2,
  file: 2,
  formula: 8,
};

const fieldOf = (type: FieldTypeName): FieldDefinition => ({ apiName: 'f', type, label: '字段' });
const offered = (type: FieldTypeName) => valueType(fieldOf(type)).operators;

describe('the ways of comparing that each field type offers', () => {
  it.each(FIELD_TYPES.map((type) => [type, LEAST[type] ?? 2] as const))('%s: %i or more, each once', (type, least) => {
    const operators = offered(type);
    expect(new Set(operators).size).toBe(operators.length);
    expect(operators.length).toBeGreaterThanOrEqual(least);
    expect(operators).toEqual(expect.arrayContaining(['empty', 'notEmpty']));
    expect(editorsOf({ type }).Filter).toBeDefined();
  });

  it('dates have twelve that are about today', () => {
    const relative = offered('date').filter((op) => /^(this|last|next)/.test(op));
    expect(relative).toHaveLength(12);
    expect(offered('dateTime')).toEqual(offered('date'));
  });

  it('dates alone are compared with the last look of a user, and only where that is known', () => {
    const asking = FIELD_TYPES.filter((type) => operatorsOf(fieldOf(type), true).includes('sinceLastLook'));
    expect(asking.toSorted()).toEqual(['date', 'dateTime']);
    for (const type of FIELD_TYPES) expect(operatorsOf(fieldOf(type))).toEqual(offered(type));
  });

  it('money is compared by amount, by currency and by band', () => {
    expect(offered('currency')).toEqual(expect.arrayContaining(['between', 'gte', 'lte', 'currencyIs', 'bandIs']));
  });

  it('no operator of the language is out of reach, and no two of a type are called the same', () => {
    const withLook = (type: FieldTypeName) => operatorsOf(fieldOf(type), true);
    const reachable = new Set(FIELD_TYPES.flatMap(withLook));
    expect(OPERATORS.filter((op) => !reachable.has(op))).toEqual([]);
    for (const type of FIELD_TYPES) {
      const labels = withLook(type).map((op) => OPERATOR_FORMS[op].label);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});
