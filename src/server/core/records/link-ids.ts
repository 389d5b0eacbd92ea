import type { FieldValue, ReferenceValue } from '#schemas/metadata/value.ts';

const ID = /^[1-9]\d{0,17}$/;

/** The ids that a reference or a list of references names. */
export function linkIds(value: FieldValue): string[] {
  const links = (Array.isArray(value) ? value : [value]) as (ReferenceValue | null | undefined)[];
  return links.flatMap((link) => (typeof link?.id === 'string' && ID.test(link.id) ? [link.id] : []));
}
