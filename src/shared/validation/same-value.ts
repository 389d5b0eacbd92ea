import type { FieldValue } from '#schemas/metadata/value.ts';

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.entries(value)
    .filter(([key, entry]) => entry !== undefined && key !== 'equivalentMoney')
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, entry]) => [key, canonical(entry)]);
};

/** True when two cleaned wire values say the same; the equivalent of an amount follows from the rest and is left out. */
export function sameValue(left: FieldValue, right: FieldValue): boolean {
  return left === right || canonicalText(left) === canonicalText(right);
}

/** JSON with its keys in order, so that equal values have equal texts. */
export const canonicalText = (value: unknown): string => JSON.stringify(canonical(value));
