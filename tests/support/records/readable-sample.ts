import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { tableOf } from '#generators/storage.ts';
import type { ReadableObject, ReadScope } from '#server/core/lists/readable-object.ts';

/** An object as a reader takes it, without a catalog around it. */
export const readable = (definition: ObjectDefinition): ReadableObject => ({
  definition,
  table: tableOf(definition),
  fields: definition.fields,
  field: (apiName) => definition.fields.find((field) => field.apiName === apiName),
});

/** A user who may read everything, on 2026-11-21. */
export const everything: ReadScope = { readable: () => true, rowsOf: () => undefined, today: '2026-11-21' };
