import type { FieldDefinition } from '#schemas/metadata/field.ts';

/** Decimal text with its whole part in groups of three: `1250.5` → `1,250.5`. Any other text comes back as it is. */
export function groupDigits(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!match) return text;
  return `${match[1] ?? ''}${(match[2] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${match[3] ?? ''}`;
}

/** A number's digits as its field wants them written: a year is not grouped. */
export const writtenNumber = (digits: string, field: FieldDefinition): string =>
  field.config?.notation === 'plain' ? digits : groupDigits(digits);
