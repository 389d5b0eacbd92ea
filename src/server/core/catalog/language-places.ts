/** What is read of a schema of the metadata language to name a place in a definition. */
interface PlacedSchema {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, PlacedSchema>>;
  readonly items?: PlacedSchema;
}

/** A place of a definition as staff know it. */
export interface Place {
  /** E.g. `字段“注册资本”的“最大长度”`; empty for the definition itself. */
  readonly words: string;
  /** What the language says of the place beside its title. */
  readonly description: string | undefined;
}

const MAX_NAME = 40;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What names a part among others of its kind. */
function nameOf(part: unknown): string | undefined {
  const { label, id, apiName } = isRecord(part) ? part : {};
  const name = [label, id, apiName].find((value) => typeof value === 'string' && value.trim() !== '');
  return name === undefined ? undefined : String(name).slice(0, MAX_NAME);
}

const titleOf = (schema: PlacedSchema | undefined, key: string): string => schema?.title ?? key.slice(0, MAX_NAME);

/** The part itself by its kind and name: `字段“注册资本”`, or by its place where it has no name: `第 3 个字段`. */
function partWords(kind: string, part: unknown, index?: number): string {
  const name = nameOf(part);
  if (name !== undefined) return `${kind}“${name}”`;
  return index === undefined ? '' : `第 ${index + 1} 个${kind}`;
}

/**
 * Names a place by the titles of the language and the labels in what was sent, never by keys or numbers that only code
 * knows. `path` leads from the root of both.
 */
export function placeWords(root: object, input: unknown, path: readonly string[]): Place {
  let schema = root as PlacedSchema | undefined;
  let value = input;
  const start = (root as PlacedSchema).properties?.['layouts'] ? '' : partWords(titleOf(schema, ''), input);
  const words = start === '' ? [] : [start];
  for (const [at, key] of path.entries()) {
    const isLast = at === path.length - 1;
    const isEntry = schema?.items !== undefined;
    const kind = titleOf(schema, '');
    schema = isEntry ? schema?.items : schema?.properties?.[key];
    value = isRecord(value) ? value[key] : undefined;
    if (isEntry && schema?.properties) words.push(partWords(kind, value, Number(key)));
    else if (isEntry) words.push(`“${kind}”第 ${Number(key) + 1} 项`);
    // A list of parts is named by the part, and a group of settings by the setting.
    else if (isLast || (schema?.items && !schema.items.properties && Number.isNaN(Number(path[at + 1]))))
      words.push(`“${titleOf(schema, key)}”`);
  }
  return { words: words.join('的'), description: schema?.description };
}
