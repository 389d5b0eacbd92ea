import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { ElsewhereProblems, elsewhereId } from './elsewhere-problems.tsx';
import { noteId } from './field-leaf.tsx';
import './form-look.css';
import { FormScopeProvider, type HeldPartProps } from './form-scope.ts';
import type { FormStore } from './form-store.ts';
import type { VisibilityRegistry } from './visibility-registry.ts';
import { SectionGrid } from './section-grid.tsx';

interface SchemaFormProps {
  readonly store: FormStore;
  readonly lookups: FieldLookups;
  readonly idPrefix: string;
  /** Something small behind a field's label. Must be the same function at every render. */
  readonly tool?: ((field: FieldDefinition) => ReactNode) | undefined;
  /** Draws texts that hold parts of definitions. Must be the same function at every render. */
  readonly part?: ((props: HeldPartProps) => ReactNode) | undefined;
  /** Watches the screen for this form. Must be the same at every render. */
  readonly near: VisibilityRegistry;
}

/** The fields of an object as a form: sections, labels, controls, problems. Saving is the caller's. */
export const SchemaForm = observer(function SchemaForm(props: SchemaFormProps) {
  const { store, lookups, idPrefix, tool, part, near } = props;
  const scope = useMemo(
    () => ({ store, idPrefix, lookups, near, tool, part }),
    [store, idPrefix, lookups, near, tool, part],
  );
  return (
    <FormScopeProvider value={scope}>
      <div className="jt-form">
        <ElsewhereProblems idPrefix={idPrefix} />
        <SectionGrid shape={store.shape} />
      </div>
    </FormScopeProvider>
  );
});

/** Puts the cursor into a field, making it ready first when it is far from the screen. */
function focusField(near: VisibilityRegistry, idPrefix: string, apiName: string): void {
  near.reveal(apiName);
  const id = `${idPrefix}_${apiName}`;
  const control = document.getElementById(id);
  if (!focusElement(control)) focusElement(document.getElementById(noteId(id)));
}

/**
 * Goes to what prevents saving: the problems that belong to no field on screen, else the first field with one.
 * False when there is nothing to go to.
 */
export function focusProblem(store: FormStore, near: VisibilityRegistry, idPrefix: string): boolean {
  // A form that was locked during a save must be open again before it takes the focus.
  flushSync(() => undefined);
  const [first] = store.problems;
  if (store.elsewhere.length > 0) return focusElement(document.getElementById(elsewhereId(idPrefix)));
  if (first) focusField(near, idPrefix, first.field);
  return first !== undefined;
}

/** False when the element takes no focus, as a disabled control does. */
function focusElement(element: HTMLElement | null): boolean {
  if (!element) return false;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
