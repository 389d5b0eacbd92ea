import type { AggregatePlan, OpenField } from '#schemas/api/open.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, valueKind, valueType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { unitOf } from '#shared/assistant/field-facts.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { mayReadField } from '#shared/policy/decide.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { AggregateReader } from '#server/core/aggregates/reader.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields, objectView } from '#server/core/catalog/object-view.ts';
import { findNames } from '#server/core/lists/find-names.ts';
import { ALL_ROWS, rowsFor } from '#server/core/lists/rows-of.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { Services } from '#server/services.ts';
import { MAX_OPEN_ROWS } from '#schemas/api/open.ts';
import { objectOfKey, objectsOfKey } from '#server/features/open/base/open-objects.ts';
import { readFilter, readNames, readSort } from '#server/features/open/base/query-text.ts';
import { withLabels } from './labels.ts';

/** A record that this user may open: the id that it has now, and as whom they read it. */
type OpenRecord = (
  objectApiName: string,
  id: string,
  actor: Actor,
) => Promise<{ readonly id: string; readonly speaksFor: boolean; readonly reader: Actor }>;

export interface OpenDataDeps extends Pick<Services, 'database' | 'catalog' | 'reader' | 'now'> {
  readonly openRecord: OpenRecord;
}

/** What an address says of a list. */
export interface ListText {
  readonly filter?: string;
  readonly fields?: string;
  readonly sort?: string;
  readonly keyword?: string;
  readonly limit?: number;
  readonly after?: string;
  readonly expand?: 'labels';
}

const DEFAULT_ROWS = 50;
const DEFAULT_CANDIDATES = 5;

/** Reads for programs: the lists, records and numbers of the screens, under the same policy, as far as a key goes. */
export class OpenData {
  readonly #deps: OpenDataDeps;
  readonly #aggregates: AggregateReader;

  constructor(deps: OpenDataDeps) {
    this.#deps = deps;
    this.#aggregates = new AggregateReader(deps.database, deps.catalog);
  }

