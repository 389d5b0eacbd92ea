import { describe, expect, test } from 'vitest';
import { CURRENCIES } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { compileWithAjv } from '#server/core/catalog/ajv.ts';
import { schemaProblems } from '#shared/validation/messages.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { compileSchema } from '#shared/validation/schema-closures.ts';
import type { SchemaError } from '#shared/validation/schema-error.ts';
import { unstorablePlace } from '#shared/validation/storable-text.ts';
import { EVERY_CURRENCY, EVERY_FIELD } from '#tests/support/metadata/every-field-type.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { plausibleValue, wildValue } from '#tests/support/records/random-records.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

const object = sampleObject(EVERY_FIELD);
const schema = recordSchema(object);
const byClosures = compileSchema(schema);
const byAjv = compileWithAjv(schema);

/** A record in which any field may hold anything, and which may hold fields that do not exist. */
function anyRecord(random: Prng, fields = EVERY_FIELD): Record<string, unknown> {
  const values = fields.flatMap((field) => {
    if (random.chance(0.2)) return [];
    const value = random.chance(0.5) ? plausibleValue(field, random) : wildValue(random);
    return value === undefined ? [] : [[field.apiName, value] as const];
  });
  return {
    ...Object.fromEntries(values),
    ...(random.chance(0.05) && { constructor: 1 }),
    ...(random.chance(0.05) && { nope: null }),
  };
}

/**
 * Errors in one order. Where a value is not of its type, only that counts: ajv goes on to `enum`, and the two see repeated
 * entries of a wrong type differently.
 */
function comparable(errors: readonly SchemaError[]): string[] {
  const wrongType = errors.filter(({ keyword }) => keyword === 'type').map(({ path }) => path);
  const moot = new Set([
    ...wrongType.map((path) => `${path} enum`),
    ...wrongType.map((path) => `${path.replace(/\/\d+$/, '')} uniqueItems`),
  ]);
  return errors
    .filter(({ path, keyword }) => !moot.has(`${path} ${keyword}`))
    .map(({ path, keyword, params }) => `${path} ${keyword} ${JSON.stringify(params)}`)
    .toSorted();
}

describe('ajv and the closures, which share nothing but the schema', () => {
  test('find the same wrong, with the same parameters, in 4,000 records of every field type', () => {
    const random = prng(1);
    let wrong = 0;
    let right = 0;
    for (let turn = 0; turn < 4000; turn += 1) {
      const record = anyRecord(random);
      const errors = comparable(byClosures(record));
      expect({ record, errors }).toEqual({ record, errors: comparable(byAjv(record)) });
      wrong += errors.length;
      right += Object.keys(record).length - new Set(errors.map((error) => error.split(/[/ ]/)[1])).size;
    }
    expect(Math.min(wrong, right)).toBeGreaterThan(20_000);
  });

  test.each(CURRENCIES)('find the same wrong in 500 amounts of %s', (currency) => {
    const money = recordSchema(sampleObject(EVERY_CURRENCY.filter(({ apiName }) => apiName === `in${currency}`)));
    const [closures, ajv] = [compileSchema(money), compileWithAjv(money)];
    const random = prng(2);
    const amounts = ['0', '1', '-1', '1.5', '1.25', '1.255', '01', '', '1e3', '9'.repeat(24), '9'.repeat(25), 5];
    for (let turn = 0; turn < 500; turn += 1) {
      const value = {
        num: random.pick(amounts),
        currency: random.pick([...CURRENCIES, 'XXX', undefined]),
        ...(random.chance(0.1) && { band: 'x' }),
      };
      const record = JSON.parse(JSON.stringify({ [`in${currency}`]: value })) as unknown;
      expect(comparable(closures(record))).toEqual(comparable(ajv(record)));
    }
  });

  test.each([[null], [undefined], [5], ['x'], [true], [[]]])('refuse %j as a record', (value) => {
    expect(comparable(byClosures(value))).toEqual(comparable(byAjv(value)));
    expect(schemaProblems(byAjv(value))).toEqual([{ field: '', message: '记录的内容必须是一个对象' }]);
  });

  test('are answered in the same words', () => {
    const record = { text1: '鲸', currency0: { num: '1.234' }, textList1: ['123456'], nope: 1 };
    expect(schemaProblems(byAjv(record)).toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { field: 'currency0', message: '最多 2 位小数' },
      { field: 'currency0', message: '请选择币种' },
      { field: 'nope', message: '没有字段“nope”' },
      { field: 'select1', message: '必填' },
      { field: 'text1', message: '长度在 2 到 20 个字符' },
      { field: 'textList1', message: '第 1 项：长度在 1 到 5 个字符' },
    ]);
  });
});

describe('what the record check lets through', () => {
  const check = compileObject(object);

  test('ajv lets through as well, and what it refuses ajv refuses, in 4,000 records', () => {
    const random = prng(3);
    let passed = 0;
    for (let turn = 0; turn < 4000; turn += 1) {
      // One field at a time over a sound record, as a whole record of chances hardly ever passes.
      const sound: RecordValues = { text1: '鲸图', select1: 'a' };
      const { values, problems } = check.clean({ ...sound, ...pickOne(random) });
      const checked = check.check(values, context);
      const wrong = new Set([...problems, ...checked.problems].map(({ field }) => field));
      const byAuthority = new Set(schemaProblems(byAjv(checked.values)).map(({ field }) => field));
      // The check knows what ajv does not: the members of a tree, and characters that cannot be kept.
      byAuthority.delete('');
      for (const field of wrong)
        if (
          field.startsWith('treeSelect') ||
          unstorablePlace(values[field]) ||
          problems.some((problem) => problem.field === field)
        )
          byAuthority.add(field);
      expect({ values, wrong: [...wrong] }).toEqual({ values, wrong: [...byAuthority] });
      if (wrong.size === 0) passed += 1;
    }
    expect(passed).toBeGreaterThan(1000);
  });

  function pickOne(random: Prng): Record<string, unknown> {
    const [name, value] = random.pick(Object.entries(anyRecord(random)));
    return { [name]: value };
  }

  test('a form that asks field by field hears what the save hears, in 2,000 records', () => {
    const random = prng(4);
    for (let turn = 0; turn < 2000; turn += 1) {
      const record = Object.fromEntries(
        Object.entries(anyRecord(random)).filter(([name]) => EVERY_FIELD.some(({ apiName }) => apiName === name)),
      );
      const typed = record as RecordValues;
      const { problems } = check.check(check.clean(record).values, context);
      const first = new Map(problems.toReversed().map(({ field, message }) => [field, message]));
      for (const { apiName } of EVERY_FIELD) {
        expect({ apiName, typed: typed[apiName], message: check.fieldProblem(apiName, typed, context) }).toEqual({
          apiName,
          typed: typed[apiName],
          message: first.get(apiName),
        });
      }
    }
  });
});
