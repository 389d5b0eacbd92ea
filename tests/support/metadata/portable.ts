import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { isSystem } from '#generators/object.ts';
import { resolveOptions } from '#generators/options.ts';
import { withKeywordsApart } from '#generators/portable/keywords.ts';
import { readSchema, writeSchema } from '#generators/portable/record-schemas.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { prng } from '#tests/support/prng.ts';
import { randomObject } from './random-objects.ts';

const sets = new Map(shippedOptionSets().map((set) => [set.name, set]));

/** The objects that ship and have forms, with their options. */
export const SHIPPED: readonly ObjectDefinition[] = shippedObjects()
  .filter((object) => !isSystem(object))
  .map((object) => resolveOptions(object, sets));

/** 100 objects of fields of every type, drawn from one seed. */
export const GENERATED: readonly ObjectDefinition[] = Array.from({ length: 100 }, (_, index) =>
  randomObject(prng(7_000 + index), `Drawn${index}`),
);

/** Schemas as they are in the files. */
export const inFiles = (object: ObjectDefinition): { read: JsonSchema; write: JsonSchema } =>
  JSON.parse(
    JSON.stringify({ read: withKeywordsApart(readSchema(object)), write: withKeywordsApart(writeSchema(object)) }),
  ) as { read: JsonSchema; write: JsonSchema };

/**
 * Plain ajv in strict mode, without formats and keywords of anyone. To shorten the code of its checks, which changes nothing
 * that they say, takes as long as all else that it does.
 */
export const plainAjv = (): Ajv2020 => new Ajv2020({ strict: true, allErrors: true, code: { optimize: false } });
