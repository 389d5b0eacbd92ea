import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { listSavedObjects } from '#schemas/generated/api/metadata-editing.ts';
import { readSavedObject, saveObject } from '#schemas/generated/api/metadata.ts';
import { headingMoved, type ListGroup, listGroups, movedTo, newPlaces } from '#shared/metadata/navigation-order.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';

/** The lists of the navigation, put in another order and saved together. */
export class NavigationStore {
  groups: readonly ListGroup[] | undefined;
  /** Why the lists could not be read. */
  failure: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { groups: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    this.groups = undefined;
    this.failure = undefined;
    try {
      const objects = await this.#api.call(listSavedObjects);
      const lists = objects.flatMap(({ route, kind, ...object }) =>
        route === undefined || (kind !== undefined && object.heading === undefined) ? [] : [{ ...object, route }],
      );
      runInAction(() => (this.groups = listGroups(lists)));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown).message));
    }
  }

  move(apiName: string, heading: string, index: number): void {
    if (this.groups) this.groups = movedTo(this.groups, apiName, heading, index);
  }

  moveHeading(heading: string, by: -1 | 1): void {
    if (this.groups) this.groups = headingMoved(this.groups, heading, by);
  }

  /** How many objects a save would change. */
  get changes(): number {
    return this.groups ? newPlaces(this.groups).length : 0;
  }

  /** Saves each object that moved, on top of what is current. Rejects with the failure of the first that is refused. */
  async save(): Promise<void> {
    for (const { apiName, heading, position } of newPlaces(this.groups ?? [])) {
      const saved = await this.#api.call(readSavedObject, { params: { objectApiName: apiName } });
      const { heading: _before, ...rest } = saved;
      const definition = { ...rest, position, ...(heading !== undefined && { heading }) };
      await this.#api.call(saveObject, { body: { baseVersion: saved.version, definition } });
    }
  }
}
