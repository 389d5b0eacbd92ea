import type { VersionedOptionSet } from '#schemas/api/metadata.ts';
import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { definitionChanges, isSameFragment } from '#generators/language/definition-changes.ts';
import type { Loss } from '#shared/metadata/recast-value.ts';
import type { Database, Db } from '#server/db/database.ts';
import { brokenBindings, refuseBoundOptions } from '#server/core/bindings/binding-check.ts';
import { followBands, followSources } from '#server/core/derived/follow-sources.ts';
import { markAll } from '#server/core/derived/queries.ts';
import type { Catalog } from './catalog.ts';
import { refuseBuiltOn } from './other-uses.ts';
import { refuseDroppedOptions, refuseUsedFields } from './change-check.ts';
import { readDefinition, readOptionSet } from './definition-check.ts';
import { IndexBuilder } from './index-builder.ts';
import {
  limitLockWait,
  lockObject,
  lockOptionSet,
  lockTogether,
  notify,
  writeObject,
  writeOptionSet,
} from './queries.ts';
import { planned, refuseAlike, refuseDropped, refuseStale, refuseSwitched, refuseTakenRoute } from './save-checks.ts';
import { refuseMovedSource, refuseUnfitView } from './system-check.ts';
import { readTogether, type Together } from './save-together.ts';
import { readRecasts } from './recast.ts';
import { renameField } from './rename/rename-field.ts';
import type { Renaming } from '#generators/language/renamed-definition.ts';
import { Preparation } from './preparation.ts';
import { LOCK_WAIT_MS, patiently } from './lock-wait.ts';
import { runSteps } from './storage-steps.ts';

/** Channel on which processes announce to one another what to read again. */
export const METADATA_CHANNEL = 'jingtu_metadata';

/** What a save announces to every process: what changed, and the version that it has now. */
export type CatalogChange =
  | { readonly type: 'metadata.changed'; readonly objectApiName: string; readonly version: number }
  | { readonly type: 'options.changed'; readonly name: string; readonly version: number };

export interface SavedObject {
  readonly definition: ObjectDefinition;
  readonly steps: readonly StorageStep[];
}

export interface SaveOptions {
  /** Other objects as they are about to be saved, which this one may already build on. */
  readonly coming?: ReadonlyMap<string, ObjectDefinition>;
  /** Fields whose values may be sealed by this save, after which they cannot be searched for and the field cannot be opened again. */
  readonly seals?: (field: FieldDefinition) => boolean;
  /** Values that staff agreed to lose where fields become such of another type. */
  readonly agreed?: readonly Loss[];
  /** What is written in the transaction of the save. */
  readonly within?: (trx: Db) => Promise<void>;
}

export interface MetadataWriterDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Notifies the screens of this process after the commit, where the database does not. */
  readonly announce: (change: CatalogChange) => Promise<void>;
  /** Called between any two steps that write; tests end the process there. */
  readonly between?: (step: string) => void;
}

/** Saves definitions: checked, planned, and in one transaction with the storage they need. */
export class MetadataWriter {
  readonly #deps: MetadataWriterDeps;
  readonly #indexes: IndexBuilder;
  readonly #preparation: Preparation;

  constructor(deps: MetadataWriterDeps) {
    this.#deps = deps;
    this.#indexes = new IndexBuilder(deps);
    this.#preparation = new Preparation(deps);
  }

  /**
   * The steps that a save would run, with the definition as it would be saved and what it changes, in words.
   * @throws Failure INVALID_METADATA, CONFLICT.
   */
  async plan(
    input: unknown,
    baseVersion: number,
    { seals }: SaveOptions = {},
  ): Promise<SavedObject & { readonly changes: readonly string[] }> {
    const { catalog, database } = this.#deps;
    const definition = this.#read(input, baseVersion + 1);
    const current = catalog.find(definition.apiName)?.saved;
    await refuseStale(database.db, 'object', definition.apiName, current?.version, baseVersion);
    await refuseTakenRoute(database.db, definition);
    refuseMovedSource(current, definition);
    await refuseUnfitView(database.db, definition);
    if (current) {
      await refuseSwitched(database.db, current, definition, seals);
      this.#refuseBreaking(current, definition);
    }
    const { to, steps } = await planned(database.db, current, definition);
    return { definition: to, steps, changes: definitionChanges(current, to) };
  }

