import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { keywordsOf } from './keywords.ts';
import { definitionOf, type Part, partOf, valuesOf } from './schema-parts.ts';

/** The two schemas of an object, as they are in the files. */
export interface SchemaPair {
  readonly read: JsonSchema;
  readonly write: JsonSchema;
}

/** What programs may rely on of a field, found in the schemas alone. */
export interface FieldFacts {
  readonly title: string;
  readonly type: string;
  readonly unit: string;
  readonly target: string;
  readonly description: string;
  readonly isWritten: boolean;
  readonly isRequired: boolean;
  readonly isPartial: boolean;
  readonly isSealed: boolean;
  /** Roles that alone read it; undefined for all. */
  readonly readers: readonly string[] | undefined;
  /** Limits of what is written, by name; undefined where there is none. */
  readonly limits: Readonly<Record<LimitName, string | undefined>>;
  readonly pattern: string | undefined;
  /** Titles of options by value; empty where there are none. */
  readonly options: ReadonlyMap<string, string>;
  readonly retired: ReadonlySet<string>;
  readonly currencies: ReadonlySet<string>;
}

export const LIMITS = {
  minLength: '最小长度',
  maxLength: '最大长度',
  minimum: '最小值',
  maximum: '最大值',
  decimalPlaces: '小数位数',
  maxItems: '最多项数',
} as const;
export type LimitName = keyof typeof LIMITS;

/** The part with the options of a field: the field itself, its entries, or the band of its amount. */
const choosing = (part: Part): Part => part.items ?? part.properties?.['band'] ?? part;

function listOf(part: Part, root: Part): readonly Part[] {
  const definition = definitionOf(part);
  const list = definition === undefined ? part : (root.$defs?.[definition] ?? {});
  const options = list.oneOf ?? list.allOf?.[0]?.oneOf;
  return options ?? (list.enum ?? []).map((value) => ({ const: value, title: value }));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const limit = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;

/** The facts of every field of an object, by name. */
export function fieldFacts({ read, write }: SchemaPair): ReadonlyMap<string, FieldFacts> {
  const [given, written] = [partOf(read), partOf(write)];
  const { fields } = keywordsOf(read);
  const names = Object.keys(given.properties ?? {}).filter((name) => fields[name]?.['x-type'] !== undefined);
  return new Map(names.map((name) => [name, factsOf(name, given, written, fields[name] ?? {})]));
}

function factsOf(name: string, given: Part, written: Part, keywords: JsonSchema): FieldFacts {
  const [read, write] = [given.properties?.[name] ?? {}, written.properties?.[name]];
  const options = listOf(choosing(read), given).filter((option) => typeof option.const === 'string');
  const unit = text(keywords['x-unit']);
  const readers = keywords['x-visible-to'];
  return {
    title: read.title ?? name,
    type: text(keywords['x-type']),
    unit,
    target: text(keywords['x-target']),
    description: read.description ?? '',
    isWritten: write !== undefined,
    isRequired: written.required?.includes(name) === true,
    isPartial: keywords['x-partial'] === true,
    isSealed: keywords['x-sealed'] === true,
    readers: Array.isArray(readers) ? (readers as string[]) : undefined,
    limits: {
      minLength: limit(write?.minLength),
      maxLength: limit(write?.maxLength ?? write?.items?.maxLength),
      minimum: limit(keywords['x-minimum']),
      maximum: limit(keywords['x-maximum']),
      decimalPlaces: limit(keywords['x-decimal-places']),
      maxItems: limit(write?.maxItems),
    },
    pattern: write?.pattern,
    options: new Map(options.map((option) => [text(option.const), option.title ?? text(option.const)])),
    retired: new Set(options.filter((option) => 'deprecated' in option).map((option) => text(option.const))),
    currencies: new Set((valuesOf(write?.properties?.['currency'] ?? {}) ?? []).map(text)),
  };
}
