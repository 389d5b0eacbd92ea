import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';

/** The suites of the language itself; the others test extensions or protobuf messages, which rules do not have. */
const CORE = new Set([
  'basic',
  'comparisons',
  'conversions',
  'fp_math',
  'integer_math',
  'lists',
  'logic',
  'macros',
  'namespace',
  'parse',
  'plumbing',
  'string',
  'timestamps',
]);

type Test = IncrementalTestSuite['tests'][number]['original'];
type Value = Extract<Test['resultMatcher'], { case: 'value' }>['value'];

/** One public case: an expression and what it must give, as `canonical` writes values, or `error`. */
export interface ConformanceCase {
  readonly id: string;
  readonly expression: string;
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly expected: string;
}

/** Thrown for a value that needs protobuf messages; its case is left out. */
class NeedsMessages extends Error {}

/** A value as text, its type with it: `int 1`, `double 1`, `[string "a"]`. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `int ${value}`;
  if (typeof value === 'number') return `double ${Object.is(value, -0) ? 0 : value}`;
  if (typeof value === 'string') return `string ${JSON.stringify(value)}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Uint8Array) return `bytes ${Array.from(value).join(' ')}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(', ')}]`;
  if (value.constructor?.name === 'UnsignedInt') return `uint ${String(value)}`;
  if (value instanceof Map)
    return `{${[...value]
      .map(([key, entry]) => `${canonical(key)}: ${canonical(entry)}`)
      .toSorted()
      .join(', ')}}`;
  if (value.constructor === Object) return canonical(new Map(Object.entries(value)));
  return `${value.constructor?.name ?? 'object'} ${String(value)}`;
}

function bound({ kind }: Value): unknown {
  switch (kind.case) {
    case 'int64Value':
    case 'doubleValue':
    case 'stringValue':
    case 'boolValue':
    case 'bytesValue':
      return kind.value;
    case 'nullValue':
      return null;
    case 'listValue':
      return kind.value.values.map(bound);
    case 'mapValue':
      return new Map(kind.value.entries.map(({ key, value }) => [key && bound(key), value && bound(value)]));
    default:
      throw new NeedsMessages(kind.case ?? 'nothing');
  }
}

function expectedOf({ resultMatcher }: Test): string {
  switch (resultMatcher.case) {
    case undefined:
      return 'true';
    case 'value':
      if (resultMatcher.value.kind.case === 'uint64Value') return `uint ${resultMatcher.value.kind.value}`;
      return canonical(bound(resultMatcher.value));
    case 'evalError':
    case 'anyEvalErrors':
      return 'error';
    default:
      throw new NeedsMessages(resultMatcher.case);
  }
}

const usesMessages = ({ expr, container }: Test): boolean =>
  container !== '' || /TestAllTypes|google\.protobuf\.|proto[23]/.test(expr);

function caseOf(id: string, test: Test): ConformanceCase | undefined {
  if (test.checkOnly || test.disableMacros || usesMessages(test)) return undefined;
  try {
    const bindings = Object.entries(test.bindings).map(([name, { kind }]) => {
      if (kind.case !== 'value') throw new NeedsMessages('unknown');
      return [name, bound(kind.value)] as const;
    });
    return { id, expression: test.expr, bindings: Object.fromEntries(bindings), expected: expectedOf(test) };
  } catch (error) {
    if (error instanceof NeedsMessages) return undefined;
    throw error;
  }
}

/** Every public case of the core language that needs no protobuf message. Ids are suite/section/name, made unique. */
export function conformanceCases(): ConformanceCase[] {
  const cases: ConformanceCase[] = [];
  const seen = new Map<string, number>();
  const add = (suite: IncrementalTestSuite, path: string): void => {
    for (const { original, name } of suite.tests) {
      const repeated = seen.get(`${path}/${name}`) ?? 0;
      seen.set(`${path}/${name}`, repeated + 1);
      const found = caseOf(`${path}/${name}${repeated > 0 ? `#${repeated + 1}` : ''}`, original);
      if (found) cases.push(found);
    }
    for (const inner of suite.suites) add(inner, `${path}/${inner.name}`);
  };
  for (const suite of getConformanceSuite().suites) if (CORE.has(suite.name)) add(suite, suite.name);
  return cases;
}
