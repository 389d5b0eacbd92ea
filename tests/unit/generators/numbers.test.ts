import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isImportable } from '#generators/field-types/registry.ts';
import { bulkHows } from '#generators/bulk-edit.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { numberPattern, numberText } from '#generators/numbers.ts';
import { readSchema, writeSchema } from '#generators/portable/record-schemas.ts';
import { plan } from '#generators/storage.ts';
import { backFills } from '#shared/metadata/back-fill.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const numbered = (prefix: string, digits = 4, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName: 'no',
  type: 'text',
  label: '编号',
  config: { autoNumber: { prefix, digits } },
  ...more,
});
const PLAIN: FieldDefinition = { apiName: 'no', type: 'text', label: '编号' };
const kinds = (from: FieldDefinition[], to: FieldDefinition[]) => {
  const [before, after] = [sampleObject([NAME, ...from]), sampleObject([NAME, ...to])];
  return plan(before, after, backFills(before, after)).map(({ kind }) => kind);
};

describe('the number of a record', () => {
  it('has its digits behind the prefix, more of them once they are used up, and the year where the prefix says so', () => {
    expect(numberText(numbered('HT-'), 7n, '2026')).toBe('HT-0007');
    expect(numberText(numbered('HT-', 2), 123n, '2026')).toBe('HT-123');
    expect(numberText(numbered('HT{YYYY}-'), 7n, '2026')).toBe('HT2026-0007');
  });

  it('is found in texts of any year, and signs of the prefix mean themselves', () => {
    const pattern = new RegExp(numberPattern(numbered('H.T({YYYY})/')).replace('(?i)', ''), 'i');
    expect(pattern.exec('h.t(2019)/0012')?.[1]).toBe('0012');
    expect(pattern.exec('HxT(2019)/0012')).toBeNull();
  });

  it('is read by programs and written by none', () => {
    const object = sampleObject([NAME, numbered('HT-')]);
    expect(recordSchema(object)).toMatchObject({ properties: { no: { readOnly: true } } });
    expect(readSchema(object)).toMatchObject({
      properties: { no: { readOnly: true, 'x-auto-number': { prefix: 'HT-', digits: 4 }, 'x-unique': [] } },
    });
    expect(Object.keys(writeSchema(object)['properties'] as object)).toEqual(['name']);
    expect(isImportable(numbered('HT-'))).toBe(false);
    expect(bulkHows(object, numbered('HT-'))).toEqual([]);
  });
});

describe('the storage plan of a field that numbers records', () => {
  it('counts on behind what is there, numbers the records without a number and keeps numbers apart', () => {
    expect(kinds([PLAIN], [numbered('HT-')])).toEqual([
      'createSequence',
      'advanceSequence',
      'fillColumn',
      'createIndex',
    ]);
    expect(kinds([], [numbered('HT-')])).toEqual([
      'addColumn',
      'createSequence',
      'advanceSequence',
      'fillColumn',
      'createIndex',
    ]);
  });

  it('changes no record for another prefix, and keeps the count when numbering ends', () => {
    expect(kinds([numbered('HT-')], [numbered('DD-')])).toEqual(['createSequence', 'advanceSequence']);
    expect(kinds([numbered('HT-')], [PLAIN])).toEqual(['dropIndex']);
    expect(kinds([numbered('HT-')], [numbered('HT-', 4, { label: '合同号' })])).toEqual([]);
  });

  it('numbers what was made while the field was out of use', () => {
    expect(kinds([numbered('HT-', 4, { removed: true })], [numbered('HT-')])).toContain('fillColumn');
  });
});
