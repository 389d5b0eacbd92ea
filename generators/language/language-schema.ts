import type { Annotations } from '#schemas/metadata/annotations.ts';

/** A schema of the metadata language as JSON Schema, with our own keywords. */
export interface LanguageSchema extends Annotations {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, LanguageSchema>>;
  readonly required?: readonly string[];
  readonly items?: LanguageSchema;
  readonly anyOf?: readonly LanguageSchema[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The values of a union of texts, in order; undefined for any other schema. */
export function choices(schema: LanguageSchema): readonly string[] | undefined {
  const values = (schema.anyOf ?? [schema]).map((entry) => entry.const);
  return values.every((value) => typeof value === 'string') ? values : undefined;
}

/** What a person reads for a property: its title, or its name where the language gives none. */
export const titleOf = (schema: LanguageSchema | undefined, name: string): string => schema?.title ?? name;

/** The name of the form for the members of a list; the name of the list where the language gives none. */
export const kindOf = (schema: LanguageSchema, name: string): string => schema['x-kind'] ?? name;
