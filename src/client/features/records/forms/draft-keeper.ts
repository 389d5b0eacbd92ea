import { makeAutoObservable, reaction } from 'mobx';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { FormStore } from '#client/ui/schema-form/form-store.ts';
import type { DraftChange, FormDraft } from './record-drafts.ts';

/** Rest after the last change before the draft is written, in milliseconds. */
const REST = 500;

interface DraftKeeperDeps {
  readonly form: FormStore;
  readonly draft: FormDraft;
  readonly now: () => number;
  /** Version of the record that the form is based on now. */
  readonly version: () => number;
}

/** Keeps what is typed into one form until it is saved, and brings it back. */
export class DraftKeeper {
  /** When the draft that was brought back had been typed; undefined when none was. */
  restoredAt: number | undefined;
  /** When the draft was last written; undefined while there is none. */
  keptAt: number | undefined;
  /** The browser refused to keep the draft. */
  refused = false;
  readonly #deps: DraftKeeperDeps;
  #stop: (() => void) | undefined;

  constructor(deps: DraftKeeperDeps) {
    this.#deps = deps;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /**
   * Puts a kept draft into the form and keeps watch from now on. Returns what was typed with the values of that time, so that
   * the caller sees what others have changed since.
   */
  restore(): { field: string; before: FieldValue; mine: FieldValue }[] {
    const { form } = this.#deps;
    const draft = this.#deps.draft.read();
    const changes = Object.entries(draft?.changes ?? {}).filter(
      ([field]) => form.shape.fields.has(field) && !form.locked.has(field),
    );
    for (const [field, { after }] of changes) form.set(field, after);
    this.restoredAt = form.isDirty ? draft?.savedAt : undefined;
    this.#stop = reaction(
      () => this.#changes(),
      (changes) => this.keep(changes),
      { delay: REST },
    );
    return changes.map(([field, { before, after }]) => ({ field, before, mine: after }));
  }

  /** Writes changes, or forgets the draft when there are none. */
  keep(changes: Readonly<Record<string, DraftChange>>): void {
    const { draft, now, version } = this.#deps;
    const savedAt = now();
    const some = Object.keys(changes).length > 0;
    if (!some) draft.drop();
    this.refused = some && !draft.keep(changes, { recordVersion: version(), savedAt });
    this.keptAt = some && !this.refused ? savedAt : undefined;
  }

  /** Writes what is typed so far at once. */
  flush(): void {
    this.keep(this.#changes());
  }

  /** Back to what is saved; the draft is gone. */
  discard(): void {
    this.#deps.form.revert();
    this.finish();
  }

  /** The draft is no longer needed. */
  finish(): void {
    this.#deps.draft.drop();
    this.restoredAt = undefined;
    this.keptAt = undefined;
  }

  /** Ends the watch; what is typed is kept. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
    if (this.#deps.form.isDirty) this.flush();
  }

  /** The notice about a draft brought back has been read. */
  acknowledge(): void {
    this.restoredAt = undefined;
  }

  /** What is encrypted at the server is not stored in the browser as plain text: other people may use it. */
  #keepable(): string[] {
    const { form, draft } = this.#deps;
    if (draft.holdsSealed === true) return [...form.changed];
    return [...form.changed].filter((name) => !isSealed(form.shape.fields.get(name) ?? {}));
  }

  #changes(): Record<string, DraftChange> {
    const { form } = this.#deps;
    return Object.fromEntries(
      this.#keepable().map((field) => [field, { before: form.saved[field], after: form.valueOf(field) }]),
    );
  }
}
