import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { quote } from '#generators/storage.ts';
import { valueKind } from '#shared/conditions/value-kind.ts';
import { holdsText } from './conditions.ts';
import type { Parameters } from './conditions-parameters.ts';

/**
 * True where one of the fields given, or one entry of a list, holds the keyword, which must be free of control characters;
 * false of all when no field is searchable.
 */
export function compileKeyword(fields: readonly FieldDefinition[], keyword: string, parameters: Parameters): string {
  const tests = fields
    .filter((field) => field.config?.searchable)
    .flatMap((field) => {
      const column = quote(field.apiName);
      switch (valueKind(field)) {
        case 'text':
          return holdsText(column, 'anywhere', keyword, parameters);
        case 'texts':
          // Three times as fast as asking each entry; no keyword holds the character between them.
          return holdsText(`array_to_string(${column}, E'\\x01')`, 'anywhere', keyword, parameters);
        default:
          return [];
      }
    });
  return tests.length > 0 ? `(${tests.join(' or ')})` : 'false';
}
