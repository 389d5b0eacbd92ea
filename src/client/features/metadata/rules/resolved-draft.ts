import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** The draft with the names of options, as the preview has it, and with fields that the preview did not come to yet. */
export function resolvedDraft(resolved: ObjectDefinition | undefined, current: ObjectDefinition): ObjectDefinition {
  if (!resolved) return current;
  const known = new Set(resolved.fields.map(({ apiName }) => apiName));
  const later = current.fields.filter(({ apiName }) => !known.has(apiName));
  return later.length === 0 ? resolved : { ...resolved, fields: [...resolved.fields, ...later] };
}
