import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { formulaOperands } from '#shared/rules/blocks/operands.ts';
import { formulaProbe, withFormula } from '#shared/rules/formula-probe.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { FIELDS } from '#tests/support/rules/rule-runner.ts';

const formula = (expression: string, resultType: 'integer' | 'decimal' | 'date' | 'text' | 'boolean') =>
  ({
    apiName: 'worked',
    type: 'formula',
    label: '结果',
    decimalPlaces: 2,
    config: { expression, resultType },
  }) satisfies FieldDefinition;
const probe = (field: FieldDefinition) => formulaProbe(withFormula(sampleObject(FIELDS), field), 'worked');
const TODAY = '2026-11-27';

describe('a formula is tried on a record while it is written', () => {
  test('it comes to what a save would keep, rounded to the places of the field', () => {
    const { ask, reads } = probe(formula('self.price / 3', 'decimal'));
    expect([ask({ price: '10' }, TODAY), reads.map(({ label }) => label)]).toEqual([{ answer: '3.33' }, ['价格']]);
  });

  test('it comes to nothing where what it needs is empty', () => {
    expect(probe(formula('self.price / 3', 'decimal')).ask({}, TODAY)).toEqual({ answer: undefined });
  });

  test('it says why it fails', () => {
    const outcome = probe(formula('1 / self.staff', 'decimal')).ask({ staff: 0 }, TODAY);
    expect('failure' in outcome).toBe(true);
  });

  test('a text that may not be used is refused with its place', () => {
    expect(probe(formula('self.nothing + 1', 'integer')).refusal).toMatch(/^第 1 行/);
  });

  test('it is composed of the record and the day: not of itself, the user or what was before', () => {
    const paths = [...formulaOperands(withFormula(sampleObject(FIELDS), formula('1', 'integer')), 'worked').keys()];
    expect(paths.filter((path) => /old|user|worked|label\(/.test(path))).toEqual([]);
    expect(paths).toContain('today');
  });
});
