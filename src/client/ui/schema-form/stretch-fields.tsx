import Form from '@rjsf/core';
import type { FieldProps, ObjectFieldTemplateProps, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldSchema } from '#generators/json-schema.ts';
import { formUiSchema, isWide } from '#generators/ui-schema.ts';
import { closureValidator } from './closure-validator.ts';
import { FieldLeaf } from './field-leaf.tsx';
import { useFormScope } from './form-scope.ts';

/*
 * The only file that knows the form library, whose next version renames the props used here. The library resolves
 * structure: which fields there are, in which order, under which ids. It holds no values and hears of no key. Each stretch
 * of a form is a form of the library, because it looks a dozen times at every field that it is given, drawn or not.
 */

function Leaf({ name, fieldPathId }: FieldProps) {
  return <FieldLeaf apiName={name} id={fieldPathId.$id} />;
}

function Places({ properties }: ObjectFieldTemplateProps) {
  return properties.map(({ name, content }) => (
    <Place key={name} apiName={name}>
      {content}
    </Place>
  ));
}

const Bare = ({ children }: { readonly children?: ReactNode }) => children;

/** The structure without what each value must be like: that is judged by the slots, and the library would read it all. */
function skeleton(fields: readonly FieldDefinition[]): RJSFSchema {
  const property = (field: FieldDefinition) => {
    const { title, type } = fieldSchema(field);
    return [field.apiName, { title, type }] as const;
  };
  return { type: 'object', properties: Object.fromEntries(fields.map(property)) } as RJSFSchema;
}

const FIELDS = { leaf: Leaf };
const TEMPLATES = { ObjectFieldTemplate: Places, FieldTemplate: Bare };
// The slots own every value and default.
const NO_DEFAULTS = {
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
  constAsDefaults: 'never',
  arrayMinItems: { populate: 'never' },
} as const;
const NO_DATA = {};

/** Fields of a form in a grid, in the order given. */
export function StretchFields({ fields }: { readonly fields: readonly FieldDefinition[] }) {
  const { idPrefix } = useFormScope();
  const structure = useMemo(() => ({ schema: skeleton(fields), uiSchema: formUiSchema(fields) as UiSchema }), [fields]);
  return (
    <Form
      {...structure}
      idPrefix={idPrefix}
      tagName="div"
      className="jt-grid"
      formData={NO_DATA}
      fields={FIELDS}
      templates={TEMPLATES}
      validator={closureValidator as unknown as ValidatorType}
      experimental_defaultFormStateBehavior={NO_DEFAULTS}
      noHtml5Validate
    >
      <></>
    </Form>
  );
}

interface PlaceProps {
  readonly apiName: string;
  readonly children: ReactNode;
}

/** The place of one field. Most are never hidden and need no observer. */
function Place({ apiName, children }: PlaceProps) {
  const { store } = useFormScope();
  const field = store.shape.fields.get(apiName);
  const place = <div className={field && isWide(field) ? 'jt-row' : undefined}>{children}</div>;
  return store.mayHide(apiName) ? <WhileShown apiName={apiName}>{place}</WhileShown> : place;
}

const WhileShown = observer(function WhileShown({ apiName, children }: PlaceProps) {
  const { store } = useFormScope();
  return store.shows(apiName) ? children : null;
});
