import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { definitionChanges } from '#generators/language/definition-changes.ts';

const CLOSED: ObjectDefinition['access'] = { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' };

/** The sections of before, each with the audience that the one of its name has afterwards. */
const withAudiences = (before: readonly Section[], after: readonly Section[]): Section[] =>
  before.map((section) => {
    const { audience: _audience, ...rest } = section;
    const next = after.find(({ label }) => label === section.label);
    return next ? { ...rest, ...(next.audience && { audience: next.audience }) } : section;
  });

/** A definition in which nothing but who may see and do what is as afterwards. */
function withRightsOf(before: ObjectDefinition, after: ObjectDefinition): ObjectDefinition {
  const { waits: _waits, actions: _actions, ...rest } = before;
  const fields = before.fields.map((field) => {
    const next = after.fields.find(({ apiName }) => apiName === field.apiName);
    if (!next) return field;
    const { visibleTo: _visibleTo, limits: _limits, sealed: _sealed, ...config } = field.config ?? {};
    const { visibleTo, limits, sealed } = next.config ?? {};
    const merged = { ...config, ...(visibleTo && { visibleTo }), ...(limits && { limits }), ...(sealed && { sealed }) };
    return { ...field, ...(Object.keys(merged).length > 0 && { config: merged }) };
  });
  const { detail } = before.layouts;
  const sections = withAudiences(detail.sections, after.layouts.detail.sections);
  return {
    ...rest,
    ...(after.waits && { waits: after.waits }),
    ...(after.actions && { actions: after.actions }),
    fields,
    layouts: { ...before.layouts, detail: { ...detail, sections } },
    access: after.access,
  };
}

/** Who may see and do what of an object afterwards and not before, in words: audiences, readers, and what waits for staff. */
export function rightsWords(before: ObjectDefinition | undefined, after: ObjectDefinition): string[] {
  if (!before) return definitionChanges({ ...after, access: CLOSED }, after);
  return definitionChanges(before, withRightsOf(before, after));
}
