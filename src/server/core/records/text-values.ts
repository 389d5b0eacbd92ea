import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { Failure, type Problem } from '#shared/errors.ts';

/** Kinds whose values do not travel as text, though a form sends text: comma lists, true, digits. */
const READ_AS_TEXT: ReadonlySet<string> = new Set(['texts', 'boolean', 'integer']);

/**
 * Values as the payloads of SPEC §3 write them, turned into those that records hold: a comma list (of values, labels or
 * other spellings) into a list, an id into a link, an address into a file. What is no text stays as it came.
 * @throws Failure INVALID_BODY naming each field whose text means nothing there.
 */
export function readTextValues(
  fields: readonly FieldDefinition[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const problems: Problem[] = [];
  const read = Object.entries(values).map(([key, value]): [string, unknown] => {
    const field = fields.find(({ apiName }) => apiName === key);
    if (!field || typeof value !== 'string' || value.trim() === '') return [key, value];
    const { kind, fromText } = fieldType(field);
    if (kind === 'link') return [key, { id: value.trim() }];
    if (kind === 'file') return [key, { url: value, name: field.label }];
    if (!READ_AS_TEXT.has(kind)) return [key, value];
    const parsed = fromText(value, field);
    if ('reason' in parsed) problems.push({ field: key, message: parsed.reason });
    return [key, 'reason' in parsed ? value : parsed.value];
  });
  if (problems.length > 0) throw new Failure('INVALID_BODY', undefined, problems);
  return Object.fromEntries(read);
}
