import Form from '@rjsf/core';
import type { FieldProps, ObjectFieldTemplateProps, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { formUiSchema } from '#generators/ui-schema.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { closureValidator } from './closure-validator.ts';
import { ElsewhereProblems, elsewhereId } from './elsewhere-problems.tsx';
import { FieldLeaf, noteId } from './field-leaf.tsx';
import { FormLook } from './form-look.tsx';
import { FormScopeProvider, type HeldPartProps, useFormScope } from './form-scope.ts';
import type { FormStore } from './form-store.ts';
import type { VisibilityRegistry } from './visibility-registry.ts';
import { SectionGrid } from './section-grid.tsx';

/*
 * The only file that knows the form library, whose next version renames the props used here. The library resolves
 * structure: which fields there are, in which order, under which ids. It holds no values and hears of no key.
 */

function Leaf({ name, fieldPathId }: FieldProps) {
  return <FieldLeaf apiName={name} id={fieldPathId.$id} />;
}

function Sections({ properties, uiSchema }: ObjectFieldTemplateProps) {
  const { store } = useFormScope();
  const contents = new Map(properties.map(({ name, content }) => [name, content]));
  const isWide = (apiName: string) => (uiSchema?.[apiName] as UiSchema | undefined)?.['ui:options']?.['span'] === 'row';
  return <SectionGrid sections={store.shape.sections} contents={contents} isWide={isWide} />;
}

const Bare = ({ children }: { readonly children?: ReactNode }) => children;

/** The structure without what each value must be like: that is judged by the slots, and the library would read it all. */
function skeleton(schema: JsonSchema): RJSFSchema {
  const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>);
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, { title, type }]) => [name, { title, type }])),
  } as RJSFSchema;
}

const FIELDS = { leaf: Leaf };
const TEMPLATES = { ObjectFieldTemplate: Sections, FieldTemplate: Bare };
// The slots own every value and default.
const NO_DEFAULTS = {
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
  constAsDefaults: 'never',
  arrayMinItems: { populate: 'never' },
} as const;
const NO_DATA = {};

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
  const { definition } = store.shape;
  const structure = useMemo(
    () => ({ schema: skeleton(recordSchema(definition)), uiSchema: formUiSchema(definition) as UiSchema }),
    [definition],
  );
  const scope = useMemo(() => ({ store, lookups, near, tool, part }), [store, lookups, near, tool, part]);
  return (
    <FormScopeProvider value={scope}>
      <FormLook>
        <ElsewhereProblems idPrefix={idPrefix} />
        <Form
          {...structure}
          idPrefix={idPrefix}
          tagName="div"
          formData={NO_DATA}
          fields={FIELDS}
          templates={TEMPLATES}
          validator={closureValidator as unknown as ValidatorType}
          experimental_defaultFormStateBehavior={NO_DEFAULTS}
          noHtml5Validate
        >
          <></>
        </Form>
      </FormLook>
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
