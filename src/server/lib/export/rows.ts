import type { ReadQueries, TextRow } from '#server/db/read-queries.ts';
import { readNames } from '#server/lib/record-list/reference-names.ts';
import type { ObjectSource, ReadableObject } from '#server/lib/record-list/readable-object.ts';
import type { Cell, FieldCells } from './columns.ts';
import type { IdList } from './ordered-ids.ts';
import { rowsByIds } from './queries.ts';

/** Rows read at once; while they are written the next are on their way. */
const SLICE = 125;
/** Names of linked records that are remembered, for each object linked to. */
const MAX_NAMES = 50_000;

/** Reads the records of a list as rows of cells. */
export class RowSource {
  readonly #queries: ReadQueries;
  readonly #objects: ObjectSource;
  readonly #object: ReadableObject;
  readonly #fields: readonly FieldCells[];
  readonly #names = new Map<string, Map<string, string>>();

  constructor(queries: ReadQueries, objects: ObjectSource, object: ReadableObject, fields: readonly FieldCells[]) {
    this.#queries = queries;
    this.#objects = objects;
    this.#object = object;
    this.#fields = fields;
  }

  /** Rows in the order of the ids, some at a time; a record that was deleted meanwhile is left out. */
  async *rows(ids: IdList, signal: AbortSignal): AsyncGenerator<Cell[][]> {
    let next = this.#read(ids.slice(0, SLICE));
    for (let from = 0; from < ids.length; from += SLICE) {
      const slice = await next;
      signal.throwIfAborted();
      next = this.#read(ids.slice(from + SLICE, from + 2 * SLICE));
      // Whoever stops here does not wait for it.
      next.catch(() => undefined);
      yield slice;
    }
  }

  async #read(ids: readonly string[]): Promise<Cell[][]> {
    if (ids.length === 0) return [];
    const found = await this.#queries.runTexts(rowsByIds(this.#object, this.#fields, ids));
    await this.#learnNames(found);
    const byId = new Map(found.map((row) => [row[0], row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [this.#cells(row)] : [];
    });
  }

  #cells(row: TextRow): Cell[] {
    const cells: Cell[] = [];
    let at = 1;
    for (const field of this.#fields) {
      field.fill(cells, row, at, this.#names);
      at += field.parts;
    }
    return cells;
  }

  async #learnNames(rows: readonly TextRow[]): Promise<void> {
    const wanted = new Map<string, Set<string>>();
    let at = 1;
    for (const { field, links, parts } of this.#fields) {
      const target = field.targetApiName ?? '';
      if (links) {
        const ids = wanted.get(target) ?? new Set<string>();
        wanted.set(target, ids);
        for (const row of rows) for (const id of links(row[at] ?? '')) ids.add(id);
      }
      at += parts;
    }
    for (const [apiName, ids] of wanted) await this.#learn(apiName, ids);
  }

  async #learn(apiName: string, ids: ReadonlySet<string>): Promise<void> {
    const target = this.#objects.find(apiName);
    const known = this.#names.get(apiName) ?? new Map<string, string>();
    if (known.size > MAX_NAMES) known.clear();
    this.#names.set(apiName, known);
    const missing = [...ids].filter((id) => id !== '' && !known.has(id));
    if (!target || missing.length === 0) return;
    for (const [id, name] of await readNames(this.#queries, target, missing)) known.set(id, name);
  }
}
