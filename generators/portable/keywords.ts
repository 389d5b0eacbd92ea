import type { JsonSchema } from '#generators/field-types/field-type.ts';

/**
 * The keywords by which generated schemas say what JSON Schema has no word for; docs/schemas.md says what each means. They
 * ask nothing of a value: all that a value must be is said by keywords of the standard.
 */
export const X_KEYWORDS = [
  'x-object',
  'x-version',
  'x-name-field',
  'x-type',
  'x-unit',
  'x-target',
  'x-target-filter',
  'x-target-match',
  'x-option-set',
  'x-decimal-places',
  'x-minimum',
  'x-maximum',
  'x-partial',
  'x-unique',
  'x-computed',
  'x-sealed',
  'x-visible-to',
] as const;

/** Where a schema of a file keeps them: its validators refuse keywords and formats that they do not know. */
const KEPT_APART = 'x-keywords';

const isApart = (name: string): boolean => name.startsWith('x-') || name === 'format';

/** Keywords of ours in a schema, in an order of their own. */
const apartOf = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => isApart(name)));

/** Keywords whose values are no schemas, and those that hold schemas by names that are no keywords. */
const VALUES: ReadonlySet<string> = new Set(['default', 'const', 'enum']);
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs']);

/** A schema without our keywords and formats, at any depth. */
function bare(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(bare);
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([keyword]) => !isApart(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, inside(keyword, value)]));
}

function inside(keyword: string, value: unknown): unknown {
  if (VALUES.has(keyword)) return value;
  if (!NAMED.has(keyword)) return bare(value);
  return Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, bare(schema)]));
}

/**
 * A schema of a record as strict validators take it: what they know stays in its place, and our keywords and the formats of
 * its fields are in a schema of the same shape beside it, which nothing refers to.
 */
export function withKeywordsApart(schema: JsonSchema): JsonSchema {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const apart = Object.entries(properties)
    .map(([name, field]) => [name, apartOf(field)] as const)
    .filter(([, keywords]) => Object.keys(keywords).length > 0);
  const { $defs, ...standard } = bare(schema) as JsonSchema;
  const kept = { ...apartOf(schema), properties: Object.fromEntries(apart) };
  return { ...standard, $defs: { ...($defs as JsonSchema), [KEPT_APART]: kept } };
}

/** The keywords of ours of a schema that keeps them apart, its own and those of its fields. */
export function keywordsOf(schema: JsonSchema): { own: JsonSchema; fields: Readonly<Record<string, JsonSchema>> } {
  const definitions = (schema['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const { properties = {}, ...own } = definitions[KEPT_APART] ?? {};
  return { own, fields: properties as Readonly<Record<string, JsonSchema>> };
}
