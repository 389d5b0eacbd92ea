/** One thing that a schema found wrong. The same shape whether the closures or ajv found it. */
export interface SchemaError {
  /** JSON pointer to the value, '' for the record: `/amount/num`, `/tags/2`. */
  readonly path: string;
  readonly keyword: string;
  /** What the keyword asked for; both bounds where the schema has both. */
  readonly params: SchemaErrorParams;
  /** The value that was refused. */
  readonly value: unknown;
}

export interface SchemaErrorParams {
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  /** `format` of the schema beside a failed `pattern` or `format`. */
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly type?: string | undefined;
  /** Name of the missing or superfluous property. */
  readonly property?: string | undefined;
}

const BOUNDS: readonly (readonly [keyof SchemaErrorParams, readonly string[]])[] = [
  ['min', ['minLength', 'minimum', 'decimalMinimum', 'dateMinimum']],
  ['max', ['maxLength', 'maximum', 'decimalMaximum', 'dateMaximum', 'maxItems']],
  ['format', ['format']],
  ['pattern', ['pattern']],
  ['type', ['type']],
];

/** What a schema asks for, as the parameters of any error it gives. */
export function schemaParams(schema: Readonly<Record<string, unknown>>): SchemaErrorParams {
  const found: Record<string, unknown> = {};
  for (const [name, keywords] of BOUNDS) {
    const keyword = keywords.find((candidate) => schema[candidate] !== undefined);
    if (keyword !== undefined) found[name] = schema[keyword];
  }
  return found;
}
