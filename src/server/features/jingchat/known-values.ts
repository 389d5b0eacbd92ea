import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { KnownValue } from '#shared/assistant/meanings.ts';
import { Failure } from '#shared/errors.ts';
import { fold } from '#shared/text/fold.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { newestCursor, readVisible } from '#server/core/changes/read-changes.ts';
import type { Database } from '#server/db/database.ts';
import { KeptTexts } from './kept-texts.ts';
import { withTraditional } from './traditional.ts';
import { findTexts, indexedFields, type Lookup, tableBytes, textFields, textsOf } from './queries.ts';

/** Bytes of tables. */
interface Bounds {
  /** Of one in which values of fields without an index may still be looked for. */
  readonly table: number;
  /** Of all together whose texts are kept in memory, the smallest first. */
  readonly kept: number;
}
const BOUNDS: Bounds = { table: 32 * 1024 * 1024, kept: 96 * 1024 * 1024 };
/** Entries of the change log that are read at a time. */
const ENTRIES = 1000;
/** With more of them all texts are read again. */
const MANY = 20_000;

interface KnownValuesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly catalog: Pick<Catalog, 'storedObjects'>;
}

/** An object with the fields of it that the asker may list. */
export interface AskedObject {
  readonly apiName: string;
  readonly fields: readonly FieldDefinition[];
}

/** What is known of the tables at one moment. */
interface State {
  readonly cursor: string;
  readonly kept: ReadonlyMap<string, KeptTexts>;
  /** Tables that are not kept, each with whether all of its records may be looked at. */
  readonly isSmall: ReadonlyMap<CatalogObject, boolean>;
}

/**
 * Finds the parts of a question that records hold as a value. Texts of small tables are kept in memory and brought up to
 * the change log before each look-up, so that nothing is found that was not committed, and all that was before it.
 */
export class KnownValues {
  readonly #deps: KnownValuesDeps;
  readonly #bounds: Bounds;
  #state: State | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #next: Promise<State> | undefined;

  constructor(deps: KnownValuesDeps, bounds: Bounds = BOUNDS) {
    this.#deps = deps;
    this.#bounds = bounds;
  }

  /** `parts` are as they were typed; only the fields of `asked` are looked into. */
  async find(asked: readonly AskedObject[], parts: readonly string[]): Promise<KnownValue[]> {
    if (parts.length === 0) return [];
    const { kept, isSmall } = await this.#renewed();
    const folded = [...new Set(parts.map(fold))];
    const found = new Map(
      asked.map(({ apiName, fields }) => {
        const names = new Set(fields.map((field) => field.apiName));
        return [apiName, kept.get(apiName)?.find(folded, names) ?? []];
      }),
    );
    const open = new Map(asked.map(({ apiName, fields }) => [apiName, fields]));
    const lookups = Array.from(isSmall, ([object, isWhole]): Lookup => {
      const fields = open.get(object.apiName) ?? [];
      return { object, fields: (isWhole ? textFields : indexedFields)(fields), isWhole };
    });
    const asWritten = lookups.length === 0 ? parts : withTraditional(parts);
    for (const { object, ...text } of await findTexts(this.#deps.database.db, lookups, asWritten))
      found.get(object)?.push(text);
    return asked.flatMap(({ apiName }) =>
      (found.get(apiName) ?? []).map(({ field, value, id }) => ({
        text: fold(value),
        object: apiName,
        field,
        value,
        ...(id !== null && { id }),
      })),
    );
  }

  /** The texts with all that was written before the call. Those who wait for a turn that has not begun share it. */
  #renewed(): Promise<State> {
    this.#next ??= this.#turn.then(() => {
      this.#next = undefined;
      return this.#renew();
    });
    this.#turn = this.#next.catch(() => undefined);
    return this.#next;
  }

  async #renew(): Promise<State> {
    const before = this.#state;
    // What is half brought up is not used again.
    this.#state = undefined;
    const { catalog, database } = this.#deps;
    const objects = catalog.storedObjects;
    const followed = before && (await this.#followed(before.cursor));
    // The log is asked first: what is written while records are read is read once more.
    const cursor = followed?.cursor ?? (await newestCursor(database.db));
    const bytes = await tableBytes(
      database.db,
      objects.map(({ table }) => table),
    );
    const sized = objects
      .map((object, at) => ({ object, size: bytes[at] ?? 0 }))
      .toSorted((one, other) => one.size - other.size);
    const kept = new Map<string, KeptTexts>();
    const isSmall = new Map<CatalogObject, boolean>();
    const { table, kept: most } = this.#bounds;
    let room = most;
    for (const { object, size } of sized) {
      room -= size;
      if (size > table || room < 0) isSmall.set(object, size <= table);
      else kept.set(object.apiName, await this.#kept(object, followed && before, followed?.changed));
    }
    return (this.#state = { cursor, kept, isSmall });
  }

  /** Ids of the records that were written behind a place of the log; undefined where that is no longer known. */
  async #followed(before: string) {
    const changed = new Map<string, Set<string>>();
    // What another transaction keeps back is read now, and once more when it is final.
    let cursor = before;
    for (let more = true, from = before, seen = 0; more; seen += ENTRIES) {
      if (seen >= MANY) return undefined;
      const page = await this.#changes(from);
      if (!page) return undefined;
      for (const { objectApiName, id } of page.records)
        changed.set(objectApiName, (changed.get(objectApiName) ?? new Set()).add(id));
      cursor = page.final ?? cursor;
      ({ cursor: from, more } = page);
    }
    return { changed, cursor };
  }

  async #changes(cursor: string) {
    try {
      return await readVisible(this.#deps.database.db, cursor, ENTRIES);
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.failure === 'CHANGES_EXPIRED') return undefined;
      throw thrown;
    }
  }

  async #kept(
    object: CatalogObject,
    before: State | undefined,
    changed: ReadonlyMap<string, ReadonlySet<string>> | undefined,
  ): Promise<KeptTexts> {
    const { db } = this.#deps.database;
    const known = before?.kept.get(object.apiName);
    const texts = known?.object === object ? known : new KeptTexts(object, textFields(object.fields));
    if (texts.fields.length === 0) return texts;
    const ids = texts === known ? [...(changed?.get(object.apiName) ?? [])] : undefined;
    if (ids?.length !== 0) texts.replace(await textsOf(db, object.table, texts.fields, ids), ids);
    return texts;
  }
}
