import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { type ListQuery, MAX_PAGE_SIZE, type RecordReply } from '#schemas/api/records.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import { type Actor, SVIP } from '#shared/policy/actor.ts';
import { decideAudience, mayReadField } from '#shared/policy/decide.ts';
import { shanghaiDay } from '#server/lib/clock.ts';
import type { Catalog } from '#server/lib/catalog/catalog.ts';
import type { CatalogObject } from '#server/lib/catalog/catalog-object.ts';
import { listableFields } from '#server/lib/catalog/object-view.ts';
import type { RecordReader } from '#server/lib/record-list/record-reader.ts';
import type { ReadScope } from '#server/lib/record-list/readable-object.ts';
import type { RecordWriter } from '#server/lib/records/record-writer.ts';
import type { History } from './history.ts';

export interface RecordParts {
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly history: History;
  readonly now: () => Date;
}

/** Roles as rules and field access see them: those of the account, and svip. */
const rolesOf = (actor: Actor): string[] => [...actor.roles, ...(actor.vipType === SVIP ? ['svip'] : [])];

/** Reading and writing records as one person: access first, then the reader or the writer. */
export class RecordService {
  readonly #parts: RecordParts;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  /** The page as JSON text. @throws Failure when the list is closed to this person, or the query is wrong. */
  async list(query: ListQuery, actor: Actor) {
    const object = this.#open(query.objectApiName, actor, 'list');
    return {
      object,
      page: await this.#parts.reader.listJson(
        object,
        this.#ownOnly(object, query, actor),
        this.#listScope(object, actor),
      ),
    };
  }

  async count(query: { objectApiName: string; filter?: unknown; keyword?: string; exact?: boolean }, actor: Actor) {
    const object = this.#open(query.objectApiName, actor, 'list');
    return this.#parts.reader.count(
      object,
      this.#ownOnly(object, query, actor),
      this.#listScope(object, actor),
      query.exact,
    );
  }

  /** A related list shows what its own object's list would show this person. */
  async related(
    query: { objectApiName: string; id: string; related: number; after?: string; pageSize?: number },
    actor: Actor,
  ) {
    const object = this.#parts.catalog.object(query.objectApiName);
    await this.#readable(object, query.id, actor);
    const { target } = this.#parts.reader.related(object, query.related);
    const opened = this.#open(target.definition.apiName, actor, 'list');
    return {
      target: opened,
      page: await this.#parts.reader.listRelated(
        object,
        this.#ownOnly(opened, query, actor),
        this.#listScope(opened, actor),
      ),
    };
  }

  async searchNames(apiName: string, text: string, limit: number, actor: Actor) {
    const object = this.#open(apiName, actor, 'list');
    const { owner } = this.#ownOnly(object, {}, actor);
    if (owner === undefined) return this.#parts.reader.searchNames(object, text, limit);
    const field = object.definition.nameField;
    const filter = text.trim() === '' ? undefined : { field, op: 'contains', value: text.trim() };
    const query = { owner, filter, sort: [], fields: [field], pageSize: Math.min(limit, MAX_PAGE_SIZE) };
    const { list } = await this.#parts.reader.list(object, query, this.#listScope(object, actor));
    return list.map((row) => ({ id: row.id, name: String((row as Record<string, unknown>)[field] ?? '') }));
  }

  async read(apiName: string, id: string, actor: Actor): Promise<RecordReply> {
    return this.#reply(this.#parts.catalog.object(apiName), id, actor);
  }

  async create(apiName: string, clientKey: string, values: unknown, actor: Actor): Promise<RecordReply> {
    const object = this.#open(apiName, actor, 'create');
    refuseClosedFields(object, values, actor);
    const { id } = await this.#parts.writer.create(apiName, clientKey, values, this.#writing(actor));
    return this.#reply(object, id, actor);
  }

  async update(apiName: string, id: string, version: number, values: unknown, actor: Actor): Promise<RecordReply> {
    const object = this.#parts.catalog.object(apiName);
    await this.#readable(object, id, actor, 'edit');
    refuseClosedFields(object, values, actor);
    await this.#parts.writer.update(apiName, id, version, values, this.#writing(actor));
    return this.#reply(object, id, actor);
  }

  async history(apiName: string, id: string, field: string | undefined, actor: Actor) {
    const object = this.#parts.catalog.object(apiName);
    // What a record was before is for those who may change it.
    await this.#readable(object, id, actor, 'edit');
    const closed = new Set(
      object.definition.fields.filter((candidate) => !mayReadField(actor, candidate)).map(({ apiName: name }) => name),
    );
    return this.#parts.history.of(apiName, id, (name) => !closed.has(name) && (field === undefined || name === field));
  }

  #scope(actor: Actor): ReadScope {
    return {
      readable: (field: FieldDefinition) => mayReadField(actor, field),
      today: shanghaiDay(this.#parts.now()),
    };
  }

  #listScope(object: CatalogObject, actor: Actor): ReadScope {
    const open = new Set(listableFields(object, actor).map((field) => field.apiName));
    return { readable: (field) => open.has(field.apiName), today: shanghaiDay(this.#parts.now()) };
  }

  #writing(actor: Actor) {
    return { actor: actor.id ?? '', roles: rolesOf(actor), origin: 'form', now: this.#parts.now() };
  }

  #open(apiName: string, actor: Actor, what: 'list' | 'create'): CatalogObject {
    const object = this.#parts.catalog.object(apiName);
    const { access } = object.definition;
    // The list of an object that belongs to its owners is each owner's own.
    const audience = what === 'list' && access.list === 'owner' ? 'member' : access[what];
    const refused = decideAudience(actor, audience);
    if (refused) throw new Failure(refused);
    return object;
  }

  #ownOnly<Query extends object>(object: CatalogObject, query: Query, actor: Actor): Query & { owner?: string } {
    const restricted = object.definition.access.list === 'owner' && decideAudience(actor, 'staff') !== null;
    return restricted ? { ...query, owner: actor.id ?? '' } : query;
  }

  /** The record, when this person may open it (or change it). The same answer whether it is not there or not theirs to know of. */
  async #readable(object: CatalogObject, id: string, actor: Actor, what: 'detail' | 'edit' = 'detail') {
    const audience = object.definition.access[what];
    const refusedUnseen = audience === 'owner' ? decideAudience(actor, 'member') : decideAudience(actor, audience);
    if (refusedUnseen)
      throw new Failure(refusedUnseen, undefined, [], await this.#openPart(object, id, actor, refusedUnseen));
    const found = await this.#parts.reader.read(object, id, this.#scope(actor));
    if (!found || decideAudience(actor, audience, found.createdBy) !== null) throw new Failure('UNKNOWN_RECORD');
    return found;
  }

  /** What a person who needs VIP for the details sees in the list anyway goes along with the refusal; nothing else is read. */
  async #openPart(
    object: CatalogObject,
    id: string,
    actor: Actor,
    refused: FailureName,
  ): Promise<Partial<RecordReply>> {
    const { access, layouts, nameField } = object.definition;
    if (refused !== 'VIP_REQUIRED' || decideAudience(actor, access.list) !== null) return {};
    const open = new Set([nameField, ...layouts.list.columns]);
    const { readable, today } = this.#scope(actor);
    const found = await this.#parts.reader.read(object, id, {
      today,
      readable: (field) => open.has(field.apiName) && readable(field),
    });
    const locked = object.fields
      .filter((field) => !open.has(field.apiName) || !readable(field))
      .map((field) => field.apiName);
    return found ? { record: found.record, locked } : {};
  }

  async #reply(object: CatalogObject, id: string, actor: Actor): Promise<RecordReply> {
    const { record, createdBy } = await this.#readable(object, id, actor);
    const locked = object.fields.filter((field) => !mayReadField(actor, field)).map((field) => field.apiName);
    return { record, locked, editable: decideAudience(actor, object.definition.access.edit, createdBy) === null };
  }
}

/** A value that may not be read may not be written either, or writing would be a way to guess it. */
function refuseClosedFields(object: CatalogObject, values: unknown, actor: Actor): void {
  const closed = object.fields.find(
    (field) => !mayReadField(actor, field) && Object.hasOwn(Object(values), field.apiName),
  );
  if (closed) throw new Failure('INVALID_BODY', undefined, [{ field: closed.apiName, message: '没有权限修改此字段' }]);
}
