import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { liveFields } from '#generators/object.ts';
import { treeOf } from '#generators/option-tree.ts';
import { optionSetName } from '#generators/options.ts';
import { NOTHING } from './ranges.ts';
import { partOf, valuesOf } from './schema-parts.ts';

/** More options than these are listed once for all fields that have them. */
const MOST_REPEATED = 40;
/** Validators go as deep as there are options in `oneOf`, so more than these are an `enum`, and their names are in the form's. */
const MOST_NAMED = 1000;

/** What a schema is of: a record as the API gives it, or the values of one as a form writes them. */
export type Purpose = 'read' | 'write';

interface NamedOption {
  readonly value: string;
  readonly title: string;
  readonly retired: boolean;
}

/** The options of a field with the names that people see, of a tree with the way to them. */
export function namedOptions({ selectOptions = [] }: FieldDefinition, purpose: Purpose): NamedOption[] {
  const tree = selectOptions.some(({ parent }) => parent !== undefined) ? treeOf(selectOptions) : undefined;
  const title = ({ value, label }: SelectOption): string => tree?.pathText(value) ?? label;
  return selectOptions
    .filter(({ retired }) => purpose === 'read' || !retired)
    .map((option) => ({ value: option.value, title: title(option), retired: option.retired === true }));
}

/** The schema of one value out of a list. */
export function oneOfThese(options: readonly NamedOption[]): JsonSchema {
  if (options.length === 0) return { type: 'string', pattern: NOTHING };
  if (options.length > MOST_NAMED) return { type: 'string', enum: options.map(({ value }) => value) };
  return {
    type: 'string',
    oneOf: options.map(({ value, title, retired }) => ({ const: value, title, ...(retired && { deprecated: true }) })),
  };
}

/** The options of the fields of one schema: short lists where they are chosen from, long ones among its definitions. */
export class Choices {
  readonly #purpose: Purpose;
  readonly #uses: ReadonlyMap<string | undefined, readonly FieldDefinition[]>;
  readonly #definitions = new Map<string, JsonSchema>();

  constructor(object: ObjectDefinition, purpose: Purpose) {
    this.#purpose = purpose;
    this.#uses = Map.groupBy(liveFields(object), optionSetName);
  }

  /** The schema of one option of a field. `isNullable` where nothing is one of its options too. */
  of(field: FieldDefinition, isNullable: boolean): JsonSchema {
    const schema = oneOfThese(namedOptions(field, this.#purpose));
    const set = optionSetName(field);
    const isLong = set !== undefined && (field.selectOptions ?? []).length > MOST_REPEATED;
    const isShared = isLong && (this.#uses.get(set) ?? []).length > 1;
    if (!isShared || isNullable) return this.chosen(schema, isNullable);
    this.#definitions.set(`options-${set}`, schema);
    const values = valuesOf(partOf(schema));
    return {
      type: 'string',
      ...(this.#purpose === 'write' && { enum: values }),
      allOf: [{ $ref: `#/$defs/options-${set}` }],
    };
  }

  /**
   * A list of options as forms take it: one that is not in `allOf` would be begun with its first option, and what is chosen
   * is looked up in `enum`.
   */
  chosen(schema: JsonSchema, isNullable = false): JsonSchema {
    const { type, oneOf } = schema as { type: string; oneOf?: readonly JsonSchema[] };
    if (this.#purpose === 'read') return schema;
    if (!oneOf) return isNullable ? { ...schema, type: [type, 'null'] } : schema;
    const values = oneOf.map((option) => option['const']);
    if (!isNullable) return { type, enum: values, allOf: [{ oneOf }] };
    return {
      type: [type, 'null'],
      enum: [...values, null],
      allOf: [{ oneOf: [...oneOf, { const: null, title: '（不填）' }] }],
    };
  }

  definitions(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#definitions);
  }
}
