import { makeAutoObservable, observableRef, reaction } from 'mobx';
import type { LanguageForm } from '#schemas/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fromFormValues, toFormValues } from '#generators/language/fragments.ts';
import { canonical } from '#shared/metadata/merge-parts.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { filledForm, type Around } from './language-choices.ts';
import type { Fragment } from './fragment.ts';

const STAFF = { id: '', roles: ['staff'] };

/** A piece of a definition in a form that the metadata language itself describes. */
export class FragmentForm {
  readonly store: FormStore;
  fragment: Fragment;
  around: Around;
  readonly #form: LanguageForm;
  /** Fields of the form that were seen; what was never shown is not the form's to take away. */
  readonly #seen = new Set<string>();
  /** What was reported and did not come back yet: a screen draws later than a person types. */
  #unanswered: readonly Fragment[] = [];
  /** Counts forms, because a form store takes another form only at another version. */
  #revision = 1;

  constructor(language: LanguageForm, fragment: Fragment, around: Around, today: string) {
    this.#form = language;
    this.fragment = fragment;
    this.around = around;
    const form = this.#make(fragment);
    this.store = new FormStore({
      definition: this.#versioned(form),
      saved: toFormValues(form, fragment),
      user: STAFF,
      today,
    });
    makeAutoObservable(this, { store: false, fragment: observableRef, around: observableRef }, { autoBind: true });
  }

  /** Tells each change of the fragment until the returned function is called. */
  follow(onChange: (fragment: Fragment) => void): () => void {
    const stopForm = reaction(
      () => this.#make(this.fragment),
      (form) => this.#adopt(form),
      { equals: (left, right) => canonical(left) === canonical(right) },
    );
    const stopValues = reaction(
      () => this.#read(),
      (next) => {
        if (canonical(next) === canonical(this.fragment)) return;
        this.#report(next);
        onChange(next);
      },
      { equals: (left, right) => canonical(left) === canonical(right) },
    );
    return () => {
      stopForm();
      stopValues();
    };
  }

  /** What surrounds the fragment changed: other fields may be chosen. */
  surround(around: Around): void {
    this.around = around;
  }

  /** The fragment was changed elsewhere, e.g. taken back: the form follows. Its own reports, which come back late, change nothing. */
  receive(fragment: Fragment): void {
    const text = canonical(fragment);
    const answered = this.#unanswered.findLastIndex((reported) => canonical(reported) === text);
    this.#unanswered = answered === -1 ? [] : this.#unanswered.slice(answered + 1);
    if (answered !== -1 || text === canonical(this.fragment)) return;
    this.take(fragment);
    const form = this.#make(fragment);
    this.#adopt(form);
    const values = toFormValues(form, fragment) as Record<string, never>;
    for (const apiName of this.store.shape.fields.keys()) this.store.set(apiName, values[apiName]);
  }

  /** Puts one part that the form does not show itself. */
  put(key: string, value: unknown): Fragment {
    const { [key]: _before, ...others } = this.fragment;
    this.#report(value === undefined ? others : { ...this.fragment, [key]: value });
    return this.fragment;
  }

  #report(fragment: Fragment): void {
    this.take(fragment);
    this.#unanswered = [...this.#unanswered, fragment];
  }

  take(fragment: Fragment): void {
    this.fragment = fragment;
  }

  /** The form that the screen shows: choices filled in. */
  #make(fragment: Fragment): LanguageForm {
    return filledForm(this.#form, fragment, this.around);
  }

  #adopt(form: LanguageForm): void {
    this.#revision += 1;
    this.store.adopt(this.#versioned(form));
  }

  #versioned({ definition }: LanguageForm): ObjectDefinition {
    return { ...definition, version: this.#revision };
  }

  #read(): Fragment {
    const { store } = this;
    const values: Record<string, unknown> = {};
    for (const apiName of store.shape.fields.keys()) {
      const slot = store.slot(apiName);
      if (slot.visible) this.#seen.add(apiName);
      if (this.#seen.has(apiName)) values[apiName] = slot.visible ? filled(slot.value) : null;
    }
    return fromFormValues(this.#make(this.fragment), values, this.fragment);
  }
}

/** What is empty on a form is absent in a definition. */
function filled(value: unknown): unknown {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? null : value;
}
