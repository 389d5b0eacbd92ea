import { type FieldTotal, MAX_PAGE_SIZE, type OptionCounts, type RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { maskedValue } from '#shared/validation/masked-value.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import type { Vault } from '#server/db/vault.ts';
import { openValue } from '#server/core/records/sealed-values.ts';
import type { FormulaIndex } from '#server/core/formulas/formula-index.ts';
import { liveValues } from '#server/core/formulas/live-formulas.ts';
import type { FoundName } from '#server/core/search/rank-names.ts';
import type { SearchIndex } from '#server/core/search/search-index.ts';
import { countAtOnce, countRows, type RecordCount, tableSize } from './count-rows.ts';
import { Cursors } from './cursor.ts';
import {
  type PagePlan,
  type PageQuery,
  planPage,
  planSelection,
  type Selection,
  type SelectionPlan,
} from './list-plan.ts';
import { withCurrentLinks } from './merged-links.ts';
import { countOptions } from './option-counts.ts';
import { withOwnFields } from './own-columns.ts';
import { readPage } from './page.ts';
import { type NamesQuery, bestNames } from './best-names.ts';
import { RECORD_HEAD, selectionIds } from './queries.ts';
import { ReadRecord } from './read-record.ts';
import { RecordBatches } from './record-batches.ts';
import { recordPlan } from './record-plan.ts';
import { readNames } from './reference-names.ts';
import { survivorsByIds } from './reference-queries.ts';
import { readTotals } from './totals.ts';
import type { ObjectSource, ReadableObject, ReadScope } from './readable-object.ts';

/** A page of records. `total` counts the rows known to exist, `after` is null behind the last row. */
export interface Page {
  readonly list: readonly RecordRow[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly after: string | null;
  readonly count?: RecordCount;
}

/** A page as the JSON text of a `Page`, and how many records it has. */
export interface PageText {
  readonly text: string;
  readonly rows: number;
}

/** Reads records of any object: pages, counts, single records, names. Closed fields are never selected. */
export class RecordReader {
  readonly #queries: ReadQueries;
  readonly #objects: ObjectSource;
  readonly #search: Pick<SearchIndex, 'check'> | undefined;
  readonly #formulas: Pick<FormulaIndex, 'check'> | undefined;
  readonly #canStop: boolean;
  readonly #vault: Vault;
  readonly #cursors: Cursors;
  readonly #records: RecordBatches;

  /** Without `search` keywords are looked for in every record; without `formulas` none is known to be kept. */
  constructor(
    database: Pick<Database, 'kind' | 'reads' | 'vault'>,
    objects: ObjectSource,
    search?: Pick<SearchIndex, 'check'>,
    formulas?: Pick<FormulaIndex, 'check'>,
  ) {
    this.#queries = new ReadQueries(database.reads, database.kind === 'postgres');
    this.#objects = objects;
    this.#search = search;
    this.#formulas = formulas;
    this.#canStop = database.kind === 'postgres';
    this.#vault = database.vault;
    this.#cursors = new Cursors(database.vault);
    this.#records = new RecordBatches(this.#queries);
  }

  /**
   * One page of a list, of at most `most` records. `total` is what is known without counting; `count` goes with the first
   * page where it is asked for and known at once. @throws Failure INVALID_QUERY with the place in `problems`; UNAVAILABLE when the database takes too long.
   */
  async listJson(
    object: ReadableObject,
    query: PageQuery,
    scope: ReadScope,
    most: number = MAX_PAGE_SIZE,
  ): Promise<PageText> {
    await this.#learn(object, query.keyword);
    const open = await this.#withOwn(object, [query.filter, query.sort], scope);
    const plan = await this.#current(this.#plan(object, query, open, most));
    const isFirst = plan.seen === 0 && plan.position === undefined;
    const [{ records, total, totalIsExact, after }, count] = await Promise.all([
      readPage(this.#queries, this.#objects, this.#cursors, plan),
      query.withCount && isFirst ? countAtOnce(this.#queries, plan) : undefined,
    ]);
    // What is known of the last page needs no count.
    const counted = count && !totalIsExact ? `,"count":${JSON.stringify(count)}` : '';
    const ends = `"total":${total},"totalIsExact":${totalIsExact},"after":${JSON.stringify(after)}${counted}`;
    return { text: `{"list":[${records.join()}],${ends}}`, rows: records.length };
  }

  #current<Plan extends SelectionPlan>(plan: Plan): Promise<Plan> {
    return withCurrentLinks(this.#queries, this.#objects, plan);
  }

  #withOwn(object: ReadableObject, question: unknown, scope: ReadScope): Promise<ReadScope> {
    return withOwnFields(this.#queries, object, question, scope);
  }

  /** `named`: a column that is asked for beside the condition. */
  async #selection(object: ReadableObject, selection: Selection, scope: ReadScope, named?: unknown) {
    return planSelection(object, selection, await this.#withOwn(object, [selection.filter, named], scope));
  }

  #plan(object: ReadableObject, query: PageQuery, scope: ReadScope, most: number): PagePlan {
    const plan = planPage(object, query, scope, most);
    return query.after === undefined ? plan : { ...plan, ...this.#cursors.read(plan.identity, query.after) };
  }

  /** The same page for the server's own use. */
  async list(object: ReadableObject, query: PageQuery, scope: ReadScope, most?: number): Promise<Page> {
    return JSON.parse((await this.listJson(object, query, scope, most)).text) as Page;
  }

  /**
   * How many records match, up to COUNT_LIMIT; with `exact` as many as there are. An estimate where counting takes longer
   * than it may: a second when exact.
   */
  async count(object: ReadableObject, selection: Selection, scope: ReadScope, exact = false): Promise<RecordCount> {
    await this.#learn(object, selection.keyword);
    const plan = await this.#current(await this.#selection(object, selection, scope));
    return countRows(this.#queries, this.#canStop, plan, exact);
  }

  /** The ids of all that match, or of `limit` of them, in no order. @throws Failure INVALID_QUERY with the place in `problems`. */
  async ids(object: ReadableObject, selection: Selection, scope: ReadScope, limit?: number): Promise<Set<string>> {
    await this.#learn(object, selection.keyword);
    const plan = await this.#current(await this.#selection(object, selection, scope));
    return new Set((await this.#queries.run(selectionIds(plan, limit))).map(([id]) => String(id)));
  }

  /** How many records of an object the person sees in all, at a cost that does not grow with the table: an estimate where it is large. */
  async size(object: ReadableObject, scope: Pick<ReadScope, 'rowsOf' | 'today'>): Promise<RecordCount> {
    return tableSize(this.#queries, this.#canStop, planSelection(object, {}, { ...scope, readable: () => false }));
  }

  /** Figures of some fields over all that match. @throws Failure UNAVAILABLE when five seconds are not enough. */
  async totals(
    object: ReadableObject,
    selection: Selection,
    fields: readonly string[],
    scope: ReadScope,
  ): Promise<FieldTotal[]> {
    await this.#learn(object, selection.keyword);
    const plan = await this.#current(await this.#selection(object, selection, scope, fields));
    return readTotals(this.#queries, this.#canStop, plan, fields);
  }

  /** How many of those that match hold each option of a field. */
  async optionCounts(
    object: ReadableObject,
    selection: Selection,
    field: string,
    scope: ReadScope,
  ): Promise<OptionCounts> {
    await this.#learn(object, selection.keyword);
    const plan = await this.#current(await this.#selection(object, selection, scope, field));
    return countOptions(this.#queries, this.#canStop, plan, field);
  }

  /**
   * One record with all its readable fields, sealed ones opened where the scope opens them; undefined when there is none. With
   * `account`, whom that one speaks for is read in the same statement.
   */
  async read(object: ReadableObject, id: string, scope: ReadScope, account?: string): Promise<ReadRecord | undefined> {
    const { apiName } = object.definition;
    await this.#formulas?.check(apiName);
    const beside = { marks: (object.groups?.length ?? 0) > 0, companies: account !== undefined };
    const plan = recordPlan(object, scope, this.#objects, beside);
    const row = await this.#records.read(plan, { id, account: account ?? null });
    if (!row) return undefined;
    const [, version, createdAt, updatedAt, createdBy, members] = row;
    const head = JSON.stringify({ id, version, createdAt, updatedAt }).slice(0, -1);
    const text = members === '' ? `${head}}` : `${head},${String(members)}}`;
    const ownerId = createdBy as string | null;
    const { fields: sealed, names } = plan.sealed;
    const after = row.slice(RECORD_HEAD.length + 1 + names.length) as (string[] | boolean[])[];
    const isWhole = plan.parts.length > 0 ? (after.shift() as boolean[]) : [];
    const parts = new Map(plan.parts.map((name, at) => [name, isWhole[at] === true]));
    const marks = beside.marks ? ((after.shift() as string[] | undefined) ?? []) : [];
    const companies = after.shift() as string[] | undefined;
    if (!plan.hasLive && sealed.length === 0)
      return new ReadRecord({ id, text, createdBy: ownerId, masked: {}, marks, companies, parts });
    const record = JSON.parse(text) as RecordRow;
    const masked: Record<string, string> = {};
    if (plan.hasLive)
      Object.assign(record, (await liveValues(this.#queries, object, plan.open, [id], scope.today)).get(id));
    plan.sealed.fill(record, row, RECORD_HEAD.length + 1);
    for (const field of sealed) {
      const value = this.#take(record, field, object, id);
      if (value === undefined) continue;
      if (scope.opens?.(field, ownerId) === true) record[field.apiName] = value;
      else if (scope.masks === true) masked[field.apiName] = maskedValue(field, value);
    }
    return new ReadRecord({ id, text: JSON.stringify(record), createdBy: ownerId, masked, marks, companies, parts });
  }

  /** Takes a sealed value out of what was read, clear: whose a record is shows only when it has been read. */
  #take(record: RecordRow, field: FieldDefinition, object: ReadableObject, id: string): string | undefined {
    const kept = record[field.apiName];
    delete record[field.apiName];
    return typeof kept === 'string'
      ? openValue(this.#vault, { objectApiName: object.definition.apiName, field, id }, kept)
      : undefined;
  }

  /** Names of records by id; those that are gone, or not seen by the person, are left out. */
  async names(
    object: ReadableObject,
    ids: readonly string[],
    scope: Pick<ReadScope, 'rowsOf' | 'today'>,
  ): Promise<ReadonlyMap<string, string>> {
    return readNames(this.#queries, object, [...new Set(ids)], scope);
  }

  /** The survivor of a record that was merged; undefined for an id that was not. */
  async survivor(object: ReadableObject, id: string): Promise<string | undefined> {
    const [row] = await this.#queries.run(survivorsByIds(object, [id]));
    return row && String(row[1]);
  }

  /** Records that a text names, the best first; the newest when it is blank. `limit` is at most MAX_SELECTOR_SIZE. */
  async searchNames(object: ReadableObject, query: NamesQuery): Promise<readonly FoundName[]> {
    await this.#learn(object, query.text);
    return bestNames(this.#queries, object, query);
  }

  /** Before a list is read: is the object in the search index by now, and which of its formulas are stored? */
  async #learn({ definition, searchFilled }: ReadableObject, keyword: string | undefined): Promise<void> {
    await this.#formulas?.check(definition.apiName);
    if (keyword && searchFilled === false) await this.#search?.check(definition.apiName);
  }
}
