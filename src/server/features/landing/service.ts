import type { Landing, ObjectCount, Teaser } from '#schemas/api/landing.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { VISITOR } from '#shared/policy/actor.ts';
import { mayReadField } from '#shared/policy/decide.ts';
import { isForMembers } from '#shared/policy/for-members.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

export interface LandingDeps {
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly now: () => Date;
}

/** What was read serves everybody for so long, unless metadata changes. */
const KEPT_MS = 60_000;
const TEASER_ROWS = 8;

/** What visitors see of the data. Metadata says what of it is open to them. */
export class LandingReader {
  readonly #deps: LandingDeps;
  #kept: { readonly versions: string; readonly until: number; readonly landing: Promise<Landing> } | undefined;

  constructor(deps: LandingDeps) {
    this.#deps = deps;
  }

  /** Read once a minute, however many ask. @throws Failure UNAVAILABLE when the database takes too long */
  async read(): Promise<Landing> {
    const now = this.#deps.now();
    // Fields that staff closed a moment ago are closed now.
    const versions = this.#objects()
      .map(({ apiName, version }) => `${apiName}@${version}`)
      .join();
    if (this.#kept && this.#kept.versions === versions && this.#kept.until > now.getTime()) return this.#kept.landing;
    const landing = this.#readAnew(now);
    const kept = { versions, until: now.getTime() + KEPT_MS, landing };
    this.#kept = kept;
    landing.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return landing;
  }

  /** Objects with a list on screen, in the order of the navigation; visitors need not know that there are others. */
  #objects(): CatalogObject[] {
    const place = ({ position }: ObjectDefinition) => position ?? Number.MAX_VALUE;
    return this.#deps.catalog.storedObjects
      .filter(
        ({ definition }) =>
          definition.route !== undefined && definition.access.list !== 'roles' && isForMembers(definition),
      )
      .toSorted((left, right) => place(left.definition) - place(right.definition));
  }

  async #readAnew(now: Date): Promise<Landing> {
    const objects = this.#objects();
    const today = shanghaiDay(now);
    const [counts, teasers] = await Promise.all([
      Promise.all(objects.map((object) => this.#count(object, today))),
      Promise.all(
        objects.filter((object) => visitorFields(object).length > 0).map((object) => this.#teaser(object, today)),
      ),
    ]);
    return { counts, teasers, asOf: now.toISOString() };
  }

  async #count(object: CatalogObject, today: string): Promise<ObjectCount> {
    const { apiName, label, description = '' } = object.definition;
    const {
      total,
      totalIsExact,
      totalIsEstimate = false,
    } = await this.#deps.reader.size(object, { rowsOf: rowsFor(VISITOR), today });
    return { objectApiName: apiName, label, description, total, totalIsExact, totalIsEstimate };
  }

  async #teaser(object: CatalogObject, today: string): Promise<Teaser> {
    const fields = visitorFields(object);
    const open = new Set(fields.map((field) => field.apiName));
    // A field that is not open is not readable at all: it is in no column, no order and no cursor.
    const { list } = await this.#deps.reader.list(
      object,
      { fields: [...open], pageSize: TEASER_ROWS },
      { readable: (field) => open.has(field.apiName), rowsOf: rowsFor(VISITOR), today },
    );
    const { apiName, label } = object.definition;
    return {
      objectApiName: apiName,
      label,
      fields: fields.map((field) => withUsedOptions(field, list)),
      list: [...list],
    };
  }
}

/** The fields that metadata opens to visitors, in its order. */
function visitorFields(object: CatalogObject): FieldDefinition[] {
  return (object.definition.access.teaser ?? []).flatMap((apiName) => {
    const field = object.field(apiName);
    return field && mayReadField(VISITOR, field) ? [field] : [];
  });
}

/** A field with only those options that some rows need, and their ancestors in a tree: option sets are large. */
function withUsedOptions(field: FieldDefinition, rows: readonly RecordRow[]): FieldDefinition {
  const { selectOptions } = field;
  if (!selectOptions) return field;
  const byValue = new Map(selectOptions.map((option) => [option.value, option]));
  const used = new Set<SelectOption>();
  const keep = (value: unknown): void => {
    const option = byValue.get(String(value));
    if (!option || used.has(option)) return;
    used.add(option);
    keep(option.parent);
  };
  for (const row of rows) {
    const value = row[field.apiName];
    const band = (value as { band?: unknown } | null)?.band;
    for (const entry of Array.isArray(value) ? (value as unknown[]) : [band ?? value]) keep(entry);
  }
  return { ...field, selectOptions: selectOptions.filter((option) => used.has(option)) };
}
