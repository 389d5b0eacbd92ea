import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isComputed } from './field-types/registry.ts';
import { liveFields } from './object.ts';

/** Types of schemas/metadata/value.ts that a field's type may name. */
const VALUE_TYPES = ['CurrencyValue', 'FileValue', 'ReferenceValue'];

/** A label inside a comment must not end it. */
const commentText = (text: string): string => text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ');

function line(field: FieldDefinition): string {
  const readonly = isComputed(field) ? 'readonly ' : '';
  const optional = field.required && !isComputed(field) ? '' : '?';
  return `  /** ${commentText(field.label)} */\n  ${readonly}${field.apiName}${optional}: ${fieldType(field).typescript(field)};`;
}

/** TypeScript of a record's values as they travel, one interface named by the object's apiName. */
export function typescriptOf(object: ObjectDefinition): string {
  const lines = liveFields(object).map(line);
  const used = VALUE_TYPES.filter((name) => lines.some((text) => text.includes(name)));
  const imports = used.length > 0 ? `import type { ${used.join(', ')} } from '#schemas/metadata/value.ts';\n\n` : '';
  return `${imports}/** ${commentText(object.label)}, version ${object.version}. Generated from metadata; do not edit. */
export interface ${object.apiName} {
${lines.join('\n')}
}
`;
}
