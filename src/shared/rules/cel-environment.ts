import type { Decimal } from 'decimal.js';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { liveFields } from '#generators/object.ts';
import { compareExact, Exact } from '#shared/money/exact.ts';
import { type CelEnvironment, newEnvironment } from './cel.ts';
import { sameMoney } from './comparison.ts';
import { ruleFields, ruleTypeOf } from './fields.ts';
import { FUNCTIONS } from './functions.ts';
import { NoAnswer } from './no-answer.ts';
import type { ValueType } from './value-type.ts';

const CEL_TYPES: Readonly<Record<ValueType['kind'], string>> = {
  string: 'string',
  int: 'int',
  double: 'double',
  decimal: 'Decimal',
  bool: 'bool',
  list: 'list<string>',
  currency: 'Money',
  file: 'File',
};

const NUMBERS = ['Decimal', 'int', 'double'] as const;

/** The signatures that the CEL library does not bring itself. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  len: ['len(string): int'],
  dec: ['dec(string): Decimal'],
  string: ['string(Decimal): string'],
  daysBetween: ['daysBetween(string, string): int'],
  monthsBetween: ['monthsBetween(string, string): int'],
  yearsBetween: ['yearsBetween(string, string): int'],
  addDays: ['addDays(string, int): string', 'addDays(string, Decimal): string'],
  addMonths: ['addMonths(string, int): string', 'addMonths(string, Decimal): string'],
  year: ['year(string): int'],
  month: ['month(string): int'],
  day: ['day(string): int'],
  firstDay: ['firstDay(string): string'],
  lastDay: ['lastDay(string): string'],
  round: NUMBERS.flatMap((type) => [`round(${type}, int): Decimal`, `round(${type}, Decimal): Decimal`]),
  abs: NUMBERS.map((type) => `abs(${type}): Decimal`),
  min: NUMBERS.flatMap((type) => NUMBERS.map((other) => `min(${type}, ${other}): Decimal`)),
  max: NUMBERS.flatMap((type) => NUMBERS.map((other) => `max(${type}, ${other}): Decimal`)),
  sameCurrency: ['sameCurrency(Money, Money): bool'],
};

/**
 * The language of an object's rules as the CEL library sees it: roots, fields, exact numbers and functions. Its checker is
 * the second opinion on every rule that staff save, its evaluator the second opinion in the tests.
 */
export function celEnvironment(object: ObjectDefinition): CelEnvironment {
  const fields = Object.fromEntries(
    liveFields(object).map((field) => [field.apiName, CEL_TYPES[ruleTypeOf(field).kind]]),
  );
  const environment = newEnvironment()
    .registerType('Decimal', { ctor: Exact, fields: {} })
    .registerType('Money', {
      fields: { num: 'Decimal', currency: 'string', equivalentMoney: 'Decimal', band: 'string' },
    })
    .registerType('File', { fields: { url: 'string', name: 'string', size: 'int' } })
    .registerType('Self', { fields })
    .registerType('User', { fields: { id: 'string', roles: 'list<string>' } })
    .registerVariable('self', 'Self')
    .registerVariable('old', 'Self')
    .registerVariable('user', 'User')
    .registerVariable('today', 'string')
    .registerOperator('Money == Money: bool', (a: unknown, b: unknown) => sameMoney(asObject(a), asObject(b)));
  registerNumbers(environment);
  for (const [name, signatures] of Object.entries(SIGNATURES)) {
    for (const signature of signatures)
      environment.registerFunction(signature, (a: unknown, b: unknown) =>
        answer(FUNCTIONS[name]?.apply(asObject(a), asObject(b))),
      );
  }
  return registerLabel(registerBlank(environment), object);
}

/** The library hands groups over as maps. */
const asObject = (value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value) : value);

/** The library counts in bigint and fails by throwing. */
function answer(value: unknown): unknown {
  if (value instanceof NoAnswer) throw new RangeError(value.message);
  return typeof value === 'number' ? BigInt(value) : value;
}

function quotient(a: Decimal, b: Decimal): Decimal {
  if (b.isZero()) throw new RangeError('division by zero');
  return a.div(b);
}

