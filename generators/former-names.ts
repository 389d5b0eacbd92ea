import type { FieldDefinition } from '#schemas/metadata/field.ts';

type Fields = readonly FieldDefinition[];

/** Names that a field had before. */
export const formerNames = ({ config }: FieldDefinition): readonly string[] => config?.formerNames ?? [];

/** Current names by former ones, found once for each list of fields; most have none. */
const KNOWN = new WeakMap<Fields, ReadonlyMap<string, string>>();

function renamings(fields: Fields): ReadonlyMap<string, string> {
  let found = KNOWN.get(fields);
  if (!found) {
    const pairs = fields.flatMap((field) => formerNames(field).map((name) => [name, field.apiName] as const));
    found = new Map(pairs);
    KNOWN.set(fields, found);
  }
  return found;
}

/** What a field is called now that may be asked for by a former name; any other name as it is. */
export const currentName = (fields: Fields, name: string): string => renamings(fields).get(name) ?? name;

/** Was any of the fields called otherwise before? */
export const hasFormerNames = (fields: Fields): boolean => renamings(fields).size > 0;

/**
 * Values by the names that their fields have now. A value under the current name goes before one under a former name; what
 * is no object comes back as it is.
 */
export function withCurrentNames<T>(fields: Fields, values: T): T {
  if (!hasFormerNames(fields) || typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  const entries = Object.entries(values);
  if (!entries.some(([name]) => renamings(fields).has(name))) return values;
  const given = new Set(entries.map(([name]) => name));
  const meant = entries.flatMap(([name, value]) => {
    const current = currentName(fields, name);
    return current !== name && given.has(current) ? [] : [[current, value] as const];
  });
  return Object.fromEntries(meant) as T;
}
