import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { LanguageForm, SavedOptionSet } from '#schemas/api/metadata-editing.ts';
import { listOptionSets, readLanguage } from '#schemas/generated/api/metadata-editing.ts';
import { listObjectNames, readSavedObject } from '#schemas/generated/api/metadata.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';

interface Names {
  readonly forms: Readonly<Record<string, LanguageForm>>;
  readonly objects: ReplyOf<typeof listObjectNames>;
  readonly optionSets: readonly Pick<SavedOptionSet, 'name' | 'label'>[];
}

/** The metadata schema as the server gives it, and the names that definitions may refer to. */
export class MetadataSchemaStore {
  readonly #names: Loadable<Names>;
  /** Other objects, whose fields related lists and charts name. */
  others: Readonly<Record<string, ObjectDefinition>> = {};
  readonly #api: Api;
  readonly #asked = new Set<string>();

  constructor(api: Api) {
    this.#api = api;
    this.#names = new Loadable(async () => {
      const [{ forms }, objects, optionSets] = await Promise.all([
        this.forms ? { forms: this.forms } : api.call(readLanguage),
        api.call(listObjectNames),
        api.call(listOptionSets),
      ]);
      return { forms, objects, optionSets };
    });
    makeAutoObservable(this, { kindAt: false, propertyAt: false, others: observableRef }, { autoBind: true });
  }

  get forms(): Names['forms'] | undefined {
    return this.#names.value?.forms;
  }

  get objects(): Names['objects'] {
    return this.#names.value?.objects ?? [];
  }

  get optionSets(): Names['optionSets'] {
    return this.#names.value?.optionSets ?? [];
  }

  get failure(): ApiFailure | undefined {
    return this.#names.failure;
  }

  /** Reads the schema once and the names again. */
  load(): Promise<void> {
    return this.#names.refresh();
  }

  /** Objects as choices. */
  get objectOptions(): SelectOption[] {
    return this.objects.map(({ apiName, label }) => ({ value: apiName, label: `${label}（${apiName}）` }));
  }

  get optionSetOptions(): SelectOption[] {
    return this.optionSets.map(({ name, label }) => ({ value: name, label: `${label}（${name}）` }));
  }

  /** Kind of the pieces at a place in a definition, e.g. `['layouts', 'detail', 'related']`; undefined when there are none. */
  kindAt(path: readonly string[]): string | undefined {
    let kind = 'object';
    let rest = path;
    while (rest.length > 0) {
      const way = rest;
      const part = this.forms?.[kind]?.parts.find(
        (candidate) => candidate.of !== undefined && candidate.path.every((key, index) => key === way[index]),
      );
      if (part?.of === undefined) return undefined;
      kind = part.of;
      rest = rest.slice(part.path.length);
    }
    return kind;
  }

  /** A property of the pieces at a place, as their form asks for it. */
  propertyAt(path: readonly string[], name: string): FieldDefinition | undefined {
    const form = this.forms?.[this.kindAt(path) ?? ''];
    const part = form?.parts.find((candidate) => candidate.path.join() === name);
    return form?.definition.fields.find(({ apiName }) => apiName === part?.field);
  }

  /** Another object's definition; undefined until it has been read, which asking for it begins. */
  other(apiName: string): ObjectDefinition | undefined {
    const known = this.others[apiName];
    if (!known && !this.#asked.has(apiName)) {
      this.#asked.add(apiName);
      this.#read(apiName).catch(() => this.#asked.delete(apiName));
    }
    return known;
  }

  receive(event: StreamEvent): void {
    if (event.type === 'metadata.changed') {
      if (this.others[event.objectApiName]) void this.#read(event.objectApiName).catch(() => undefined);
      void this.load();
    }
    if (event.type === 'options.changed') void this.load();
  }

  async #read(objectApiName: string): Promise<void> {
    const definition = await this.#api.call(readSavedObject, { params: { objectApiName } });
    runInAction(() => (this.others = { ...this.others, [objectApiName]: definition }));
  }
}
