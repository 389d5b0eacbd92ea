import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';

/** A number without its middle: 199****0001. Short ones keep two digits only. */
export function maskedNumber(number: string): string {
  const local = number.startsWith('+86') ? number.slice(3) : number;
  return local.length < 8 ? `****${local.slice(-2)}` : `${local.slice(0, 3)}****${local.slice(-4)}`;
}

/** An address without its name: l***@example.com. */
export function maskedEmail(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${[...name][0] ?? ''}***@${host}`;
}

/** A sealed value as staff see it before they open it: enough to distinguish two, not enough to reach anyone. */
export function maskedValue(field: FieldDefinition, value: string): string {
  const { mask } = fieldType(field);
  if (mask === 'number') return maskedNumber(value);
  return mask === 'address' ? maskedEmail(value) : `${[...value][0] ?? ''}***`;
}
