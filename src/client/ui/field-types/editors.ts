import type { ComponentType } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FilterProps, InputProps } from './field-type-ui.ts';
import { FILTERS } from './filters/editors.tsx';
import { INPUTS } from './inputs/inputs.ts';
import { lookOf } from './registry.ts';

// The inputs and filters of every type come with this file, so that only forms and filter panels import it. It knows
// nothing of the form library, which only `ui/schema-form` imports.

interface Editors {
  /** The control of a field in a form. */
  readonly Input: ComponentType<InputProps>;
  /** The value editor of a comparison on a field. */
  readonly Filter: ComponentType<FilterProps>;
}

/** What values of a field are entered with. */
export function editorsOf(field: Pick<FieldDefinition, 'type'>): Editors {
  const { input, filter } = lookOf(field);
  return { Input: INPUTS[input], Filter: FILTERS[filter] };
}
