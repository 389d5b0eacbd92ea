import { makeAutoObservable, observableRef, reaction } from 'mobx';
import type { LanguageForm } from '#schemas/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fromFormValues, toFormValues } from '#generators/language/fragments.ts';
import { isSame } from '#shared/metadata/merge-parts.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { filledForm, type PartContext } from './part-choices.ts';
import type { DefinitionPart } from './definition-part.ts';

const STAFF = { id: '', roles: ['staff'] };

/** A piece of a definition in a form that the metadata schema itself describes. */
export class PartForm {
  readonly store: FormStore;
  definitionPart: DefinitionPart;
  context: PartContext;
  readonly #form: LanguageForm;
  /** Fields of the form that were seen; what was never shown is not the form's to take away. */
  readonly #seen = new Set<string>();
  /** What was reported and did not come back yet: a screen draws later than a person types. */
  #unanswered: readonly DefinitionPart[] = [];
  /** Counts forms, because a form store takes another form only at another version. */
  #revision = 1;

  constructor(schema: LanguageForm, definitionPart: DefinitionPart, context: PartContext, today: string) {
    this.#form = schema;
    this.definitionPart = definitionPart;
    this.context = context;
    const form = this.#make(definitionPart);
    this.store = new FormStore({
      definition: this.#versioned(form),
      saved: toFormValues(form, definitionPart),
      user: STAFF,
      today,
    });
    makeAutoObservable(
      this,
      { store: false, definitionPart: observableRef, context: observableRef },
      { autoBind: true },
    );
  }

  /** Reports each change of the part until the returned function is called. */
  follow(onChange: (definitionPart: DefinitionPart) => void): () => void {
    const stopForm = reaction(
      () => this.shown,
      (form) => this.#adopt(form),
      { equals: isSame },
    );
    const stopValues = reaction(
      () => this.#read(),
      (next) => {
        if (isSame(next, this.definitionPart)) return;
        this.#report(next);
        onChange(next);
      },
      { equals: isSame },
    );
    return () => {
      stopForm();
      stopValues();
    };
  }

  /** What surrounds the part changed: other fields may be chosen. */
  setContext(context: PartContext): void {
    this.context = context;
  }

  /** The part was changed elsewhere, e.g. taken back: the form follows. Its own reports, which come back late, change nothing. */
  receive(definitionPart: DefinitionPart): void {
    const answered = this.#unanswered.findLastIndex((reported) => isSame(reported, definitionPart));
    this.#unanswered = answered === -1 ? [] : this.#unanswered.slice(answered + 1);
    if (answered !== -1 || isSame(definitionPart, this.definitionPart)) return;
    this.take(definitionPart);
    const form = this.#make(definitionPart);
    this.#adopt(form);
    const values = toFormValues(form, definitionPart) as Record<string, never>;
    for (const apiName of this.store.shape.fields.keys()) this.store.set(apiName, values[apiName]);
  }

  /** Puts one part that the form does not show itself. */
  put(key: string, value: unknown): DefinitionPart {
    const { [key]: _before, ...others } = this.definitionPart;
    this.#report(value === undefined ? others : { ...this.definitionPart, [key]: value });
    return this.definitionPart;
  }

  #report(definitionPart: DefinitionPart): void {
    this.take(definitionPart);
    this.#unanswered = [...this.#unanswered, definitionPart];
  }

  take(definitionPart: DefinitionPart): void {
    this.definitionPart = definitionPart;
  }

  /** The form that the screen shows: choices filled in. */
  get shown(): LanguageForm {
    return this.#make(this.definitionPart);
  }

  #make(definitionPart: DefinitionPart): LanguageForm {
    return filledForm(this.#form, definitionPart, this.context);
  }

  #adopt(form: LanguageForm): void {
    this.#revision += 1;
    this.store.adopt(this.#versioned(form));
  }

  #versioned({ definition }: LanguageForm): ObjectDefinition {
    return { ...definition, version: this.#revision };
  }

  #read(): DefinitionPart {
    const { store } = this;
    const values: Record<string, unknown> = {};
    for (const apiName of store.shape.fields.keys()) {
      const slot = store.slot(apiName);
      if (slot.visible) this.#seen.add(apiName);
      if (this.#seen.has(apiName)) values[apiName] = slot.visible ? filled(slot.value) : null;
    }
    return fromFormValues(this.shown, values, this.definitionPart);
  }
}

/** What is empty on a form is absent in a definition. */
function filled(value: unknown): unknown {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? null : value;
}