  objects(actor: Actor) {
    return objectsOfKey(this.#deps.catalog, actor).map(({ apiName, definition }) => ({
      objectApiName: apiName,
      label: definition.label,
    }));
  }

  /** The fields that the key reads. @throws Failure as objectOfKey */
  schema(apiName: string, actor: Actor) {
    const { object, listed, others } = this.#readable(apiName, actor);
    const inLists = new Set(listed.map((field) => field.apiName));
    const { label, nameField } = object.definition;
    return {
      objectApiName: apiName,
      label,
      version: object.version,
      nameField,
      fields: [...listed, ...others].map((field) => describe(field, inLists.has(field.apiName))),
    };
  }

  /** The definition with no more fields than the key reads. @throws Failure as objectOfKey */
  definition(apiName: string, actor: Actor): ObjectDefinition {
    const { object, listed, others } = this.#readable(apiName, actor);
    const readable = new Set([...listed, ...others].map((field) => field.apiName));
    const fields = object.fields.filter((field) => readable.has(field.apiName));
    const rules = object.definition.rules.filter((rule) => readable.has(rule.target));
    return { ...objectView(object, actor), fields, rules };
  }

  /** The fields that the key reads: those of lists, and those of single records alone. */
  #readable(apiName: string, actor: Actor) {
    const object = objectOfKey(this.#deps.catalog, apiName, actor);
    const listed = listableFields(object, actor);
    const inLists = new Set(listed.map((field) => field.apiName));
    const others = object.fields.filter((field) => !inLists.has(field.apiName) && mayReadRecordField(actor, field));
    return { object, listed, others };
  }

  /** @throws Failure INVALID_QUERY naming the place, and as objectOfKey */
  async list(apiName: string, query: ListText, actor: Actor) {
    const { object, owner, scope } = this.#access(apiName, actor);
    const { list, ...page } = await this.#deps.reader.list(
      object,
      {
        owner,
        filter: readFilter(query.filter),
        fields: readNames(query.fields) ?? listableFields(object, actor).map((field) => field.apiName),
        sort: readSort(query.sort),
        keyword: query.keyword,
        after: query.after,
        pageSize: query.limit ?? DEFAULT_ROWS,
      },
      scope,
      MAX_OPEN_ROWS,
    );
    return { value: query.expand ? list.map((row) => withLabels(object.fields, row)) : [...list], ...page };
  }

  /** One record without what is sealed: contacts are in no program’s reach. @throws Failure as opening it on a screen does */
  async record(apiName: string, id: string, actor: Actor, expand?: 'labels') {
    const object = objectOfKey(this.#deps.catalog, apiName, actor);
    const opened = await this.#deps.openRecord(apiName, id, actor);
    const { reader, speaksFor } = opened;
    const readable = (field: FieldDefinition) => !isSealed(field) && (speaksFor || mayReadField(reader, field));
    const today = shanghaiDay(this.#deps.now());
    const found = await this.#deps.reader.read(object, opened.id, {
      readable,
      rowsOf: speaksFor ? ALL_ROWS : rowsFor(reader),
      today,
    });
    if (!found) throw new Failure('UNKNOWN_RECORD');
    const closed = object.fields.filter((field) => !readable(field)).map((field) => field.apiName);
    const record = expand ? withLabels(object.fields, found.record) : found.record;
    return { record, closed, ...(opened.id !== id && { mergedInto: opened.id }) };
  }

  async resolve(apiName: string, names: readonly string[], limit: number | undefined, actor: Actor) {
    const list = this.#access(apiName, actor);
    const found = await findNames(this.#deps.reader, list, names, limit ?? DEFAULT_CANDIDATES);
    const value = names.map((name, at) => ({
      name,
      candidates: (found[at] ?? []).map((one) => ({ id: one.id, name: one.name })),
    }));
    return { value };
  }

  /** @throws Failure INVALID_QUERY for what cannot be worked out, and as objectOfKey */
  async aggregate(apiName: string, { filter, group, measures, sort, limit }: AggregatePlan, actor: Actor) {
    const { object, owner, scope } = this.#access(apiName, actor);
    const field = (name: string) => listableFields(object, actor).find((one) => one.apiName === name);
    const by = group && field(group.by);
    if (group && (!by || fieldType(by).group === undefined)) refuse('group.by', `不能按“${group.by}”分组`);
    for (const [at, { fn, field: name }] of measures.entries())
      if ((fn === 'count') !== (name === undefined))
        refuse(`measures[${at}].field`, fn === 'count' ? 'count 不带字段' : `${fn} 需要一个字段`);
    if (sort && sort.measure >= measures.length) refuse('sort.measure', '没有这个统计项');
    const plan = {
      object: apiName,
      ...(group && { group }),
      measures,
      ...(sort && { sort: [sort] }),
      ...(limit !== undefined && { limit }),
    };
    const { rows, groups, totals } = await this.#aggregates.read(object, plan, { filter, owner }, scope);
    const value = rows.map(({ key, label, values }) => ({ key, label, values: [...values] }));
    return { value, groups, totals: [...totals] };
  }

  #access(apiName: string, actor: Actor) {
    const object: CatalogObject = objectOfKey(this.#deps.catalog, apiName, actor);
    return { object, ...listAccess(object, actor, this.#deps.now(), this.#deps.catalog) };
  }
}

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_QUERY', message, [{ field, message }]);
}

const mayReadRecordField = (actor: Actor, field: FieldDefinition): boolean =>
  !isSealed(field) && mayReadField(actor, field);

function describe(field: FieldDefinition, inLists: boolean): OpenField {
  const { selectOptions = [], targetApiName } = field;
  const unit = unitOf(field);
  return {
    apiName: field.apiName,
    label: field.label,
    type: field.type,
    kind: valueKind(field),
    ...(unit !== '' && { unit }),
    ...(targetApiName !== undefined && { target: targetApiName }),
    ...(selectOptions.length > 0 && {
      options: selectOptions.map(({ value, label, parent }) => ({
        value,
        label,
        ...(parent !== undefined && { parent }),
      })),
    }),
    operators: [...valueType(field).operators],
    inLists,
  };
}
