import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { optionSetName } from '#generators/options.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { CatalogObject } from './catalog-object.ts';
import { allObjects, allOptionSets, oneObject } from './queries.ts';

/** What is current: every object and option set, held in memory and renewed by hints. */
export class Catalog {
  readonly #db: Db;
  #objects = new Map<string, CatalogObject>();
  #optionSets = new Map<string, OptionSet>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Reads everything anew; an older version never replaces a newer one that was read meanwhile. */
  async load(): Promise<void> {
    const optionSets = await allOptionSets(this.#db);
    const read = await allObjects(this.#db);
    this.#optionSets = new Map(optionSets.map((set) => [set.name, set]));
    const newest = new Map(read.map((definition) => [definition.apiName, definition]));
    for (const { apiName, saved } of this.#objects.values()) {
      if (saved.version > (newest.get(apiName)?.version ?? 0)) newest.set(apiName, saved);
    }
    this.#objects = new Map(
      [...newest].map(([apiName, definition]) => [apiName, new CatalogObject(definition, this.#optionSets)]),
    );
  }

  /** Reads one object anew, after it was saved here or elsewhere; an older version never replaces a newer one. */
  async refresh(apiName: string): Promise<void> {
    const definition = await oneObject(this.#db, apiName);
    if (!definition || definition.version <= (this.#objects.get(apiName)?.version ?? 0)) return;
    // It may use an option set that was saved with it and has not been heard of here.
    const sets = definition.fields.map(optionSetName).filter((name) => name !== undefined);
    if (sets.some((name) => !this.#optionSets.has(name))) return this.load();
    this.#objects.set(apiName, new CatalogObject(definition, this.#optionSets));
  }

  /** @throws Failure UNKNOWN_OBJECT, naming it. */
  object(apiName: string): CatalogObject {
    const found = this.#objects.get(apiName);
    if (!found) throw new Failure('UNKNOWN_OBJECT', `对象“${apiName.slice(0, 60)}”不存在`);
    return found;
  }

  find(apiName: string): CatalogObject | undefined {
    return this.#objects.get(apiName);
  }

  get objects(): readonly CatalogObject[] {
    return [...this.#objects.values()];
  }

  get optionSets(): ReadonlyMap<string, OptionSet> {
    return this.#optionSets;
  }

  /** @throws Failure UNKNOWN_OBJECT, naming the option set. */
  optionSet(name: string): OptionSet {
    const found = this.#optionSets.get(name);
    if (!found) throw new Failure('UNKNOWN_OBJECT', `选项集“${name.slice(0, 60)}”不存在`);
    return found;
  }
}
