import { describe, expect, test } from 'vitest';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { liveFields } from '#generators/object.ts';
import { compileObject, type RuleContext } from '#shared/validation/record-check.ts';
import { prng } from '#tests/support/prng.ts';
import { plausibleRecord } from '#tests/support/records/random-records.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';
import { context } from '#tests/support/metadata/sample-object.ts';

const RECORDS = 300;

describe.each([...shippedObjects()])('a form of %s', (_, object) => {
  const check = compileObject(object);
  const fields = liveFields(object);
  const words = object.rules.flatMap(({ rule }) => Array.from(rule.matchAll(/'([^']+)'/g), ([, word = '']) => word));

  test('shows the messages, values and hidden fields that the save comes to', () => {
    const random = prng(20261121);
    for (let turn = 0; turn < RECORDS; turn += 1) {
      const typed = plausibleRecord(object, random, words);
      const given: RuleContext = {
        ...context,
        ...(random.chance(0.5) && { old: plausibleRecord(object, random, words) }),
      };
      const { values, problems } = check.clean(typed);
      const saved = check.check(values, given);
      expect(problems).toEqual([]);
      const first = new Map(saved.problems.toReversed().map(({ field, message }) => [field, message]));
      for (const { apiName } of fields) {
        const { visible } = check.fieldState(apiName, typed, given);
        expect({ apiName, message: check.fieldProblem(apiName, typed, given) }).toEqual({
          apiName,
          message: first.get(apiName),
        });
        expect(visible ? [] : saved.problems.filter(({ field }) => field === apiName)).toEqual([]);
      }
    }
  });

  test('asks again for every field that a change of one can touch', () => {
    const random = prng(7);
    for (let turn = 0; turn < RECORDS; turn += 1) {
      const before = plausibleRecord(object, random, words);
      const { apiName } = random.pick(fields);
      const after: RecordValues = { ...before, [apiName]: plausibleRecord(object, random, words)[apiName] };
      const touched = check.rulesReading(apiName);
      const all = (values: RecordValues) =>
        new Map(
          fields.map((field) => [
            field.apiName,
            JSON.stringify([
              check.fieldState(field.apiName, values, context),
              check.fieldProblem(field.apiName, values, context),
            ]),
          ]),
        );
      const [then, now] = [all(before), all(after)];
      const changed = fields
        .map((field) => field.apiName)
        .filter((name) => name !== apiName && then.get(name) !== now.get(name));
      expect(changed.filter((name) => !touched.has(name))).toEqual([]);
    }
  });

  test('comes to the same when what was saved is saved again', () => {
    const random = prng(8);
    for (let turn = 0; turn < RECORDS; turn += 1) {
      const { values } = check.check(check.clean(plausibleRecord(object, random, words)).values, context);
      const again = check.check(check.clean(values).values, { ...context, old: values });
      expect(again.values).toEqual(values);
    }
  });
});
