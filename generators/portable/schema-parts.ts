import type { JsonSchema } from '#generators/field-types/field-type.ts';

/** The part of JSON Schema that the schemas of records use. */
export interface Part {
  readonly title?: string;
  readonly description?: string;
  readonly readOnly?: boolean;
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Part[];
  readonly allOf?: readonly Part[];
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, Dependent>>;
  readonly $defs?: Readonly<Record<string, Part>>;
}

/** What a part of a value asks of the others: one that must not be there, or one of several that must. */
export interface Dependent {
  readonly properties?: Readonly<Record<string, boolean>>;
  readonly anyOf?: readonly { readonly required: readonly string[] }[];
}

export const partOf = (schema: JsonSchema): Part => schema;

/** The types of a value without null. */
export const typeOf = ({ type = [] }: Part): string | undefined =>
  (typeof type === 'string' ? [type] : type).find((name) => name !== 'null');

/** May the value be null? */
export const isNullable = ({ type }: Part): boolean => Array.isArray(type) && type.includes('null');

/** The values that are chosen from; undefined for what is no choice. */
export function valuesOf(part: Part): readonly unknown[] | undefined {
  const listed = part.oneOf ?? part.allOf?.[0]?.oneOf;
  return part.enum ?? listed?.map((option) => option.const);
}

/** The definition that a choice refers to. */
export const definitionOf = (part: Part): string | undefined =>
  (part.$ref ?? part.allOf?.[0]?.$ref)?.replace('#/$defs/', '');

const OPTIONS = /^options-/;

/** The lists of options among the definitions. */
export const optionLists = ({ $defs = {} }: Part): readonly (readonly [name: string, list: Part])[] =>
  Object.entries($defs).filter(([name]) => OPTIONS.test(name));

/** The name of a list of options in code: options-region is RegionOption. */
export const optionName = (definition: string): string => {
  const name = definition.replace(OPTIONS, '');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Option`;
};
