import type { Condition } from '#schemas/metadata/condition.ts';
import type { RelatedList } from '#schemas/metadata/object.ts';
import { COUNT_LIMIT, type RecordRow } from '#schemas/api/records.ts';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries, type Row } from '#server/db/read-queries.ts';
import { type PageQuery, planPage, planSelection, type Selection } from './list-plan.ts';
import { readPage } from './page.ts';
import { namesHolding, RECORD_HEAD, recordById, selectionEstimate, selectionSize } from './queries.ts';
import { recordColumns } from './record-columns.ts';
import { nameLinks, readNames } from './reference-names.ts';
import type { ObjectSource, ReadableObject, ReadScope } from './readable-object.ts';

/** How many records match; an estimate, or where counting stopped, when not exact. */
export interface RecordCount {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** One record as this person may read it, and who created it. */
export interface ReadRecord {
  readonly record: RecordRow;
  readonly createdBy: string | null;
}

/** A page of records. `total` counts the rows known to exist, `after` is null behind the last row. */
export interface Page {
  readonly list: readonly RecordRow[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly after: string | null;
}

const EXACT_COUNT_MS = 1000;

/** Reads records of any object: pages, counts, single records, names. Closed fields are never selected. */
export class RecordReader {
  readonly #queries: ReadQueries;
  readonly #objects: ObjectSource;
  readonly #canStop: boolean;

  constructor(database: Pick<Database, 'kind' | 'reads'>, objects: ObjectSource) {
    this.#queries = new ReadQueries(database.reads, database.kind === 'postgres');
    this.#objects = objects;
    this.#canStop = database.kind === 'postgres';
  }

  /**
   * One page of a list as the JSON text of a `Page`, at most MAX_PAGE_SIZE records. `total` is what is known without
   * counting. @throws Failure INVALID_QUERY with the place in `problems`; UNAVAILABLE when the database takes too long.
   */
  async listJson(object: ReadableObject, query: PageQuery, scope: ReadScope): Promise<string> {
    const page = await readPage(this.#queries, this.#objects, planPage(object, query, scope));
    const { records, total, totalIsExact, after } = page;
    return `{"list":[${records.join()}],"total":${total},"totalIsExact":${totalIsExact},"after":${JSON.stringify(after)}}`;
  }

  /** The same page for whoever looks into it here. */
  async list(object: ReadableObject, query: PageQuery, scope: ReadScope): Promise<Page> {
    return JSON.parse(await this.listJson(object, query, scope)) as Page;
  }

  /** A related list of an object's detail layout, by its place there, and the object whose records it shows. */
  related(object: ReadableObject, index: number): { readonly related: RelatedList; readonly target: ReadableObject } {
    const related = object.definition.layouts.detail.related[index];
    const target = related && this.#objects.find(related.objectApiName);
    if (related && target) return { related, target };
    const message = `没有第 ${index} 个关联列表`;
    throw new Failure('INVALID_QUERY', message, [{ field: 'related', message }]);
  }

  /** One page of the records of another object that point at a record; `scope` is that of the other object. */
  async listRelated(
    object: ReadableObject,
    { id, related: index, ...page }: { id: string; related: number; after?: string; pageSize?: number },
    scope: ReadScope,
  ): Promise<Page> {
    const { related, target } = this.related(object, index);
    const links = related.fields.flatMap((apiName): Condition[] => {
      const field = target.field(apiName);
      if (field?.targetApiName !== object.definition.apiName || !scope.readable(field)) return [];
      return [{ field: apiName, op: field.type === 'reference' ? 'in' : 'containsAny', value: [id] }];
    });
    if (links.length === 0) return { list: [], total: 0, totalIsExact: true, after: null };
    // The layout names fields of another object, which may have been closed or removed since.
    const open = (apiName: string) => {
      const field = target.field(apiName);
      return field !== undefined && scope.readable(field);
    };
    const sort = related.sort?.filter(({ field }) => open(field));
    return this.list(target, { ...page, within: { or: links }, sort, fields: related.columns?.filter(open) }, scope);
  }

  /** How many records match, up to COUNT_LIMIT; with `exact` as many as there are, if a second is enough to count them. */
  async count(object: ReadableObject, selection: Selection, scope: ReadScope, exact = false): Promise<RecordCount> {
    const plan = planSelection(object, selection, scope);
    const statement = selectionSize(plan, exact ? undefined : COUNT_LIMIT + 1);
    const rows = this.#canStop
      ? await this.#queries.runWithin(statement, EXACT_COUNT_MS)
      : await this.#queries.run(statement);
    if (!rows) return { total: planRows(await this.#queries.run(selectionEstimate(plan))), totalIsExact: false };
    const total = Number(rows[0]?.[0]);
    return exact || total <= COUNT_LIMIT ? { total, totalIsExact: true } : { total: COUNT_LIMIT, totalIsExact: false };
  }

  /** One record with all its readable fields; undefined when there is none. */
  async read(object: ReadableObject, id: string, scope: ReadScope): Promise<ReadRecord | undefined> {
    const columns = recordColumns(object.fields.filter(scope.readable));
    const [row] = await this.#queries.run(recordById(object, columns.names, id));
    if (!row) return undefined;
    const [, version, createdAt, updatedAt, createdBy] = row;
    const record: Record<string, unknown> = { version, createdAt, updatedAt };
    columns.fill(record, row, RECORD_HEAD.length);
    await nameLinks(this.#queries, this.#objects, columns.fields, [record]);
    return { record: { id, ...record }, createdBy: createdBy as string | null };
  }

  /** Names of records by id; those that are gone are left out. */
  async names(object: ReadableObject, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return readNames(this.#queries, object, [...new Set(ids)]);
  }

  /** Records whose name holds a text, for selectors; the newest when the text is blank. `limit` is at most MAX_SELECTOR_SIZE. */
  async searchNames(object: ReadableObject, text: string, limit: number): Promise<{ id: string; name: string }[]> {
    const rows = await this.#queries.run(namesHolding(object, text.trim(), limit));
    return rows.map(([id, name]) => ({ id: String(id), name: String(name ?? '') }));
  }
}

const planRows = (rows: readonly Row[]): number =>
  (rows[0]?.[0] as { Plan: { 'Plan Rows': number } }[] | undefined)?.[0]?.Plan['Plan Rows'] ?? 0;
