import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { RuleContext } from '#shared/rules/frame.ts';

/** An object with only what a test is about; everything else is the least that the language asks for. */
export function sampleObject(fields: readonly FieldDefinition[], rules: readonly Rule[] = []): ObjectDefinition {
  const names = fields.map((field) => field.apiName);
  return {
    apiName: 'Sample',
    label: '样例',
    version: 1,
    nameField: names[0] ?? 'name',
    fields: [...fields],
    rules: [...rules],
    layouts: {
      list: { columns: names.slice(0, 1), filters: [], sort: [] },
      detail: { sections: [], related: [] },
      form: { sections: [] },
    },
    access: { list: 'everyone', detail: 'everyone', create: 'everyone', edit: 'everyone' },
  };
}

/** Options whose labels are their values. */
export const options = (...values: string[]): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: value }));

/** A member with one role, on 2026-06-15, with a new record. */
export const context: RuleContext = { user: { id: '7', roles: ['START_UP'] }, today: '2026-06-15' };
