import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { readSchema, writeSchema } from './record-schemas.ts';
import { optionLists, partOf } from './schema-parts.ts';

const COMPONENTS = '#/components/schemas/';

/** A schema with other addresses in place of those within its own file. */
function withRefs(part: unknown, to: (ref: string) => string): unknown {
  if (Array.isArray(part)) return part.map((entry) => withRefs(entry, to));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? to(value) : withRefs(value, to),
    ]),
  );
}

/** The component of a list of options. What is retired is read and not written, so that there may be two. */
function optionComponents(objects: readonly { read: JsonSchema; write: JsonSchema }[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { read, write } of objects) {
    for (const [name, list] of optionLists(partOf(read))) found.set(name, list);
    for (const [name, list] of optionLists(partOf(write))) found.set(`${name}.write`, list);
  }
  return found;
}

function component(schema: unknown, name: string, options: string): unknown {
  const { $schema: _dialect, $id: _id, $defs: _definitions, ...rest } = schema as JsonSchema;
  return withRefs(rest, (ref) =>
    ref.startsWith('#/$defs/')
      ? `${COMPONENTS}${ref.slice('#/$defs/'.length)}${options}`
      : `${COMPONENTS}${name}${ref.slice(1)}`,
  );
}

/**
 * OpenAPI 3.1 with nothing but components: of each object a record as it is given, as it is written (`.write`), and a
 * change of one (`.change`). Keywords of ours are in their places, as extensions are.
 */
export function openapiOf(objects: readonly ObjectDefinition[], version: string): JsonSchema {
  const both = objects.map((object) => ({ object, read: readSchema(object), write: writeSchema(object) }));
  const components = both.flatMap(({ object: { apiName }, read, write }) => [
    [apiName, component(read, apiName, '')] as const,
    [`${apiName}.write`, component(write, `${apiName}.write`, '.write')] as const,
    [`${apiName}.change`, component((write['$defs'] as JsonSchema)['change'], `${apiName}.write`, '')] as const,
  ]);
  return {
    openapi: '3.1.0',
    info: { title: '鲸图对象', version, description: 'Components of the objects; generated from metadata' },
    paths: {},
    components: { schemas: Object.fromEntries([...components, ...optionComponents(both)]) },
  };
}
