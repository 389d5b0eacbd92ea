import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** A name as SQL text. Names come from patterns without quotes; doubling them is the second lock. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text as SQL. A backslash means the same whatever the database is set to. */
export function textLiteral(value: unknown): string {
  const text = String(value).replaceAll("'", "''");
  return text.includes('\\') ? `E'${text.replaceAll('\\', '\\\\')}'` : `'${text}'`;
}

/** The table of an object has its name; a system object is read from the view of its feature. */
export const tableOf = (object: Pick<ObjectDefinition, 'apiName' | 'source'>): string =>
  object.source ?? object.apiName;
