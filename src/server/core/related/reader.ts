import type { Relation, RelatedReply } from '#schemas/api/details.ts';
import { MAX_SIMILAR } from '#schemas/api/details.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RelatedList } from '#schemas/metadata/object.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { readFields, relatedSource } from '#generators/detail-blocks.ts';
import { isList } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries, type Row, type Statement } from '#server/db/read-queries.ts';
import { isLive, liveValues } from '#server/core/formulas/live-formulas.ts';
import { Cursors } from '#server/core/lists/cursor.ts';
import type { OpenedList, OpenList } from '#server/core/lists/opened-list.ts';
import { planPage } from '#server/core/lists/list-plan.ts';
import type { ObjectSource, ReadableObject, ReadScope } from '#server/core/lists/readable-object.ts';
import { recordColumns } from '#server/core/lists/record-columns.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { nameLinks } from '#server/core/lists/reference-names.ts';
import { alikeTerm, openFields, openFilter, openLinks, planWay, sharedValue, type Slice } from './plan.ts';
import { alike, named, reached, recordsByIds } from './queries.ts';

/** Which related list of which record, and how much of it. */
export interface RelatedQuery {
  readonly id: string;
  /** Place in the detail layout, from 0. */
  readonly related: number;
  readonly sort?: readonly Sort[] | undefined;
  readonly after?: string | undefined;
  readonly pageSize?: number | undefined;
}

/** The record that a related list belongs to: its object and what of it is open to the person. */
export interface Home {
  readonly object: ReadableObject;
  readonly scope: ReadScope;
}

export type RelatedPage = Omit<RelatedReply, 'layout'>;

/** How records of a page are ranked: their ids in order, what to say of each, and how many there are in all. */
interface Ranked {
  readonly ids: readonly string[];
  readonly relations: Readonly<Record<string, Relation>>;
  readonly total: number;
}

const NOTHING: RelatedPage = { list: [], total: 0, totalIsExact: true, after: null, relations: {} };
const NO_RANKS: Ranked = { ids: [], relations: {}, total: 0 };
const DEFAULT_PAGE_SIZE = 20;
/** Rows that a list with an order of its own is paged through; all of them are ranked again for every page. */
const MAX_RANKED = 10_000;

/** Reads the related lists of detail pages. Each shows what its own object's list would show the person who asks. */
export class RelatedReader {
  readonly #queries: ReadQueries;
  readonly #objects: ObjectSource;
  readonly #records: RecordReader;
  readonly #cursors: Cursors;

  constructor(database: Pick<Database, 'kind' | 'reads' | 'vault'>, objects: ObjectSource, records: RecordReader) {
    this.#queries = new ReadQueries(database.reads, database.kind === 'postgres');
    this.#objects = objects;
    this.#records = records;
    this.#cursors = new Cursors(database.vault);
  }

  /** A related list of the detail layout, by its place there. @throws Failure INVALID_QUERY when there is none. */
  layout(object: ReadableObject, index: number): RelatedList {
    const related = object.definition.layouts.detail.related[index];
    if (related && this.#objects.find(related.objectApiName)) return related;
    const message = `没有第 ${index} 个关联列表`;
    throw new Failure('INVALID_QUERY', message, [{ field: 'related', message }]);
  }

  /** One page. @throws Failure of `open` where a list is closed, INVALID_QUERY for a wrong cursor or order. */
  async page(home: Home, query: RelatedQuery, open: OpenList): Promise<RelatedPage> {
    const layout = this.layout(home.object, query.related);
    const related = relatedSource(home.object.definition, layout);
    if (!related) return NOTHING;
    const target = open(related.objectApiName);
    const filter = openFilter(target, related.filter);
    if (filter === null) return NOTHING;
    if (related.fields) return this.#direct(home, related, related.fields, target, query, filter);
    const slice = this.#slice(home, query);
    const ranked = await this.#rank(home, related, target, query, slice, filter, open);
    const shown = openFields(target, readFields(related) ?? listFields(target));
    return this.#fill(home, target, shown, ranked, slice, query);
  }

  async #rank(
    home: Home,
    related: RelatedList,
    target: OpenedList,
    query: RelatedQuery,
    slice: Slice,
    filter: Condition | undefined,
    open: OpenList,
  ): Promise<Ranked> {
    if (related.similarBy) return this.#similar(home, related.similarBy, target, query, slice, filter);
    const { apiName } = home.object.definition;
    if (related.of !== undefined) {
      refuseSort(query);
      const field = home.object.field(related.of);
      if (!field || field.targetApiName !== related.objectApiName || !home.scope.readable(field)) return NO_RANKS;
      return this.#ranked(named(home.object, field, target, { id: query.id, filter }, slice));
    }
    const way = related.through && planWay(related.through, apiName, related.objectApiName, open);
    if (!way) return NO_RANKS;
    const [sort] = planPage(target.object, { sort: openSort(related, query, target) ?? [] }, target.scope).keys;
    const isSameObject = apiName === related.objectApiName;
    return this.#ranked(reached(target, way, { id: query.id, isSameObject, sort, filter }, slice));
  }

