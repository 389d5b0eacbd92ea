import { celEnv, celFunc, CelScalar, isCelError, parse, plan } from '@bufbuild/cel';
import { Decimal } from 'decimal.js';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { ruleFields } from '#shared/rules/fields.ts';
import { FUNCTIONS } from '#shared/rules/functions.ts';
import { type Frame, MAX_STEPS, type RuleContext } from '#shared/rules/frame.ts';
import { NoAnswer } from '#shared/rules/no-answer.ts';
import type { RuleField } from '#shared/rules/scope.ts';
import { WAY_LABELS } from './rule-runner.ts';

/**
 * A second CEL engine, @bufbuild/cel, made to answer our rules. It knows no decimals, so a number of the record is given
 * as a double: the generated records hold quarters, which binary fractions hold exactly, and the overloads below let a
 * double meet a whole literal in arithmetic, as Decimal does in ours. Our own functions are given to it once more.
 * `blank(x)`, which must see that x is missing, is written out with has() before it is parsed.
 */
const money = (group: unknown): unknown => (group as ReadonlyMap<string, unknown>).get('currency');

function orThrow<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(what);
  return value;
}

const mixed = (name: string, work: (a: number, b: number) => number) => [
  celFunc(name, [CelScalar.DOUBLE, CelScalar.INT], CelScalar.DOUBLE, (a, b) => work(a, Number(b))),
  celFunc(name, [CelScalar.INT, CelScalar.DOUBLE], CelScalar.DOUBLE, (a, b) => work(Number(a), b)),
];

const divided = (a: number, b: number): number => orThrow(b === 0 ? undefined : a / b, 'division by zero');

const remainder = (a: number, b: number): number => orThrow(b === 0 ? undefined : a % b, 'division by zero');

const COUNTS = [CelScalar.INT, CelScalar.DOUBLE] as const;

/** A function of the calendar or of rounding, which is tested by itself. */
function ours(name: string, a: unknown, b?: unknown): unknown {
  const value = FUNCTIONS[name]?.apply(a, b);
  return orThrow(value instanceof NoAnswer ? undefined : value, name);
}

const environment = celEnv({
  funcs: [
    ...mixed('_+_', (a, b) => a + b),
    ...mixed('_-_', (a, b) => a - b),
    ...mixed('_*_', (a, b) => a * b),
    ...mixed('_/_', divided),
    celFunc('_/_', [CelScalar.DOUBLE, CelScalar.DOUBLE], CelScalar.DOUBLE, divided),
    celFunc('len', [CelScalar.STRING], CelScalar.INT, (text) => BigInt(Array.from(text).length)),
    celFunc('dec', [CelScalar.STRING], CelScalar.DOUBLE, Number),
    ...mixed('_%_', remainder),
    celFunc('_%_', [CelScalar.DOUBLE, CelScalar.DOUBLE], CelScalar.DOUBLE, remainder),
    ...['firstDay', 'lastDay'].map((name) =>
      celFunc(name, [CelScalar.STRING], CelScalar.STRING, (text) => String(ours(name, text))),
    ),
    ...['year', 'month', 'day'].map((name) =>
      celFunc(name, [CelScalar.STRING], CelScalar.INT, (text) => BigInt(Number(ours(name, text)))),
    ),
    ...['daysBetween', 'monthsBetween', 'yearsBetween'].map((name) =>
      celFunc(name, [CelScalar.STRING, CelScalar.STRING], CelScalar.INT, (from, to) =>
        BigInt(Number(ours(name, from, to))),
      ),
    ),
    ...['addDays', 'addMonths'].flatMap((name) =>
      COUNTS.map((count) =>
        celFunc(name, [CelScalar.STRING, count], CelScalar.STRING, (text, by) => String(ours(name, text, by))),
      ),
    ),
    ...COUNTS.map((number) => celFunc('abs', [number], CelScalar.DOUBLE, (value) => Number(Math.abs(Number(value))))),
    ...COUNTS.flatMap((a) =>
      COUNTS.flatMap((b) => [
        celFunc('min', [a, b], CelScalar.DOUBLE, (one, other) => Math.min(Number(one), Number(other))),
        celFunc('max', [a, b], CelScalar.DOUBLE, (one, other) => Math.max(Number(one), Number(other))),
        celFunc('round', [a, b], CelScalar.DOUBLE, (value, places) => Number(String(ours('round', value, places)))),
      ]),
    ),
    celFunc('label', [CelScalar.STRING], CelScalar.STRING, (value) => WAY_LABELS[value] ?? value),
    celFunc(
      'sameCurrency',
      [CelScalar.DYN, CelScalar.DYN],
      CelScalar.BOOL,
      (a, b) => orThrow(money(a), 'none') === orThrow(money(b), 'none'),
    ),
  ],
});