  /**
   * Saves the next version with the storage that it needs.
   * @throws Failure INVALID_METADATA, CONFLICT when another save came in between, UNAVAILABLE when the table stays busy.
   */
  async save(input: unknown, baseVersion: number, author: string, options: SaveOptions = {}): Promise<SavedObject> {
    const { coming, within } = options;
    const { catalog } = this.#deps;
    const definition = this.#read(input, baseVersion + 1, coming);
    const known = catalog.find(definition.apiName)?.saved;
    // What ships is changed as a whole: screens of staff leave out what it no longer has.
    if (known?.version === baseVersion && !coming) this.#refuseBreaking(known, definition);
    if (!coming) refuseMovedSource(known, definition);
    return this.#preparation.around(known?.version === baseVersion ? known : undefined, definition, () =>
      this.#inTransaction(async (trx, changed) => {
        const written = await this.#write(trx, changed, definition, baseVersion, author, options);
        await within?.(trx);
        return written;
      }),
    );
  }

  /**
   * Saves several things in one transaction, each of which may build on the others, and what `within` writes with them.
   * @throws Failure as `save` and `saveOptionSet` do, naming the first of them that cannot be saved.
   */
  async saveTogether<T>(together: Together, author: string, within: (trx: Db) => Promise<T>): Promise<T> {
    const { optionSets, definitions, users, find } = readTogether(this.#deps.catalog, together);
    return this.#inTransaction(async (trx, changed) => {
      await lockTogether(trx);
      for (const set of optionSets) await this.#writeSet(trx, changed, set, users, author);
      for (const definition of definitions)
        await this.#write(trx, changed, definition, definition.version - 1, author, {}, find);
      return within(trx);
    });
  }

  /**
   * Gives a field another name wherever it is named, in its own object and in others, without writing a row of its table. The
   * former name stays beside the new one, for addresses and programs that use it.
   * @throws Failure INVALID_METADATA, CONFLICT, UNAVAILABLE while work goes on by the former name.
   */
  async renameField(renaming: Renaming, baseVersion: number, author: string): Promise<SavedObject> {
    return this.#inTransaction((trx, changed) => {
      const written = async (definition: ObjectDefinition) => {
        await notify(trx, METADATA_CHANNEL, JSON.stringify(objectChanged(definition)));
        changed.push(objectChanged(definition));
      };
      return renameField(trx, { ...this.#deps, written }, renaming, baseVersion, author);
    });
  }

  /** Commits, then has this process and the others know of it. A table that is busy is waited for. */
  async #inTransaction<T>(work: (trx: Db, changed: CatalogChange[]) => Promise<T>): Promise<T> {
    const { announce, catalog, database } = this.#deps;
    const { done, changed } = await patiently(this.#deps, async () => {
      const noted: CatalogChange[] = [];
      return { done: await database.db.transaction().execute((trx) => work(trx, noted)), changed: noted };
    });
    for (const change of changed) {
      if (change.type === 'options.changed') await catalog.refreshOptionSet(change.name, change.version);
      else await catalog.refresh(change.objectApiName, change.version);
      await announce(change);
    }
    return done;
  }

  /** Writes the next version and notes that it did; a definition that says what the current one says makes none. */
  async #write(
    trx: Db,
    changed: CatalogChange[],
    asked: ObjectDefinition,
    baseVersion: number,
    author: string,
    { seals, agreed = [] }: Pick<SaveOptions, 'seals' | 'agreed'>,
    find?: (apiName: string) => ObjectDefinition | undefined,
  ): Promise<SavedObject> {
    const { between, catalog, database, now } = this.#deps;
    const current = await lockObject(trx, asked.apiName);
    await refuseStale(trx, 'object', asked.apiName, current?.version, baseVersion);
    if (current && isSameFragment({ ...current, version: 0 }, { ...asked, version: 0 }))
      return { definition: current, steps: [] };
    await refuseTakenRoute(trx, asked);
    await refuseUnfitView(trx, asked);
    const change = await planned(trx, current, asked);
    const definition = change.to;
    if (current) await refuseSwitched(trx, current, definition, seals);
    between?.('locked');
    if (database.kind === 'postgres') await limitLockWait(trx, LOCK_WAIT_MS);
    await writeObject(trx, definition, change.steps, author, now());
    await refuseAlike(trx, current, definition);
    await followSources(trx, definition, current, find);
    between?.('written');
    await notify(trx, METADATA_CHANNEL, JSON.stringify(objectChanged(definition)));
    // The table is locked last and for the shortest time.
    const recasting = {
      recasts: current ? readRecasts(current, definition, catalog.optionSets) : [],
      agreed,
      patiently: (lock: () => Promise<void>) => patiently(this.#deps, lock),
    };
    await runSteps(trx, database, { ...change, from: current }, recasting, now(), (step) => between?.(step));
    const filled = new Set(change.fills.map(({ field }) => field.apiName));
    for (const group of catalog.find(definition.apiName)?.readBy ?? [])
      if ([...group.reads].some((name) => filled.has(name)))
        await markAll(trx, group.home.apiName, group.key, definition.apiName);
    changed.push(objectChanged(definition));
    return { definition, steps: change.steps };
  }

  /** Saves an option set and renews every object that uses it. @throws Failure INVALID_METADATA, CONFLICT. */
  async saveOptionSet(
    input: unknown,
    baseVersion: number,
    author: string,
    { within }: Pick<SaveOptions, 'within'> = {},
  ): Promise<VersionedOptionSet> {
    const { catalog } = this.#deps;
    const optionSet = { ...readOptionSet(input), version: baseVersion + 1 };
    const users = catalog.objects.map(({ saved }) => saved);
    refuseBoundOptions(users, catalog.optionSets, optionSet);
    return this.#inTransaction(async (trx, changed) => {
      const written = await this.#writeSet(trx, changed, optionSet, users, author);
      await within?.(trx);
      this.#deps.between?.('written');
      return written;
    });
  }

  async #writeSet(
    trx: Db,
    changed: CatalogChange[],
    optionSet: VersionedOptionSet,
    users: readonly ObjectDefinition[],
    author: string,
  ): Promise<VersionedOptionSet> {
    const { between, now } = this.#deps;
    const current = await lockOptionSet(trx, optionSet.name);
    await refuseStale(trx, 'optionSet', optionSet.name, current?.version, optionSet.version - 1);
    if (current && isSameFragment({ ...current, version: 0 }, { ...optionSet, version: 0 })) return current;
    refuseDropped(current, optionSet);
    between?.('locked');
    await writeOptionSet(trx, optionSet, author, now());
    await followBands(trx, users, current, optionSet);
    await notify(trx, METADATA_CHANNEL, JSON.stringify(optionsChanged(optionSet)));
    changed.push(optionsChanged(optionSet));
    return optionSet;
  }

  /** Builds the indexes that saves asked for, outside any transaction. Returns how many were tried. */
  runIndexJobs(): Promise<number> {
    return this.#indexes.run();
  }

  /** Begins no further index; settles when the one being built is done. */
  stopIndexJobs(): Promise<void> {
    return this.#indexes.stop();
  }

  /** What is saved already, here or on other pages, must not lose what it builds on. @throws Failure INVALID_METADATA. */
  #refuseBreaking(from: ObjectDefinition, to: ObjectDefinition): void {
    const { catalog } = this.#deps;
    const others = catalog.objects.map(({ saved }) => saved);
    refuseDroppedOptions(from, to, catalog.optionSets);
    refuseUsedFields(from, to, others);
    refuseBuiltOn(from, to, others);
  }

  #read(input: unknown, version: number, coming?: ReadonlyMap<string, ObjectDefinition>): ObjectDefinition {
    const { catalog } = this.#deps;
    const versioned = typeof input === 'object' && input !== null ? { ...input, version } : input;
    return readDefinition(versioned, {
      objectNames: new Set(catalog.objects.map((object) => object.apiName)),
      findObject: (apiName) => coming?.get(apiName) ?? catalog.find(apiName)?.saved,
      optionSets: catalog.optionSets,
      others: () => catalog.objects.map(({ apiName, saved }) => coming?.get(apiName) ?? saved),
      // What ships has what code needs, or its tests fail.
      kept: (object) => (coming ? [] : brokenBindings(catalog.find(object.apiName)?.saved, object, catalog.optionSets)),
    });
  }
}

const objectChanged = ({ apiName, version }: ObjectDefinition): CatalogChange => ({
  type: 'metadata.changed',
  objectApiName: apiName,
  version,
});

const optionsChanged = ({ name, version }: VersionedOptionSet): CatalogChange => ({
  type: 'options.changed',
  name,
  version,
});
