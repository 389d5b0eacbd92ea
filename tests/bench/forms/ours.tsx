import { ThemeProvider } from '@mui/material/styles';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { theme } from '#client/app/shell/theme.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

const LOOKUPS = {
  options: (field: { selectOptions?: never[] }) => field.selectOptions ?? [],
  searchRecords: () => Promise.resolve([]),
};

/** The product's form, store and rules included. */
export function mountOurs(root: HTMLElement, definition: ObjectDefinition): FormStore {
  const store = new FormStore({ definition, user: { id: '1', roles: [] }, today: '2026-01-31' });
  const form = createElement(SchemaForm, {
    store,
    lookups: LOOKUPS as never,
    idPrefix: 'root',
    near: new VisibilityRegistry(),
  });
  flushSync(() => createRoot(root).render(createElement(ThemeProvider, { theme }, form)));
  return store;
}
