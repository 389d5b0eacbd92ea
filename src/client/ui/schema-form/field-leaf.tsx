import { observer } from 'mobx-react-lite';
import { fieldTypeUi } from '#client/ui/field-types/registry.ts';
import { labelId } from '#client/ui/field-types/inputs/control.tsx';
import type { FieldSlot } from './field-slot.ts';
import { useFormScope } from './form-scope.ts';

interface PartProps {
  readonly id: string;
  readonly slot: FieldSlot;
}

const noteId = (id: string) => `${id}-note`;

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
  const { lookups } = useFormScope();
  const { field, value, problem, required, readonly, allowed } = slot;
  if (!field) return null;
  const { Input } = fieldTypeUi(field);
  return (
    <Input
      id={id}
      field={field}
      value={value}
      onChange={slot.change}
      onBlur={slot.leave}
      problem={problem}
      disabled={readonly}
      required={required}
      allowed={allowed}
      lookups={lookups}
      describedBy={noteId(id)}
    />
  );
});

/** Problem first, then help; read out with the control through `aria-describedby`. */
const LeafNote = observer(function LeafNote({ id, slot }: PartProps) {
  const { field, problem } = slot;
  return (
    <div className="jt-note" id={noteId(id)}>
      {problem !== undefined && <span className="jt-problem">{problem}</span>}
      {field?.config?.help !== undefined && <span>{field.config.help}</span>}
    </div>
  );
});
