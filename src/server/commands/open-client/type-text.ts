/** The part of JSON Schema that the wire uses. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

const NAMED: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function objectText({ properties = {}, required = [], additionalProperties }: Schema): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    return `  readonly ${name}${required.includes(name) ? '' : '?'}: ${indented(typeText(schema))};`;
  });
  const isOpen = typeof additionalProperties === 'object' || (lines.length === 0 && additionalProperties !== false);
  if (isOpen) lines.push('  readonly [name: string]: unknown;');
  return lines.length > 0 ? `{\n${lines.join('\n')}\n}` : '{}';
}

/** TypeScript of a JSON Schema of the wire; whatever says nothing of its kind is `unknown`. */
export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' | ');
  if (schema.type === 'array') return `readonly (${typeText(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectText(schema);
  return NAMED[schema.type ?? ''] ?? 'unknown';
}
