import type { Condition } from '#schemas/metadata/condition.ts';
import { comparisons, existences } from '#generators/filters.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ChangeRow } from '#server/core/changes/queries.ts';
import { namingFields, otherSearchFields } from '#server/core/search/search-text.ts';
import type { Db } from '#server/db/database.ts';
import type { Trial } from '#server/features/alerts/base/trial.ts';
import { currentRecords, goneRows, historySince } from './queries.ts';

/** An entry of the log that may have made a record meet a condition, or meet it no longer. */
export interface Cause {
  readonly entry: ChangeRow;
  /** It is of the record itself. */
  readonly isOwn: boolean;
  /** It touched what the condition asks; of a record itself other entries count as changes alone. */
  readonly decides: boolean;
}

/** Causes by the record whose place they may have changed. */
type Causes = Map<string, Cause[]>;

const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Ids in the value of a link, as records and as rows of tables have them. */
function linkedIds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linkedIds);
  if (isId(value)) return [String(value)];
  return typeof value === 'object' && value !== null && 'id' in value && isId(value.id) ? [String(value.id)] : [];
}

const namedIn = (condition: Condition | undefined): string[] =>
  condition ? comparisons(condition).map(({ field }) => field) : [];

const touches = ({ kind, fields }: ChangeRow, named: ReadonlySet<string>): boolean =>
  kind !== 'updated' || fields.length === 0 || fields.some((name) => named.has(name));

function put(causes: Causes, id: string, some: readonly Cause[]): void {
  const known = causes.get(id);
  if (known) known.push(...some);
  else causes.set(id, [...some]);
}

/** What of a page of the log concerns a condition: records of its object, and those that records of others point at or did. */
export class CausesOf {
  readonly #trx: Db;
  readonly #catalog: Pick<Catalog, 'find'>;
  readonly #byObject: ReadonlyMap<string, readonly ChangeRow[]>;
  readonly #entries: readonly ChangeRow[];

  constructor(trx: Db, catalog: Pick<Catalog, 'find'>, entries: readonly ChangeRow[]) {
    this.#trx = trx;
    this.#catalog = catalog;
    this.#byObject = Map.groupBy(entries, ({ objectApiName }) => objectApiName);
    this.#entries = entries;
  }

  async trial({ condition, keyword }: Trial, object: CatalogObject): Promise<Causes> {
    const searched = keyword === undefined ? [] : [...namingFields(object), ...otherSearchFields(object)];
    const named = new Set([...namedIn(condition), ...searched.map(({ apiName }) => apiName)]);
    const causes = condition ? await this.#through(condition) : new Map<string, Cause[]>();
    for (const entry of this.#byObject.get(object.apiName) ?? [])
      put(causes, entry.id, [{ entry, isOwn: true, decides: touches(entry, named) }]);
    return causes;
  }

  /** Records of the object of a condition that its questions about other objects lead to. */
  async #through(condition: Condition): Promise<Causes> {
    const causes: Causes = new Map();
    for (const { objectApiName, fields, filter } of existences(condition)) {
      const object = this.#catalog.find(objectApiName);
      if (!object) continue;
      const inner = filter ? await this.#through(filter) : new Map<string, Cause[]>();
      const named = new Set([...namedIn(filter), ...fields]);
      for (const entry of this.#byObject.get(objectApiName) ?? [])
        if (touches(entry, named)) put(inner, entry.id, [{ entry, isOwn: false, decides: true }]);
      for (const [id, targets] of await this.#targets(object, fields, [...inner.keys()]))
        for (const target of targets) put(causes, target, inner.get(id) ?? []);
    }
    return causes;
  }

  /** What records point at or pointed at before this page, those that are gone among them. */
  async #targets(object: CatalogObject, links: readonly string[], ids: readonly string[]) {
    const found = new Map<string, Set<string>>();
    if (ids.length === 0) return found;
    const note = (id: string, value: unknown) => {
      const known = found.get(id) ?? new Set();
      for (const target of linkedIds(value)) known.add(target);
      found.set(id, known);
    };
    const fields = links.flatMap((name) => object.field(name) ?? []);
    for (const { id, values } of await currentRecords(this.#trx, object.table, fields, ids))
      for (const name of links) note(id, values[name]);
    for (const { id, changes } of await historySince(this.#trx, object.apiName, ids, this.#entries))
      for (const name of links) note(id, changes[name]?.before);
    for (const { id, row } of await goneRows(this.#trx, object.apiName, ids))
      for (const name of links) note(id, row[name]);
    return found;
  }
}
