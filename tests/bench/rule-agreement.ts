import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { liveFields } from '#generators/object.ts';
import { compileWithAjv } from '#server/lib/ajv.ts';
import { schemaProblems } from '#shared/validation/messages.ts';
import { compileObject, type RuleContext } from '#shared/validation/record-check.ts';
import type { Row } from './row.ts';
import { prng } from '#tests/support/prng.ts';
import { plausibleRecord } from '#tests/support/random-records.ts';
import { context } from '#tests/support/sample-object.ts';
import { shippedObjects } from '#tests/support/shipped-metadata.ts';

const RECORDS = 100_000;

/** Draws records of one object and counts those on which the form, the save and ajv do not come to the same. */
function disagreements(
  object: ObjectDefinition,
  records: number,
  seed: number,
): { differing: number; refused: number } {
  const random = prng(seed);
  const check = compileObject(object);
  const byAjv = compileWithAjv(recordSchema(object));
  const names = liveFields(object).map(({ apiName }) => apiName);
  const words = object.rules.flatMap(({ rule }) => Array.from(rule.matchAll(/'([^']+)'/g), ([, word = '']) => word));
  let differing = 0;
  let refused = 0;
  for (let turn = 0; turn < records; turn += 1) {
    const typed = plausibleRecord(object, random, words);
    const given: RuleContext = random.chance(0.3)
      ? { ...context, old: plausibleRecord(object, random, words) }
      : context;
    const saved = check.check(check.clean(typed).values, given);
    const first = new Map(saved.problems.toReversed().map(({ field, message }) => [field, message]));
    const asForm = names.every((name) => check.fieldProblem(name, typed, given) === first.get(name));
    // What ajv refuses may only be a hidden field, which keeps what it held before; all else the save refuses too.
    const asAjv = schemaProblems(byAjv(saved.values)).every(
      ({ field }) => first.has(field) || !check.fieldState(field, typed, given).visible,
    );
    if (!asForm || !asAjv) differing += 1;
    if (saved.problems.length > 0) refused += 1;
  }
  return { differing, refused };
}

/** Form, save and ajv over 100,000 generated records of the shipped objects; takes about a minute. */
export function run(): Promise<Row[]> {
  const objects = [...shippedObjects().values()];
  const each = Math.ceil(RECORDS / objects.length);
  const start = performance.now();
  const counts = objects.map((object, index) => disagreements(object, each, index + 1));
  const seconds = (performance.now() - start) / 1000;
  const differing = counts.reduce((sum, count) => sum + count.differing, 0);
  const refused = counts.reduce((sum, count) => sum + count.refused, 0);
  const row: Row = {
    name: `form, save and ajv on ${each * objects.length} records of ${objects.length} objects (${refused} refused)`,
    ours: `${differing} disagreements`,
    rival: `${seconds.toFixed(0)} s`,
    ratio: '–',
    target: '0',
    met: differing === 0,
  };
  return Promise.resolve([row]);
}

if (import.meta.main) console.table(await run());
