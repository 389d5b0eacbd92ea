import { createContext, useContext, type ReactNode } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import type { FormStore } from './form-store.ts';
import type { VisibilityRegistry } from './visibility-registry.ts';

/** What every part of one form shares; made once per form. */
export interface FormScope {
  readonly store: FormStore;
  readonly lookups: FieldLookups;
  readonly near: VisibilityRegistry;
  /** Something small behind a field's label, e.g. its history. */
  readonly tool: ((field: FieldDefinition) => ReactNode) | undefined;
}

const Scope = createContext<FormScope | undefined>(undefined);

export const FormScopeProvider = Scope.Provider;

/** The scope of the form around a component. Throws outside a form. */
export function useFormScope(): FormScope {
  const scope = useContext(Scope);
  if (!scope) throw new Error('useFormScope stands outside a SchemaForm');
  return scope;
}
