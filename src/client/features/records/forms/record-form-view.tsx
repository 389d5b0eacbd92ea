import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { focusProblem, SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import type { HeldPartProps } from '#client/ui/schema-form/form-scope.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { FieldHistory } from '#client/ui/field-history.tsx';
import type { FormsStore } from './forms-store.ts';
import type { RecordForm } from './record-form.ts';
import { SaveBar, type SaveWords } from './save-bar.tsx';

interface RecordFormViewProps {
  readonly forms: FormsStore;
  readonly record: RecordForm;
  readonly onCancel: () => void;
  readonly onSaved: (record: RecordRow) => void;
  /** What the button that sends the form says. */
  readonly words?: SaveWords;
}

const HeldPart = lazyPart(async () => (await import('./parts/held-part.tsx')).HeldPart);

/** Safari reports the Enter that ends a composition after its end; no person is that quick, in milliseconds. */
const SAME_KEY = 30;

/** Enter that ends a composition belongs to the input method and submits nothing. */
function keepCompositionFromSubmitting(form: HTMLFormElement): () => void {
  let ended = -Infinity;
  const note = (event: Event) => {
    ended = event.timeStamp;
  };
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.isComposing || event.timeStamp - ended < SAME_KEY)) event.preventDefault();
  };
  form.addEventListener('compositionend', note);
  form.addEventListener('keydown', keep);
  return () => {
    form.removeEventListener('compositionend', note);
    form.removeEventListener('keydown', keep);
  };
}

/** The fields and the bar that saves them. */
export const RecordFormView = observer(function RecordFormView({
  forms,
  record,
  onCancel,
  onSaved,
  words,
}: RecordFormViewProps) {
  const idPrefix = useId();
  const [near] = useState(() => new VisibilityRegistry());
  const bar = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLFormElement>(null);
  useEffect(() => (whole.current ? keepCompositionFromSubmitting(whole.current) : undefined), []);
  const { objectApiName, id, form, saving } = record;
  const tool = useCallback(
    (field: FieldDefinition) =>
      id === undefined || !record.hasHistory ? null : (
        <FieldHistory
          field={field}
          historyOf={(apiName) => forms.history(objectApiName, id, apiName)}
          options={forms.lookups}
        />
      ),
    [forms, record, objectApiName, id],
  );
  const part = useCallback((props: HeldPartProps) => <HeldPart {...props} parts={forms.lookups} />, [forms]);
  if (!form) return null;

  const look = () => {
    if (!focusProblem(form, near, idPrefix)) bar.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  };
  const submit = async () => {
    // The text of the input with the cursor counts as typed.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const outcome = await record.save();
    if (outcome) onSaved(outcome);
    else look();
  };

  return (
    <form
      ref={whole}
      noValidate
      aria-busy={saving}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {/* What was typed during a save would belong to neither this save nor the next. */}
      <div inert={saving}>
        <SchemaForm store={form} lookups={forms.lookups} {...{ idPrefix, near, tool, part }} />
      </div>
      <div ref={bar} style={{ display: 'contents' }}>
        <SaveBar record={record} onCancel={onCancel} onLook={look} {...(words && { words })} />
      </div>
    </form>
  );
});
