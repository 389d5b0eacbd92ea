/**
 * Run by a test under `--disallow-code-generation-from-strings`, where eval and `new Function` throw as they do under a
 * strict Content-Security-Policy: compiles, checks and runs all that the browser would of the rules and schemas.
 * Prints what it did.
 */
import { recordSchema } from '#generators/json-schema.ts';
import { formatMoney } from '#shared/money/format.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { compileSchema } from '#shared/validation/schema-closures.ts';
import { EVERY_FIELD } from '#tests/support/metadata/every-field-type.ts';
import { prng } from '#tests/support/prng.ts';
import { plausibleRecord } from '#tests/support/records/random-records.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';

const RECORDS = 20;
const random = prng(5);
let checked = 0;

function refusesEval(): boolean {
  try {
    return Reflect.construct(Function, ['return false'])() as boolean;
  } catch (error) {
    return error instanceof EvalError;
  }
}

for (const object of [...shippedObjects().values(), sampleObject(EVERY_FIELD)]) {
  const check = compileObject(object);
  const schema = compileSchema(recordSchema(object));
  checkRules(object);
  for (let turn = 0; turn < RECORDS; turn += 1) {
    const { values } = check.clean(plausibleRecord(object, random));
    schema(check.check(values, context).values);
    for (const { apiName } of object.fields) {
      check.fieldState(apiName, values, context);
      check.fieldProblem(apiName, values, context);
    }
    checked += 1;
  }
}

console.log(JSON.stringify({ refusesEval: refusesEval(), checked, money: formatMoney('12345678', 'CNY') }));