function remainder(a: Decimal, b: Decimal): Decimal {
  if (b.isZero()) throw new RangeError('division by zero');
  return a.mod(b);
}

function registerNumbers(environment: CelEnvironment): void {
  const exact = (value: Decimal | bigint | number): Decimal =>
    typeof value === 'object' ? value : new Exact(String(value));
  type Operand = Decimal | bigint | number;
  for (const [left, right] of [
    ['Decimal', 'Decimal'],
    ['Decimal', 'int'],
    ['int', 'Decimal'],
    ['Decimal', 'double'],
    ['double', 'Decimal'],
  ] as const) {
    const order = (a: Operand, b: Operand) => compareExact(exact(a), exact(b));
    environment
      .registerOperator(`${left} < ${right}: bool`, (a: Operand, b: Operand) => order(a, b) < 0)
      .registerOperator(`${left} <= ${right}: bool`, (a: Operand, b: Operand) => order(a, b) <= 0)
      .registerOperator(`${left} > ${right}: bool`, (a: Operand, b: Operand) => order(a, b) > 0)
      .registerOperator(`${left} >= ${right}: bool`, (a: Operand, b: Operand) => order(a, b) >= 0)
      .registerOperator(`${left} + ${right}: Decimal`, (a: Operand, b: Operand) => exact(a).plus(exact(b)))
      .registerOperator(`${left} - ${right}: Decimal`, (a: Operand, b: Operand) => exact(a).minus(exact(b)))
      .registerOperator(`${left} * ${right}: Decimal`, (a: Operand, b: Operand) => exact(a).times(exact(b)))
      .registerOperator(`${left} / ${right}: Decimal`, (a: Operand, b: Operand) => quotient(exact(a), exact(b)))
      .registerOperator(`${left} % ${right}: Decimal`, (a: Operand, b: Operand) => remainder(exact(a), exact(b)));
    // The library mirrors `==` of unlike types by itself and derives `!=`.
    if (left === right || left === 'Decimal')
      environment.registerOperator(`${left} == ${right}: bool`, (a: Operand, b: Operand) => order(a, b) === 0);
  }
  environment.registerOperator('-Decimal: Decimal', (a: Decimal) => a.neg());
}

interface MacroChecker {
  readonly check: (node: unknown, context: unknown) => unknown;
  readonly getType: (name: string) => unknown;
}

interface MacroEvaluator {
  readonly tryEval: (node: unknown, context: unknown) => unknown;
}

/** blank(x) must see that x is missing, so it is a macro: it gets the expression, not its value. */
function registerBlank(environment: CelEnvironment): CelEnvironment {
  return environment.registerFunction('blank(ast): bool', ({ args }: { args: readonly unknown[] }) => ({
    typeCheck: (checker: MacroChecker, _: unknown, context: unknown) => {
      checker.check(args[0], context);
      return checker.getType('bool');
    },
    evaluate: (evaluator: MacroEvaluator, _: unknown, context: unknown) =>
      evaluator.tryEval(args[0], context) instanceof Error,
  }));
}

interface Named {
  readonly op?: string;
  readonly args?: readonly unknown[];
}

/** label(x) must see which field x is, so it is a macro as well. */
function registerLabel(environment: CelEnvironment, object: ObjectDefinition): CelEnvironment {
  const fields = ruleFields({ ...object, rules: [] });
  return environment.registerFunction('label(ast): dyn', ({ args }: { args: readonly unknown[] }) => {
    const name = (args[0] as Named).args?.[1];
    const field = typeof name === 'string' ? fields.get(name) : undefined;
    const named = (value: unknown) => field?.labelOf?.(String(value)) ?? value;
    return {
      typeCheck: (checker: MacroChecker, _: unknown, context: unknown) => checker.check(args[0], context),
      evaluate: (evaluator: MacroEvaluator, _: unknown, context: unknown) => {
        const value = evaluator.tryEval(args[0], context);
        return Array.isArray(value) ? value.map(named) : value instanceof Error ? raise(value) : named(value);
      },
    };
  });
}

function raise(error: Error): never {
  throw error;
}
