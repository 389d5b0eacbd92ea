import type { Operator } from '#schemas/metadata/condition.ts';
import {
  MAX_AT_LEAST,
  MAX_CONDITION_DEPTH,
  MAX_CONDITION_NODES,
  MAX_EXISTENCE_DEPTH,
  MAX_EXISTENCES,
  MAX_NOTED,
  OPERATORS,
} from '#schemas/generated/metadata/condition.ts';
import { FIELD_TYPES } from '#schemas/generated/metadata/field.ts';
import type { JsonSchema } from './field-types/field-type.ts';
import { fieldType } from './field-types/registry.ts';
import { comparesBands, MAX_OPERANDS, OPERATOR_FORMS, type OperandShape } from './operators.ts';

const single: JsonSchema = {
  description:
    'Text, number, decimal text, true or false, an option value, a record id or {id}: as the field holds it.',
};

/** What `value` looks like beside an operator, by its shape; none for those that take no value. */
const VALUES: Readonly<Record<OperandShape, (limit: number | undefined) => JsonSchema | undefined>> = {
  nothing: () => undefined,
  one: () => single,
  list: () => ({
    description: `1 to ${MAX_OPERANDS} values; one value may stand alone.`,
    anyOf: [{ type: 'array', items: single, minItems: 1, maxItems: MAX_OPERANDS }, { not: { type: 'array' } }],
  }),
  range: () => ({
    description: '[from, to]; null leaves one of the ends open.',
    type: 'array',
    items: single,
    minItems: 2,
    maxItems: 2,
  }),
  count: (limit) => ({ type: 'integer', minimum: 1, maximum: limit }),
};

const typesWith = (operator: Operator) =>
  FIELD_TYPES.filter((type) => fieldType({ type }).operators.includes(operator));

/** An operator for people: its word, and the types of fields that offer it. */
const operatorWords = (operator: Operator): string =>
  `${operator}（${OPERATOR_FORMS[operator].label}）: ${typesWith(operator).join(', ')}`;

const isRange = (operators: readonly Operator[]): boolean =>
  operators.some((operator) => comparesBands({ apiName: 'amount', type: 'currency', label: '' }, operator));

/** Comparisons whose values look alike. */
function comparison(operators: readonly Operator[], value: JsonSchema | undefined): JsonSchema {
  return {
    type: 'object',
    description: operators.map((operator) => `- ${operatorWords(operator)}`).join('\n'),
    properties: {
      field: { type: 'string', description: 'apiName of a field of the object.' },
      op: { type: 'string', enum: operators },
      ...(value ? { value } : { value: { type: 'null' } }),
      ...(isRange(operators) && {
        possibly: {
          type: 'boolean',
          description: 'Of amounts: those of which only a band is known count where they may be in the range.',
        },
      }),
    },
    required: value ? ['field', 'op', 'value'] : ['field', 'op'],
    additionalProperties: false,
  };
}

/** Records of another object that point here. */
const existence = (ref: string): JsonSchema => ({
  type: 'object',
  description: `At least \`atLeast\` records of another object point here and meet \`filter\`; at most ${MAX_EXISTENCES} in a condition, ${MAX_EXISTENCE_DEPTH} within one another.`,
  properties: {
    exists: {
      type: 'object',
      properties: {
        objectApiName: { type: 'string', description: 'apiName of the other object.' },
        fields: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          description: 'Its references to this object; a record that points here by several counts once.',
        },
        filter: { $ref: ref },
        atLeast: { type: 'integer', minimum: 1, maximum: MAX_AT_LEAST },
      },
      required: ['objectApiName', 'fields'],
      additionalProperties: false,
    },
  },
  required: ['exists'],
  additionalProperties: false,
});

/** Records on a list that the user may read. */
const listing: JsonSchema = {
  type: 'object',
  description:
    'The record is on a list of records of the same object that the user keeps, or that is shared with them.',
  properties: { inList: { type: 'string', pattern: '^[1-9][0-9]{0,17}$', description: 'Id of the list.' } },
  required: ['inList'],
  additionalProperties: false,
};

/** Records with notes that the user reads. */
const noted: JsonSchema = {
  type: 'object',
  description:
    'There is a note on the record that the user wrote, or may read. Only where users ask for themselves on screen.',
  properties: {
    noted: {
      type: 'object',
      properties: {
        isOwn: { const: true, description: 'Only notes that the user wrote.' },
        contains: { type: 'string', minLength: 1, maxLength: MAX_NOTED, description: 'Words that the text holds.' },
      },
      minProperties: 1,
      additionalProperties: false,
    },
  },
  required: ['noted'],
  additionalProperties: false,
};

/**
 * The condition language as a JSON Schema that refers to itself at `ref`, for the documents of the API. What a field
 * itself allows is more than it can say: `parseCondition` decides.
 */
export function conditionSchema(ref: string): JsonSchema {
  // What no type offers everywhere is of no use to programs.
  const offered = OPERATORS.filter((operator) => typesWith(operator).length > 0);
  const alike = Map.groupBy(offered, (operator) => {
    const { shape, limit } = OPERATOR_FORMS[operator];
    return `${shape} ${limit ?? ''}`;
  });
  const group = (key: 'and' | 'or'): JsonSchema => ({
    type: 'object',
    properties: { [key]: { type: 'array', items: { $ref: ref }, minItems: 1 } },
    required: [key],
    additionalProperties: false,
  });
  return {
    title: 'Condition',
    description: `A comparison, or comparisons joined by and, or, not: at most ${MAX_CONDITION_DEPTH} deep and ${MAX_CONDITION_NODES} in all.`,
    oneOf: [
      group('and'),
      group('or'),
      { type: 'object', properties: { not: { $ref: ref } }, required: ['not'], additionalProperties: false },
      existence(ref),
      listing,
      noted,
      ...[...alike.values()].map((operators) => {
        const { shape, limit } = OPERATOR_FORMS[operators[0] ?? 'eq'];
        return comparison(operators, VALUES[shape](limit));
      }),
    ],
    examples: [
      {
        and: [
          { field: 'name', op: 'contains', value: '科技' },
          { not: { field: 'status', op: 'in', value: ['已上市'] } },
        ],
      },
    ],
  };
}
