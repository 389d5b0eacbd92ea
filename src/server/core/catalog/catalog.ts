import type { VersionedOptionSet } from '#schemas/api/metadata.ts';
import { LIST_ROUTE_SOURCE } from '#schemas/metadata/names.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { optionSetName } from '#generators/options.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { groupsOf, isLed } from '#server/core/derived/plan.ts';
import { CatalogObject } from './catalog-object.ts';
import { allObjects, allOptionSets, oneObject, oneOptionSet } from './queries.ts';

const LIST_ROUTE = new RegExp(LIST_ROUTE_SOURCE);

/** What is current: every object and option set, held in memory and renewed by hints; objects with the oldest first. */
export class Catalog {
  readonly #db: Db;
  readonly #demand: () => Promise<void>;
  /** Reads under way, by what is read. */
  readonly #reads = new Map<string, Promise<void>>();
  #objects = new Map<string, CatalogObject>();
  #optionSets = new Map<string, VersionedOptionSet>();
  #edition = 0;

  /** @param demand is called before saved definitions come into use: what is read by them must have been written by then. */
  constructor(db: Db, demand: () => Promise<void> = async () => undefined) {
    this.#db = db;
    this.#demand = demand;
  }

  /** Reads everything again; an older version never replaces a newer one that was read meanwhile. */
  async load(): Promise<void> {
    const optionSets = await allOptionSets(this.#db);
    const read = await allObjects(this.#db);
    await this.#demand();
    const newestSets = new Map(optionSets.map((set) => [set.name, set]));
    for (const set of this.#optionSets.values()) {
      if (set.version > (newestSets.get(set.name)?.version ?? 0)) newestSets.set(set.name, set);
    }
    this.#optionSets = newestSets;
    const newest = new Map(read.map((kept) => [kept.definition.apiName, kept]));
    for (const { apiName, saved, revision } of this.#objects.values()) {
      const kept = newest.get(apiName);
      if (saved.version > (kept?.definition.version ?? 0)) newest.set(apiName, { definition: saved, revision });
    }
    this.#objects = new Map(
      [...newest].map(([apiName, { definition, revision }]) => [
        apiName,
        new CatalogObject(definition, this.#optionSets, revision),
      ]),
    );
    this.#group();
  }

  /** Says of every object what is worked out of others for it, and of it for others. */
  #group(): void {
    this.#edition += 1;
    const find = (apiName: string) => this.#objects.get(apiName)?.definition;
    const groups = this.storedObjects.flatMap((object) => groupsOf(object.definition, find));
    for (const object of this.#objects.values()) {
      object.groups = groups.filter(({ home }) => home.apiName === object.apiName);
      object.readBy = groups.filter(({ source }) => source.apiName === object.apiName);
      object.ledBy = groups.filter(isLed).filter(({ way }) => way.object.apiName === object.apiName);
    }
  }

  /**
   * Reads one object again, after it was saved here or elsewhere; an older version never replaces a newer one. `version`
   * is what was saved: where that has been read already, nothing is read.
   */
  refresh(apiName: string, version?: number): Promise<void> {
    const known = () => this.#objects.get(apiName)?.version;
    return this.#read(`object ${apiName}`, version, known, () => this.#readObject(apiName));
  }

  async #readObject(apiName: string): Promise<void> {
    const kept = await oneObject(this.#db, apiName);
    await this.#demand();
    const known = this.#objects.get(apiName);
    // Another object has begun to be worked out of this one's records.
    if (known && kept && kept.revision > known.revision) return this.load();
    if (!kept || kept.definition.version <= (known?.version ?? 0)) return;
    const { definition, revision } = kept;
    // It may use an option set that was saved with it and is not loaded here yet.
    const sets = definition.fields.map(optionSetName).filter((name) => name !== undefined);
    if (sets.some((name) => !this.#optionSets.has(name))) return this.load();
    // The save has counted up the revisions of those that the object reads, or read before.
    const find = (name: string) => this.#objects.get(name)?.definition;
    const groups = [...(known?.groups ?? []), ...groupsOf(definition, find)];
    if (groups.length > 0) return this.load();
    this.#objects.set(apiName, new CatalogObject(definition, this.#optionSets, revision));
    this.#group();
  }

  /** Reads one option set again and renews the objects that use it; `version` as for an object. */
  refreshOptionSet(name: string, version?: number): Promise<void> {
    const known = () => this.#optionSets.get(name)?.version;
    return this.#read(`options ${name}`, version, known, () => this.#readOptionSet(name));
  }

  /** The saver and the notification of the same save ask at once: the later one waits for what the first reads. */
  async #read(
    what: string,
    version: number | undefined,
    known: () => number | undefined,
    read: () => Promise<void>,
  ): Promise<void> {
    if (version !== undefined) {
      await this.#reads.get(what)?.catch(() => undefined);
      if ((known() ?? 0) >= version) return;
    }
    const reading = read();
    this.#reads.set(what, reading);
    try {
      await reading;
    } finally {
      if (this.#reads.get(what) === reading) this.#reads.delete(what);
    }
  }

  async #readOptionSet(name: string): Promise<void> {
    const set = await oneOptionSet(this.#db, name);
    await this.#demand();
    if (!set || set.version <= (this.#optionSets.get(name)?.version ?? 0)) return;
    this.#optionSets = new Map(this.#optionSets).set(name, set);
    for (const { apiName, saved, revision } of this.#objects.values()) {
      const isUser = saved.fields.some((field) => optionSetName(field) === name);
      if (!isUser) continue;
      // The save may have counted up the revisions of those that add up its bands.
      if (saved.fields.some(({ config }) => config?.rollup?.bands !== undefined)) return this.load();
      this.#objects.set(apiName, new CatalogObject(saved, this.#optionSets, revision));
    }
    this.#group();
  }

  /**
   * This catalog as it would be with definitions that are not saved, to be read from. It hears of no later save, and what
   * objects work out of each other is as it is now.
   */
  imagined(objects: readonly ObjectDefinition[], optionSets: readonly OptionSet[]): Catalog {
    const other = new Catalog(this.#db);
    other.#optionSets = new Map(this.#optionSets);
    for (const set of optionSets) other.#optionSets.set(set.name, { ...set, version: 0 });
    const changed = new Map(objects.map((object) => [object.apiName, object]));
    const names = new Set(optionSets.map(({ name }) => name));
    for (const [apiName, known] of this.#objects) {
      const saved = changed.get(apiName) ?? known.saved;
      const isSame = saved === known.saved && !saved.fields.some((field) => names.has(optionSetName(field) ?? ''));
      other.#objects.set(apiName, isSame ? known : known.as(saved, other.#optionSets));
    }
    return other;
  }

  /**
   * The address of an object's list. Undefined where none leads there: saves refuse such addresses today, but a database
   * may hold one that no screen opens, or one that an older object has had before.
   */
  listRoute({ apiName, isSystem, saved: { route } }: CatalogObject): string | undefined {
    if (route === undefined || (!isSystem && !LIST_ROUTE.test(route))) return undefined;
    return this.objects.find(({ saved }) => saved.route === route)?.apiName === apiName ? route : undefined;
  }

  /** @throws Failure UNKNOWN_OBJECT, naming it. */
  object(apiName: string): CatalogObject {
    const found = this.#objects.get(apiName);
    if (!found) throw new Failure('UNKNOWN_OBJECT', `对象“${apiName.slice(0, 60)}”不存在`);
    return found;
  }

  /** An object to be written to. @throws Failure UNKNOWN_OBJECT; FORBIDDEN where a feature keeps the records. */
  storedObject(apiName: string): CatalogObject {
    const found = this.object(apiName);
    if (found.isSystem) throw new Failure('FORBIDDEN', `“${found.saved.label}”由系统维护，不能直接修改`);
    return found;
  }

  find(apiName: string): CatalogObject | undefined {
    return this.#objects.get(apiName);
  }

  get objects(): readonly CatalogObject[] {
    return [...this.#objects.values()];
  }

  /** Objects whose records are kept here, and not by a feature. */
  get storedObjects(): readonly CatalogObject[] {
    return this.objects.filter(({ isSystem }) => !isSystem);
  }

  /** Another number after every change of any definition. */
  get edition(): number {
    return this.#edition;
  }

  get optionSets(): ReadonlyMap<string, VersionedOptionSet> {
    return this.#optionSets;
  }

  /** @throws Failure UNKNOWN_OBJECT, naming the option set. */
  optionSet(name: string): VersionedOptionSet {
    const found = this.#optionSets.get(name);
    if (!found) throw new Failure('UNKNOWN_OBJECT', `选项集“${name.slice(0, 60)}”不存在`);
    return found;
  }
}
