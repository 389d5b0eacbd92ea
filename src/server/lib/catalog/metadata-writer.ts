import type { PushedEvent } from '#schemas/api/events.ts';
import type { StorageStep } from '#schemas/api/metadata.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { plan, StorageFault } from '#generators/storage.ts';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from './catalog.ts';
import { readDefinition, readOptionSet } from './definition-check.ts';
import { IndexBuilder } from './index-builder.ts';
import { limitLockWait, lockObject, lockOptionSet, notify, runStep, writeObject, writeOptionSet } from './queries.ts';

/** Channel on which processes tell one another what to read anew. */
export const METADATA_CHANNEL = 'jingtu_metadata';

/** Longest that readers may queue behind a storage change that is itself waiting, and how often it tries again. */
const LOCK_WAIT_MS = 40;
const LOCK_TRIES = 200;
const LOCK_NOT_AVAILABLE = '55P03';

export interface SavedObject {
  readonly definition: ObjectDefinition;
  readonly steps: readonly StorageStep[];
}

export interface MetadataWriterParts {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Tells the screens of this process, after the commit, where the database does not. */
  readonly announce: (event: PushedEvent) => Promise<void>;
  /** Called between any two steps that write; tests end the process there. */
  readonly between?: (step: string) => void;
}

/** Saves definitions: checked, planned, and in one transaction with the storage they need. */
export class MetadataWriter {
  readonly #parts: MetadataWriterParts;
  readonly #indexes: IndexBuilder;

  constructor(parts: MetadataWriterParts) {
    this.#parts = parts;
    this.#indexes = new IndexBuilder(parts);
  }

  /** The steps that a save would run, with the definition as it would be saved. @throws Failure INVALID_METADATA, CONFLICT. */
  plan(input: unknown, baseVersion: number): SavedObject {
    const { catalog } = this.#parts;
    const definition = this.#read(input, baseVersion + 1);
    const current = catalog.find(definition.apiName)?.saved;
    refuseStale(current, baseVersion);
    return { definition, steps: steps(current, definition) };
  }

  /** @throws Failure INVALID_METADATA, CONFLICT when somebody saved in between, UNAVAILABLE when the table stays busy. */
  async save(input: unknown, baseVersion: number, author: string): Promise<SavedObject> {
    const { announce, database, catalog, wait } = this.#parts;
    const definition = this.#read(input, baseVersion + 1);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const saved = await database.db
          .transaction()
          .execute((trx) => this.#write(trx, definition, baseVersion, author));
        await catalog.refresh(definition.apiName);
        await announce(objectChanged(definition));
        return saved;
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
        if (attempt === LOCK_TRIES) throw new Failure('UNAVAILABLE', '数据正被占用，元数据未保存，请稍后重试');
        await wait(LOCK_WAIT_MS);
      }
    }
  }

  async #write(trx: Db, definition: ObjectDefinition, baseVersion: number, author: string): Promise<SavedObject> {
    const { between, database, now } = this.#parts;
    const current = await lockObject(trx, definition.apiName);
    refuseStale(current, baseVersion);
    const planned = steps(current, definition);
    between?.('locked');
    if (database.kind === 'postgres') await limitLockWait(trx, LOCK_WAIT_MS);
    await writeObject(trx, definition, planned, author, now());
    between?.('written');
    await notify(trx, METADATA_CHANNEL, JSON.stringify(objectChanged(definition)));
    // The table is locked last and for the shortest time.
    for (const step of planned.filter((candidate) => !candidate.deferred)) {
      between?.(`before ${step.target}`);
      await runStep(trx, step);
      between?.(`after ${step.target}`);
    }
    return { definition, steps: planned };
  }

  /** Saves an option set and renews every object that uses it. @throws Failure INVALID_METADATA. */
  async saveOptionSet(input: unknown): Promise<OptionSet> {
    const { announce, database, catalog } = this.#parts;
    const optionSet = readOptionSet(input);
    const changed: PushedEvent = { type: 'options.changed', name: optionSet.name };
    await database.db.transaction().execute(async (trx) => {
      refuseDropped(await lockOptionSet(trx, optionSet.name), optionSet);
      await writeOptionSet(trx, optionSet);
      await notify(trx, METADATA_CHANNEL, JSON.stringify(changed));
    });
    await catalog.load();
    await announce(changed);
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

  #read(input: unknown, version: number): ObjectDefinition {
    const { catalog } = this.#parts;
    const versioned = typeof input === 'object' && input !== null ? { ...input, version } : input;
    return readDefinition(versioned, {
      objectNames: new Set(catalog.objects.map((object) => object.apiName)),
      optionSets: catalog.optionSets,
    });
  }
}

const objectChanged = ({ apiName, version }: ObjectDefinition): PushedEvent => ({
  type: 'metadata.changed',
  objectApiName: apiName,
  version,
});

function refuseDropped(before: OptionSet | undefined, next: OptionSet): void {
  const kept = new Set(next.options.map((option) => option.value));
  const dropped = before?.options.find((option) => !kept.has(option.value));
  if (!dropped) return;
  throw new Failure('INVALID_METADATA', `选项“${dropped.label}”不能删除，只能停用：已有记录可能正在使用`, [
    { field: dropped.value, message: '选项不能删除，只能停用' },
  ]);
}

function refuseStale(current: ObjectDefinition | undefined, baseVersion: number): void {
  const version = current?.version ?? 0;
  if (version === baseVersion) return;
  throw new Failure('CONFLICT', `元数据已被他人修改（当前版本 ${version}），请刷新后再试`, [], { version });
}

function steps(current: ObjectDefinition | undefined, next: ObjectDefinition): readonly StorageStep[] {
  try {
    return plan(current, next);
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    throw new Failure('INVALID_METADATA', error.message, [{ field: error.field, message: error.message }]);
  }
}
