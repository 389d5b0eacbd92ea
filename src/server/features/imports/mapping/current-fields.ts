import type { FieldMapping, ImportMapping, StubField } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currentName, hasFormerNames } from '#generators/former-names.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';

type Fields = readonly FieldDefinition[];

/** A mapping may be older than the names of the fields that it fills: it means those that had them. */
export function withCurrentFields(mapping: ImportMapping, catalog: Catalog): ImportMapping {
  const fields: Fields = catalog.find(mapping.object)?.fields ?? [];
  const targets = fields.flatMap(({ targetApiName }) => catalog.find(targetApiName ?? '')?.fields ?? []);
  if (!hasFormerNames(fields) && !hasFormerNames(targets)) return mapping;
  return { ...mapping, fields: mapping.fields.map((mapped) => currentMapped(mapped, fields, catalog)) };
}

function currentMapped(mapped: FieldMapping, fields: Fields, catalog: Catalog): FieldMapping {
  const field = currentName(fields, mapped.field);
  const { reference } = mapped;
  if (!reference) return { ...mapped, field };
  const target = fields.find(({ apiName }) => apiName === field)?.targetApiName;
  const others: Fields = catalog.find(target ?? '')?.fields ?? [];
  const { otherwise, create } = reference;
  const current = (stub: StubField): StubField => ({ ...stub, field: currentName(others, stub.field) });
  return {
    ...mapped,
    field,
    reference: {
      ...reference,
      ...(otherwise !== undefined && { otherwise: currentName(fields, otherwise) }),
      ...(create && { create: { ...create, ...(create.fields && { fields: create.fields.map(current) }) } }),
    },
  };
}
