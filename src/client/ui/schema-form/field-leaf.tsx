import { observer } from 'mobx-react-lite';
import { isSealed } from '#generators/field-types/sealed.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { labelId } from '#client/ui/field-types/inputs/control.tsx';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { FieldSlot } from './field-slot.ts';
import { useFormScope } from './form-scope.ts';
import { problemOf } from './retired-choice.ts';

interface PartProps {
  readonly id: string;
  readonly slot: FieldSlot;
}

/** Id of the note below a control, by the control's id. */
export const noteId = (id: string) => `${id}-note`;

/** Label, control and note of one field. Each part follows only what it shows, so a key draws the control alone. */
export const FieldLeaf = observer(function FieldLeaf({
  id,
  apiName,
}: {
  readonly id: string;
  readonly apiName: string;
}) {
  const { store } = useFormScope();
  const slot = store.slot(apiName);
  if (!slot.field) return null;
  return (
    <div className="jt-field">
      <LeafLabel id={id} slot={slot} />
      <LeafControl id={id} slot={slot} />
      <LeafNote id={id} slot={slot} />
    </div>
  );
});

const LeafLabel = observer(function LeafLabel({ id, slot }: PartProps) {
  const { tool } = useFormScope();
  const { field, required } = slot;
  return (
    <div className="jt-label">
      <label id={labelId(id)} htmlFor={id}>
        {field?.label}
      </label>
      {required && (
        <span className="jt-star" aria-hidden>
          *
        </span>
      )}
      {tool && field && <span className="jt-tool">{tool(field)}</span>}
    </div>
  );
});

const LeafControl = observer(function LeafControl({ id, slot }: PartProps) {
  const { store, lookups, part } = useFormScope();
  const { field, value, required, readonly, allowed } = slot;
  if (!field) return null;
  const props: InputProps = {
    id,
    field,
    value,
    onChange: slot.change,
    onBlur: slot.leave,
    problem: problemOf(slot, store, lookups),
    disabled: readonly,
    required,
    allowed,
    choice: slot.choice,
    lookups,
    describedBy: noteId(id),
  };
  if (part && field.config?.holds !== undefined)
    return part({ ...props, fieldOf: (name) => store.shape.fields.get(name), valueOf: (name) => store.valueOf(name) });
  const { Input } = editorsOf(field);
  return <Input key={field.targetApiName} {...props} />;
});

/** Who will see the value, where not everybody does who sees the record. */
function secrecyOf(field: FieldDefinition | undefined): string | undefined {
  if (!field) return undefined;
  if (isSealed(field)) return field.config?.visibleTo ? '加密保存' : '加密保存，仅本人与审核人员可见';
  if (!field.config?.private) return undefined;
  return fieldType(field).isPicture ? '不公开，仅本人与审核人员可见' : '不公开，仅本人、审核人员与获得授权的人可见';
}

/** Problem first, then help; read out with the control through `aria-describedby`. */
const LeafNote = observer(function LeafNote({ id, slot }: PartProps) {
  const { store, lookups } = useFormScope();
  const { field, readonly } = slot;
  const problem = problemOf(slot, store, lookups);
  // A control that may not be changed takes no focus: the words about it do in its place.
  const takesFocus = readonly && problem !== undefined;
  const secrecy = secrecyOf(field);
  return (
    <div className="jt-note" id={noteId(id)} {...(takesFocus && { tabIndex: -1 })}>
      {problem !== undefined && <span className="jt-problem">{problem}</span>}
      {field?.config?.help !== undefined && <span>{field.config.help}</span>}
      {secrecy !== undefined && (
        <span className="jt-secret">
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M18 8h-1V6a5 5 0 0 0-10 0v2H6a2 2 0 0 0-2 2v10c0 1.1.9 2 2 2h12a2 2 0 0 0 2-2V10a2 2 0 0 0-2-2M9 6a3 3 0 0 1 6 0v2H9zm9 14H6V10h12zm-6-3a2 2 0 1 0 0-4 2 2 0 0 0 0 4" />
          </svg>
          {secrecy}
        </span>
      )}
    </div>
  );
});
