import { choiceCheck } from '#shared/validation/choices.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import type { FieldSlot } from './field-slot.ts';
import type { FormStore } from './form-store.ts';

/**
 * What to show at a field: its problem, else that the chosen option has been retired. The second is shown before the
 * field is left or saved, because the user chose while the option was still offered. It asks the lookups, which are the
 * first to hear of a changed option set and the only ones that know the options of a tree.
 */
export function problemOf(slot: FieldSlot, store: FormStore, lookups: FieldLookups): string | undefined {
  return slot.problem ?? retiredChoice(slot, store, lookups);
}

function retiredChoice({ apiName, field, value }: FieldSlot, store: FormStore, lookups: FieldLookups) {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!field || typeof entries[0] !== 'string' || entries[0] === '') return undefined;
  const selectOptions = lookups.options(field).filter((option) => option.retired && entries.includes(option.value));
  if (selectOptions.length === 0) return undefined;
  return choiceCheck({ ...field, selectOptions })?.(value, store.context.old?.[apiName]);
}
