import { Environment } from '@marcbachmann/cel-js';
import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { compileExpression, type Program } from '#shared/rules/compile.ts';
import { MAX_STEPS } from '#shared/rules/frame.ts';
import { NoAnswer } from '#shared/rules/no-answer.ts';
import { RuleRefusal } from '#shared/rules/rule-refusal.ts';
import { canonical, conformanceCases } from '#tests/support/rules/cel-conformance.ts';
import { context } from '#tests/support/metadata/sample-object.ts';
import { KNOWN_DIFFERENCES } from './cel-known-differences.ts';

const cases = conformanceCases();

test('the public cases of the language are all there', () => {
  expect(cases).toHaveLength(991);
});

test('the CEL library differs from the specification exactly where it is known to', () => {
  const environment = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });
  const answer = (expression: string, bindings: Readonly<Record<string, unknown>>): string => {
    try {
      return canonical(environment.evaluate(expression, bindings));
    } catch {
      return 'error';
    }
  };
  const differing = cases.filter(({ expression, bindings, expected }) => answer(expression, bindings) !== expected);
  expect(differing.map(({ id }) => id)).toEqual(KNOWN_DIFFERENCES);
});

/** The program, or undefined where our profile of the language refuses the case, which is always its right. */
function compiled(expression: string): Program | undefined {
  try {
    return compileExpression(expression, new Map());
  } catch (error) {
    if (error instanceof RuleRefusal) return undefined;
    throw error;
  }
}

/** Our numbers are all exact, so their type is left out of the comparison. */
function untyped(value: unknown): string {
  if (value instanceof NoAnswer) return 'error';
  if (Decimal.isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return `[${value.map(untyped).join(', ')}]`;
  return typeof value === 'number' ? String(value) : canonical(value);
}

test('whatever our own engine takes, it answers as the specification says', () => {
  let taken = 0;
  for (const { id, expression, bindings, expected } of cases) {
    const program = Object.keys(bindings).length === 0 ? compiled(expression) : undefined;
    if (!program) continue;
    taken += 1;
    const value = program.run({
      self: () => undefined,
      values: {},
      context,
      failed: () => undefined,
      variables: [],
      steps: MAX_STEPS,
    });
    expect({ id, answer: untyped(value) }).toEqual({ id, answer: expected.replaceAll(/\b(?:int|double) /g, '') });
  }
  expect(taken).toBe(312);
});
