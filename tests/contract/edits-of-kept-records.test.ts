import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Judged } from '#server/core/records/judgement.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { text } from '#tests/support/app/save-as-api.ts';
import { ThreeWays } from '#tests/support/rules/three-ways.ts';

const FIELDS: readonly FieldDefinition[] = [
  text('name'),
  text('grade', { required: true }),
  text('code', { maxLength: 3 }),
  { apiName: 'from', type: 'integer', label: '起' },
  { apiName: 'to', type: 'integer', label: '止' },
  { apiName: 'isListed', type: 'boolean', label: '上市' },
  text('market'),
];
const RULES: readonly Rule[] = [
  { id: 'order', kind: 'assert', target: 'to', rule: 'self.from <= self.to', message: '止不能小于起' },
  { id: 'market', kind: 'required', target: 'market', rule: 'self.isListed' },
];
/** Kept before the definition became as strict as it is. */
const OLD: RecordValues = { name: '甲', code: '12345', from: 9, to: 1, isListed: true };

const waysIn = () => new ThreeWays(new CatalogObject(sampleObject(FIELDS, RULES), new Map()));
const fieldsOf = ({ problems }: Judged) => problems.map(({ field }) => field);

/** The fields that form, API and import refuse when these values of a record are changed. */
function refusals(change: RecordValues, old: RecordValues = OLD) {
  const ways = waysIn();
  const [form, api, file] = [ways.byForm(change, old), ways.byApi(change, old), ways.byImport(change, old, false)];
  expect([fieldsOf(api), fieldsOf(file)]).toEqual([fieldsOf(form), fieldsOf(form)]);
  return fieldsOf(form);
}

describe('An edit of a record that was kept before its object became stricter', () => {
  test('is taken where it leaves alone what is missing, too long or at odds', () => {
    expect(refusals({ name: '乙' })).toEqual([]);
  });

  test('is taken where it sends what is wrong as it was', () => {
    expect(refusals({ name: '乙', code: '12345', from: 9 })).toEqual([]);
  });

  test('is refused where it gives a field another value that the field does not take', () => {
    expect(refusals({ code: '1234' })).toEqual(['code']);
  });

  test('is refused by a rule that reads what it changes, though the target is left alone', () => {
    expect(refusals({ from: 8 })).toEqual(['to']);
    expect(refusals({ from: 1 })).toEqual([]);
  });

  test('is refused where it empties a field that is required', () => {
    const old = { ...OLD, grade: 'A' };
    expect(fieldsOf(waysIn().byForm({ grade: null }, old))).toEqual(['grade']);
    expect(fieldsOf(waysIn().byApi({ grade: null }, old))).toEqual(['grade']);
    // In a file that clears by blank cells the other fields are emptied too.
    expect(fieldsOf(waysIn().byImport({ ...old, grade: null }, old, true))).toEqual(['grade']);
  });

  test('is refused where it makes a field required and leaves it empty', () => {
    expect(refusals({ isListed: true }, { ...OLD, isListed: false })).toEqual(['market']);
  });
});

test('A new record is judged whole', () => {
  expect(fieldsOf(waysIn().byApi(OLD, undefined))).toEqual(['grade', 'code', 'to', 'market']);
});
