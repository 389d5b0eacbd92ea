import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { valueType } from '#generators/field-types/registry.ts';
import type { AskableObject } from '#shared/assistant/vocabulary.ts';
import { Failure } from '#shared/errors.ts';

const refuse = (message: string): never => {
  throw new Failure('INVALID_QUERY', message);
};

/** A field that is open to the asker, by its name or its label. @throws Failure INVALID_QUERY for any other. */
export function openField({ fields, label }: AskableObject, name: string): FieldDefinition {
  const found = fields.find(({ apiName }) => apiName === name) ?? fields.find((field) => field.label === name);
  return found ?? refuse(`“${label}”没有字段“${name.slice(0, 40)}”`);
}

/**
 * A condition from outside over open fields, with options by their labels or values.
 * @throws Failure INVALID_QUERY with the place
 */
export function openCondition(
  object: AskableObject,
  input: unknown,
  others: (apiName: string) => AskableObject | undefined,
): Condition | undefined {
  if (input === undefined || input === null) return undefined;
  try {
    return parseCondition({ fields: object.fields, apiName: object.apiName, others }, withValues(input, object));
  } catch (error) {
    if (error instanceof ConditionFault) return refuse(error.message);
    throw error;
  }
}

const MOST_DEPTH = 10;

/** Labels of fields and options become what the condition language calls them; whatever else is left to be refused. */
function withValues(input: unknown, object: AskableObject, depth = 0): unknown {
  if (depth > MOST_DEPTH || typeof input !== 'object' || input === null) return input;
  const node = input as Partial<Comparison> & Readonly<Record<string, unknown>>;
  for (const group of ['and', 'or'] as const) {
    const members: unknown = node[group];
    if (Array.isArray(members)) return { [group]: members.map((one: unknown) => withValues(one, object, depth + 1)) };
  }
  if (node['not'] !== undefined) return { not: withValues(node['not'], object, depth + 1) };
  if (typeof node.field !== 'string') return input;
  const field = openField(object, node.field);
  const { value } = node;
  if (!valueType(field).options) return { ...node, field: field.apiName };
  const known = (one: unknown) => field.selectOptions?.find(({ label }) => label === one)?.value ?? one;
  return {
    ...node,
    field: field.apiName,
    ...(value !== undefined && { value: Array.isArray(value) ? value.map(known) : known(value) }),
  };
}