const withoutBlank = (source: string): string =>
  source
    .replaceAll(/\bblank\((\w+)\.(\w+)\)/g, '(!has($1.$2))')
    .replaceAll(/\bblank\((\w+)\.(\w+)\.(\w+)\)/g, '(!has($1.$2) || !has($1.$2.$3))');

/** An answer without its type, so that engines with other numbers compare: `none` for absent and for fault. */
export function plainAnswer(value: unknown): string {
  if (value instanceof NoAnswer || value instanceof Error) return 'none';
  if (Decimal.isDecimal(value) || typeof value === 'number' || typeof value === 'bigint')
    return `number ${new Decimal(String(value)).toSignificantDigits(12).toString()}`;
  if (typeof value === 'object' && value !== null && Symbol.iterator in value)
    return `[${Array.from(value as Iterable<unknown>, plainAnswer).join(', ')}]`;
  return JSON.stringify(value);
}

type Numbers = (value: Decimal) => unknown;

function convert(value: unknown, numbers: Numbers): unknown {
  if (Decimal.isDecimal(value)) return numbers(value);
  return typeof value === 'number' ? BigInt(value) : value;
}

const PARTS = { currency: ['num', 'currency', 'band', 'equivalentMoney'], file: ['url', 'name', 'size'] } as const;

/** The fields of a record as another engine takes them: ids for links, nothing for what is absent. */
function asMap(
  fields: ReadonlyMap<string, RuleField>,
  root: 'self' | 'old',
  frame: Frame,
  numbers: Numbers,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [apiName, field] of fields) {
    const { kind } = field.type;
    const value = field.read(root)(frame);
    if (value instanceof NoAnswer) continue;
    if (kind !== 'currency' && kind !== 'file') found[apiName] = convert(value, numbers);
    else {
      const parts = PARTS[kind].map((name) => [name, field.part(name, root)?.run(frame)] as const);
      found[apiName] = Object.fromEntries(
        parts.flatMap(([name, part]) => (part instanceof NoAnswer ? [] : [[name, convert(part, numbers)]])),
      );
    }
  }
  return found;
}

/** The roots of one evaluation as another engine takes them, with each number of the record as `numbers` gives it. */
export function rootsOf(
  object: ObjectDefinition,
  values: RecordValues,
  context: RuleContext,
  numbers: Numbers,
): Record<string, unknown> {
  const fields = ruleFields({ ...object, rules: [] });
  const frame: Frame = {
    self: (name) => values[name],
    failed: () => undefined,
    values,
    context,
    variables: [],
    steps: MAX_STEPS,
  };
  return {
    self: asMap(fields, 'self', frame, numbers),
    old: asMap(fields, 'old', frame, numbers),
    user: { id: context.user.id, roles: [...context.user.roles] },
    today: context.today,
  };
}

/** An expression as @bufbuild/cel answers it, written by `plainAnswer`. */
export function refereed(source: string): (roots: Record<string, unknown>) => string {
  const planned = plan(environment, parse(withoutBlank(source)));
  return (roots) => {
    const answer = planned(roots as never);
    return isCelError(answer) ? 'none' : plainAnswer(answer);
  };
}
