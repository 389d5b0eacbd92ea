import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { planRenaming, renameField } from '#schemas/generated/api/field-renaming.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { nameProblem } from '#client/features/metadata/draft/definition-edits.ts';
import type { ObjectEditorStore } from './object-editor-store.ts';

/** What follows a renaming: places that are changed with it, and places that go on by the former identifier. */
interface Consequences {
  readonly to: string;
  readonly changed: readonly string[];
  readonly kept: readonly string[];
}

/** A saved field that gets another identifier, in a dialog of its own: it is done at once and is no part of the draft. */
export class FieldRenamingStore {
  from: string | undefined;
  to = '';
  consequences: Consequences | undefined;
  refusal: string | undefined;
  readonly #api: Api;
  readonly #editor: ObjectEditorStore;

  constructor(api: Api, editor: ObjectEditorStore) {
    this.#api = api;
    this.#editor = editor;
    makeAutoObservable(this, { consequences: observableRef }, { autoBind: true });
  }

  open(from: string): void {
    this.from = from;
    this.name(from);
  }

  close(): void {
    this.from = undefined;
  }

  name(to: string): void {
    this.to = to;
    this.consequences = undefined;
    this.refusal = undefined;
  }

  /** Changes that are not saved would be lost, or come on top of another version. */
  get isHeldUp(): boolean {
    return this.#editor.draft?.isDirty === true;
  }

  get problem(): string | undefined {
    const { current } = this.#editor.draft ?? {};
    if (!current || this.to === this.from) return undefined;
    return nameProblem(current, this.to) ?? this.refusal;
  }

  get isReady(): boolean {
    return !this.isHeldUp && this.consequences?.to === this.to && this.problem === undefined;
  }

  /** Asks what follows, once the user rests. */
  async ask(): Promise<void> {
    const { from, to } = this;
    const body = this.#body();
    if (!body || this.isHeldUp || from === to || this.problem !== undefined) return;
    const answer = await this.#api.call(planRenaming, { body }).catch((thrown: unknown) => asFailure(thrown));
    runInAction(() => {
      if (this.from !== from || this.to !== to) return;
      if ('changed' in answer) this.consequences = { to, changed: answer.changed, kept: answer.kept };
      else this.refusal = answer.message;
    });
  }

  /** Gives the field its new identifier; gives back the definition. @throws ApiFailure */
  async rename(): Promise<ObjectDefinition | undefined> {
    const body = this.#body();
    if (!body) return undefined;
    const { definition } = await this.#api.call(renameField, { body });
    this.#editor.take(definition);
    return definition;
  }

  #body() {
    const { draft, objectApiName } = this.#editor;
    if (this.from === undefined || !draft) return undefined;
    return { objectApiName, baseVersion: draft.baseVersion, from: this.from, to: this.to };
  }
}
