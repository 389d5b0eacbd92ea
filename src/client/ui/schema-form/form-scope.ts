import { createContext, useContext, type ReactNode } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { FieldLookups, InputProps } from '#client/ui/field-types/field-type-ui.ts';
import type { FormStore } from './form-store.ts';
import type { VisibilityRegistry } from './visibility-registry.ts';

/** The control of a text that holds a part of a definition, with the values beside it. */
export interface HeldPartProps extends InputProps {
  readonly fieldOf: (apiName: string) => FieldDefinition | undefined;
  readonly valueOf: (apiName: string) => FieldValue;
}

/** What every part of one form shares; made once per form. */
export interface FormScope {
  readonly store: FormStore;
  /** Begins the ids of all controls of the form. */
  readonly idPrefix: string;
  readonly lookups: FieldLookups;
  readonly near: VisibilityRegistry;
  /** Something small behind a field's label, e.g. its history. */
  readonly tool: ((field: FieldDefinition) => ReactNode) | undefined;
  /** Draws texts that hold parts of definitions; they are plain texts without it. */
  readonly part: ((props: HeldPartProps) => ReactNode) | undefined;
}

const Scope = createContext<FormScope | undefined>(undefined);

export const FormScopeProvider = Scope.Provider;

/** The scope of the form around a component. Throws outside a form. */
export function useFormScope(): FormScope {
  const scope = useContext(Scope);
  if (!scope) throw new Error('useFormScope stands outside a SchemaForm');
  return scope;
}
