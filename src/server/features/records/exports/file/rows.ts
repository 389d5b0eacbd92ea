import type { FieldValue } from '#schemas/metadata/value.ts';
import type { ReadQueries, TextRow } from '#server/db/read-queries.ts';
import { isLive, liveValues } from '#server/core/formulas/live-formulas.ts';
import { readNames } from '#server/core/lists/reference-names.ts';
import { type OwnColumn, ownTexts } from '#server/core/lists/own-columns.ts';
import type { ObjectSource, ReadableObject, ReadScope } from '#server/core/lists/readable-object.ts';
import { type Cell, type FieldCells, fieldCells } from './columns.ts';
import type { IdList } from './ordered-ids.ts';
import { rowsByIds } from './queries.ts';

/** Rows read at once; while they are written the next are on their way. */
const SLICE = 125;
/** Names of linked records that are remembered, for each object linked to. */
const MAX_NAMES = 50_000;

/** What a formula gives is text, a number as text, yes or no, or a date. */
const textOf = (value: FieldValue): string | null =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;

/** Reads the records of a list as rows of cells. */
export class RowSource {
  readonly #queries: ReadQueries;
  readonly #objects: ObjectSource;
  readonly #object: ReadableObject;
  readonly #fields: readonly FieldCells[];
  readonly #own: readonly OwnColumn[];
  readonly #ownCells: readonly FieldCells[];
  readonly #scope: Pick<ReadScope, 'rowsOf' | 'today'>;
  readonly #names = new Map<string, Map<string, string>>();

  constructor(
    queries: ReadQueries,
    objects: ObjectSource,
    object: ReadableObject,
    { fields, own }: { readonly fields: readonly FieldCells[]; readonly own: readonly OwnColumn[] },
    scope: Pick<ReadScope, 'rowsOf' | 'today'>,
  ) {
    this.#queries = queries;
    this.#objects = objects;
    this.#object = object;
    this.#fields = fields;
    this.#own = own;
    this.#ownCells = own.map(({ field }) => fieldCells(field));
    this.#scope = scope;
  }

  /** Rows in the order of the ids, some at a time; a record that was deleted meanwhile is left out. */
  async *rows(ids: IdList, signal: AbortSignal): AsyncGenerator<Cell[][]> {
    let next = this.#read(ids.slice(0, SLICE));
    for (let from = 0; from < ids.length; from += SLICE) {
      const slice = await next;
      signal.throwIfAborted();
      next = this.#read(ids.slice(from + SLICE, from + 2 * SLICE));
      // A reader that stops here does not wait for it.
      next.catch(() => undefined);
      yield slice;
    }
  }

  async #read(ids: readonly string[]): Promise<Cell[][]> {
    if (ids.length === 0) return [];
    const kept = await this.#queries.runTexts(rowsByIds(this.#object, this.#fields, ids));
    const found = await this.#withLiveTexts(kept, ids);
    await this.#learnNames(found);
    const beside = await ownTexts(this.#queries, this.#own, ids);
    const byId = new Map(found.map((row) => [row[0], row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [this.#cells(row, beside.get(id) ?? [])] : [];
    });
  }

  /** Formulas whose kept values may be wrong are worked out of the records. The text of what a formula gives is its value. */
  async #withLiveTexts(rows: readonly TextRow[], ids: readonly string[]): Promise<readonly TextRow[]> {
    const fields = this.#fields.map(({ field }) => field);
    if (!fields.some((field) => isLive(this.#object, field))) return rows;
    const answers = await liveValues(this.#queries, this.#object, fields, ids, this.#scope.today);
    const places = new Map<string, number>();
    let at = 1;
    for (const { field, parts } of this.#fields) {
      places.set(field.apiName, at);
      at += parts;
    }
    return rows.map((row) => {
      const texts = [...row];
      for (const [apiName, value] of Object.entries(answers.get(row[0] ?? '') ?? {}))
        texts[places.get(apiName) ?? texts.length] = textOf(value);
      return texts;
    });
  }

  #cells(row: TextRow, beside: readonly Cell[]): Cell[] {
    const cells: Cell[] = [];
    let at = 1;
    for (const field of this.#fields) {
      field.fill(cells, row, at, this.#names);
      at += field.parts;
    }
    for (const [place, field] of this.#ownCells.entries()) field.fill(cells, beside, place, this.#names);
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
    const names = await readNames(this.#queries, target, missing, this.#scope);
    // What the user does not see is as no link; of what is gone the id is left.
    const isLimited = this.#scope.rowsOf(target) !== undefined;
    for (const id of missing) if (isLimited || names.has(id)) known.set(id, names.get(id) ?? '');
  }
}