  async #ranked(statement: Statement): Promise<Ranked> {
    const rows = await this.#queries.run(statement);
    const relations = rows.map(([id, count, latest]: Row): [string, Relation] => [
      String(id),
      { ...(count !== null && { count: Number(count) }), ...(latest !== null && { latest: latest as string }) },
    ]);
    return {
      ids: relations.map(([id]) => id),
      relations: Object.fromEntries(relations.filter(([, { count }]) => count !== undefined)),
      total: Number(rows[0]?.[3] ?? 0),
    };
  }

  /** The most alike are few enough to be ranked at once, whatever page is wanted. */
  async #similar(
    home: Home,
    similarBy: readonly string[],
    target: OpenedList,
    query: RelatedQuery,
    slice: Slice,
    filter: Condition | undefined,
  ): Promise<Ranked> {
    refuseSort(query);
    const fields = openFields(target, similarBy, home.scope.readable);
    const [mine] = await this.#recordsOf(target, fields, [query.id]);
    const terms = fields.flatMap((field) => alikeTerm(field, valueOf(mine, field)) ?? []);
    if (!mine || terms.length === 0) return NO_RANKS;
    const rows = await this.#queries.run(alike(target, terms, { id: query.id, filter }, MAX_SIMILAR));
    const ids = rows.slice(slice.offset, slice.offset + slice.limit).map(([id]) => String(id));
    const theirs = await this.#recordsOf(target, fields, ids);
    const relations = theirs.map((record) => {
      const shared = fields.map((field) => [
        field.apiName,
        sharedValue(field, valueOf(mine, field), valueOf(record, field)),
      ]);
      return [record.id, { shared: Object.fromEntries(shared.filter(([, value]) => value !== undefined)) }];
    });
    return { ids, relations: Object.fromEntries(relations), total: rows.length };
  }

  async #fill(
    home: Home,
    target: OpenedList,
    shown: readonly FieldDefinition[],
    ranked: Ranked,
    { limit, offset }: Slice,
    query: RelatedQuery,
  ): Promise<RelatedPage> {
    const { nameField } = target.object.definition;
    const fields = [...openFields(target, [nameField]), ...shown.filter((field) => field.apiName !== nameField)];
    const list = await this.#recordsOf(target, fields, ranked.ids);
    const next = offset + limit;
    // A page behind the last row has no row that carries the count.
    const total = ranked.ids.length > 0 ? ranked.total : offset;
    const more = next < Math.min(total, MAX_RANKED);
    const after = more
      ? this.#cursors.write(identity(home, query), { position: { id: '', values: [] }, seen: next })
      : null;
    return { list, total, totalIsExact: true, after, relations: ranked.relations };
  }

  #slice(home: Home, query: RelatedQuery): Slice {
    const { after, pageSize = DEFAULT_PAGE_SIZE } = query;
    return { limit: pageSize, offset: after === undefined ? 0 : this.#cursors.read(identity(home, query), after).seen };
  }

  /** Records in the order of their ids, with the names of what they link to. */
  async #recordsOf(
    { object, scope }: OpenedList,
    fields: readonly FieldDefinition[],
    ids: readonly string[],
  ): Promise<RecordRow[]> {
    if (ids.length === 0) return [];
    const columns = recordColumns(fields.filter((field) => !isLive(object, field)));
    const answers = await liveValues(this.#queries, object, fields, ids, scope.today);
    const rows = await this.#queries.run(recordsByIds(object, columns.names, ids));
    const byId = new Map(
      rows.map((row) => {
        const record: RecordRow = { id: String(row[0]) };
        columns.fill(record, row, 1);
        Object.assign(record, answers.get(record.id));
        return [record.id, record];
      }),
    );
    const records = ids.flatMap((id) => byId.get(id) ?? []);
    await nameLinks(this.#queries, this.#objects, fields, records, scope);
    return records;
  }

  async #direct(
    home: Home,
    related: RelatedList,
    links: readonly string[],
    target: OpenedList,
    query: RelatedQuery,
    filter: Condition | undefined,
  ): Promise<RelatedPage> {
    const pointing = openLinks(target, links, home.object.definition.apiName).map((field): Condition => {
      const op = isList(field) ? 'containsAny' : 'in';
      return { field: field.apiName, op, value: [query.id] };
    });
    if (pointing.length === 0) return NOTHING;
    // The layout names fields of another object, which may have been closed or removed since.
    const wanted = readFields(related);
    const fields = wanted && openFields(target, wanted).map(({ apiName }) => apiName);
    const { after, pageSize } = query;
    const within: Condition = filter ? { and: [{ or: pointing }, filter] } : { or: pointing };
    const asked = { after, pageSize, within, sort: openSort(related, query, target), fields };
    const page = await this.#records.list(target.object, { ...asked, owner: target.owner }, target.scope);
    return { ...page, list: [...page.list], relations: {} };
  }
}

const valueOf = (record: RecordRow | undefined, { apiName }: FieldDefinition): FieldValue =>
  record?.[apiName] as FieldValue;

const listFields = ({ object }: OpenedList): readonly string[] => object.definition.layouts.list.columns;

/** The order asked for, which must be right; else the layout's, as far as it is open. */
function openSort(related: RelatedList, query: RelatedQuery, target: OpenedList): readonly Sort[] | undefined {
  return query.sort ?? related.sort?.filter(({ field }) => openFields(target, [field]).length > 0);
}

function refuseSort({ sort }: RelatedQuery): void {
  if (!sort || sort.length === 0) return;
  const message = '这个列表有自己的顺序，不能另行排序';
  throw new Failure('INVALID_QUERY', message, [{ field: 'sort', message }]);
}

const identity = ({ object, scope }: Home, { id, related, sort }: RelatedQuery): string =>
  JSON.stringify([object.table, id, related, sort ?? [], scope.reader]);
