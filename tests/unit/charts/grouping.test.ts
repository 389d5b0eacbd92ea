import { describe, expect, it } from 'vitest';
import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import { FIELD_TYPES } from '#schemas/metadata/field.ts';
import { canCompare, canSplit, canSum, groupKind } from '#shared/charts/grouping.ts';

const field = (type: FieldTypeName): FieldDefinition => ({ apiName: 'it', type, label: '它' });
const typesThat = (test: (of: FieldDefinition) => boolean) => FIELD_TYPES.filter((type) => test(field(type)));

describe('a field', () => {
  it('groups records by time, number, option, flag or record', () => {
    const kinds = FIELD_TYPES.flatMap((type) => {
      const kind = groupKind(field(type), { field: 'it' });
      return kind ? [`${type} ${kind}`] : [];
    });
    expect(kinds).toEqual([
      'integer number',
      'date period',
      'dateTime period',
      'select option',
      'multiSelect option',
      'treeSelect option',
      'boolean flag',
      'reference record',
      'multiReference record',
    ]);
  });

  it('that is a whole number may be a year, and only a tree has a root', () => {
    expect(groupKind(field('integer'), { field: 'it', unit: 'year' })).toBe('period');
    expect(groupKind(field('integer'), { field: 'it', unit: 'month' })).toBeUndefined();
    expect(groupKind(field('select'), { field: 'it', unit: 'year' })).toBeUndefined();
    expect(groupKind(field('treeSelect'), { field: 'it', level: 'top' })).toBe('option');
    expect(groupKind(field('date'), { field: 'it', level: 'top' })).toBeUndefined();
  });

  it('makes series when it holds one value of few', () => {
    expect(typesThat(canSplit)).toEqual(['integer', 'select', 'treeSelect', 'boolean', 'reference']);
  });

  it('is added up when its values are amounts, never when they are shares', () => {
    expect(typesThat(canSum)).toEqual(['integer', 'decimal', 'currency']);
  });

  it('makes records alike when it holds options, labels, links or a short text', () => {
    expect(typesThat(canCompare)).toEqual([
      'text',
      'select',
      'multiSelect',
      'treeSelect',
      'reference',
      'multiReference',
      'textList',
    ]);
  });
});
