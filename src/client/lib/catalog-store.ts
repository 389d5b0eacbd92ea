import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { ReplyOf } from '#schemas/api/route.ts';
import { listObjects, readObject } from '#schemas/generated/api/metadata.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { optionSetName } from '#generators/options.ts';
import type { Api } from './api.ts';
import type { ApiFailure } from './api-failure.ts';
import type { StreamEvent } from './events.ts';
import { Loadable } from './loadable.ts';

/** One object that this person may list. */
export type ObjectSummary = ReplyOf<typeof listObjects>[number];

export type ListedObject = ObjectSummary & { readonly route: string };

/** A list of an object that has a condition of its own. */
export type OpenFixedList = NonNullable<ObjectSummary['fixedLists']>[number];

/** The metadata of the objects in use. Only what a screen asked for is loaded; hints keep it current. */
export class CatalogStore {
  readonly #list: Loadable<readonly ObjectSummary[]>;
  readonly #definitions = observable.map<string, ObjectDefinition>({}, { deep: false });
  readonly #asked = new Map<string, Promise<ObjectDefinition>>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.#list = new Loadable(() => api.call(listObjects));
    makeAutoObservable(this);
  }

  get objects(): readonly ObjectSummary[] | undefined {
    return this.#list.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#list.failure;
  }

  /** Objects whose records are kept here, and not by a feature. */
  get stored(): readonly ObjectSummary[] {
    return (this.objects ?? []).filter(({ kind }) => kind === undefined);
  }

  /** Objects whose records are data of the platform and have a list screen, in the order the server gives. */
  get lists(): readonly ListedObject[] {
    return this.stored.flatMap((object) => (object.route ? [{ ...object, route: object.route }] : []));
  }

  /** Objects whose lists the navigation leads to: data of the platform, and what a feature keeps where it has a heading. */
  get inMenu(): readonly ListedObject[] {
    return (this.objects ?? []).flatMap((object) => {
      const { kind, route, heading, fixedLists = [] } = object;
      const own = route !== undefined && (kind === undefined || heading !== undefined) ? [{ ...object, route }] : [];
      return [
        ...own,
        ...fixedLists.map(({ position = object.position, ...list }) => ({
          ...object,
          route: list.route,
          label: list.label,
          ...(position !== undefined && { position }),
        })),
      ];
    });
  }

  /** The object whose list has this route, or one of whose lists with a condition of their own has it. */
  at(route: string): ObjectSummary | undefined {
    return this.objects?.find((object) => object.route === route) ?? this.#holderOf(route);
  }

  /** The route of the list that had this one before, while no list has it. */
  movedFrom(route: string): string | undefined {
    return this.at(route) ? undefined : this.objects?.find((object) => object.formerRoutes?.includes(route))?.route;
  }

  /** The list at this route that has a condition of its own. */
  fixedAt(route: string): OpenFixedList | undefined {
    const holder = this.objects?.some((object) => object.route === route) ? undefined : this.#holderOf(route);
    return holder?.fixedLists?.find((list) => list.route === route);
  }

  #holderOf(route: string): ObjectSummary | undefined {
    return this.objects?.find(({ fixedLists }) => fixedLists?.some((list) => list.route === route));
  }

  /** An object of the list by its apiName. */
  summary(apiName: string): ObjectSummary | undefined {
    return this.objects?.find((object) => object.apiName === apiName);
  }

  /** The definition of an object, when it has been loaded. */
  definition(apiName: string): ObjectDefinition | undefined {
    return this.#definitions.get(apiName);
  }

  loadObjects(): Promise<void> {
    return this.#list.refresh();
  }

  /** Loads a definition once; later calls share it. Throws `ApiFailure`. */
  async load(apiName: string): Promise<ObjectDefinition> {
    return this.#definitions.get(apiName) ?? this.#fetch(apiName);
  }

  /** Takes a hint: a changed object that is in use is read again. */
  receive(event: StreamEvent): void {
    if (event.type === 'stream.opened') this.#refresh([...this.#definitions.keys()]);
    if (event.type === 'options.changed') this.#refresh(this.#usersOf(event.name));
    if (event.type !== 'metadata.changed') return;
    const known = this.#definitions.get(event.objectApiName);
    if (known && known.version < event.version) this.#refresh([event.objectApiName]);
    if (this.objects) void this.loadObjects();
  }

  /** Forgets everything; another person may see other objects. */
  clear(): void {
    this.#list.clear();
    this.#definitions.clear();
    this.#asked.clear();
  }

  /** Loaded objects whose fields choose from an option set: its options came with them. */
  #usersOf(optionSet: string): string[] {
    return [...this.#definitions.values()]
      .filter(({ fields }) => fields.some((field) => optionSetName(field) === optionSet))
      .map(({ apiName }) => apiName);
  }

  #refresh(apiNames: readonly string[]): void {
    // Screens keep the definition they have when reading the new one fails; the next hint tries again.
    for (const apiName of apiNames) this.#fetch(apiName).catch(() => undefined);
  }

  #fetch(apiName: string): Promise<ObjectDefinition> {
    const running = this.#asked.get(apiName);
    if (running) return running;
    const asked = this.#api
      .call(readObject, { params: { objectApiName: apiName } })
      .then((definition) => {
        runInAction(() => this.#definitions.set(apiName, definition));
        return definition;
      })
      .finally(() => this.#asked.delete(apiName));
    this.#asked.set(apiName, asked);
    return asked;
  }
}
