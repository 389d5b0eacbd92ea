import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import type { FormSource, FormStore } from './form-store.ts';
import { focusProblem } from './schema-form.tsx';
import type { VisibilityRegistry } from './visibility-registry.ts';

/** A few fields as a form that belongs to no object. Its rules do not look at who fills it. */
export function plainForm(
  label: string,
  fields: readonly FieldDefinition[],
  rules: readonly Rule[] = [],
): Pick<FormSource, 'definition' | 'user'> {
  const names = fields.map(({ apiName }) => apiName);
  const definition: FormSource['definition'] = {
    apiName: 'Form',
    label,
    version: 1,
    nameField: names[0] ?? '',
    fields: [...fields],
    rules: [...rules],
    layouts: {
      list: { columns: names, filters: [], sort: [] },
      detail: { sections: [], related: [] },
      form: { sections: [{ label, fields: names, columns: 1 }] },
    },
    access: { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' },
  };
  return { definition, user: { id: '', roles: [] } };
}

interface ShownForm {
  readonly form: FormStore;
  readonly near: VisibilityRegistry;
  readonly idPrefix: string;
}

/**
 * Sends what a form in a dialog holds. False where a field says what is wrong, in our words or the server's; it has the
 * focus then. Rejects with what no field can say.
 */
export async function submitForm(
  { form, near, idPrefix }: ShownForm,
  send: (values: Readonly<Record<string, unknown>>) => Promise<unknown>,
): Promise<unknown> {
  if (form.judge().length === 0) {
    try {
      return await send(form.payload());
    } catch (thrown) {
      const problems = asFailure(thrown).problems.filter(({ field }) => form.isInSight(field));
      if (problems.length === 0) throw thrown;
      form.refuse(problems);
    }
  }
  focusProblem(form, near, idPrefix);
  return false;
}
