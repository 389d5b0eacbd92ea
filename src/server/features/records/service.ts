import type { FieldDefinition } from '#schemas/metadata/field.ts';
import {
  type FieldTotal,
  type ListQuery,
  MAX_PAGE_SIZE,
  type OptionCounts,
  type OptionCountsQuery,
  type RecordReply,
  type TotalsQuery,
} from '#schemas/api/records.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { withCurrentNames } from '#generators/former-names.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, asSvip, isMember, isStaff, type Member } from '#shared/policy/actor.ts';
import { decide, decideAudience, decideOn, mayReadField } from '#shared/policy/decide.ts';
import type { Db } from '#server/db/database.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listAccess, type NotedBy, readSystemFromWriter } from '#server/core/lists/list-access.ts';
import { ALL_ROWS, rowsFor, seesRecord, valuesFor } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { ReadScope } from '#server/core/lists/readable-object.ts';
import { fieldsBeingRecounted } from '#server/core/derived/recounting.ts';
import { formContext } from '#server/core/records/judgement.ts';
import type { PlainRecord } from '#server/core/records/queries.ts';
import type { RecordFollowers } from '#server/core/records/record-followers.ts';
import type { History } from './history.ts';
import { countedTotals } from './counted-totals.ts';
import { closedFields, lockedNames, refuseClosedFields } from './closed-fields.ts';
import { refuseArchived } from './archived.ts';
import { type LinkAsked, linkRows } from './link-rows.ts';
import type { OpenRecord, Readable } from './open-record.ts';
import { isOfCompanies, mayBelongTo } from './company-reader.ts';
import { namingHolders } from './held-values.ts';
import { openPart } from './open-part.ts';
import { ownerOf } from './record-owner.ts';
import { ownFields, type OwnEditDeps, refuseUnmarked, writeOwn } from './own-edits.ts';

export interface RecordDeps extends OwnEditDeps {
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly history: History;
  /** Companies that an account speaks for. */
  readonly companiesOf: (accountId: string) => Promise<readonly string[]>;
  readonly followers: RecordFollowers;
  readonly noted: NotedBy;
}

const COMPANY = BINDINGS.company.object;

/** Reading and writing records as one person: access first, then the reader or the writer. */
export class RecordService {
  readonly #deps: RecordDeps;

  constructor(deps: RecordDeps) {
    this.#deps = deps;
  }

  /** The page as JSON text. @throws Failure when the list is closed to this person, or the query is wrong. */
  async list(query: ListQuery, actor: Actor) {
    const { object, own, scope } = this.#list(query.objectApiName, query, actor);
    return { object, page: await this.#deps.reader.listJson(object, own, scope) };
  }

  async count(query: { objectApiName: string; filter?: unknown; keyword?: string; exact?: boolean }, actor: Actor) {
    const { object, own, scope } = this.#list(query.objectApiName, query, actor);
    return this.#deps.reader.count(object, own, scope, query.exact);
  }

  async optionCounts({ field, ...selection }: OptionCountsQuery, actor: Actor): Promise<OptionCounts> {
    const { object, own, scope } = this.#list(selection.objectApiName, selection, actor);
    return this.#deps.reader.optionCounts(object, own, field, scope);
  }

  async totals({ fields, ...selection }: TotalsQuery, actor: Actor): Promise<FieldTotal[]> {
    const { object, own, scope } = this.#list(selection.objectApiName, selection, actor);
    return countedTotals(this.#deps, { object, selection: own, fields, scope });
  }

  /** A record that this user may open, by the id that it has now. @throws Failure when there is none or it is closed to them. */
  async openable(apiName: string, id: string, actor: Actor): Promise<OpenRecord> {
    const object = this.#deps.catalog.object(apiName);
    const { found, speaksFor, isOfOwn, reader } = await this.#readable(object, id, actor);
    return { object, id: found.id, createdBy: found.createdBy, speaksFor, isOfOwn, reader };
  }

  /** Companies that this person speaks for, by a part of their name; staff may name any. */
  async ownCompanies(apiName: string, text: string, limit: number, actor: Actor) {
    if (isStaff(actor)) return this.searchNames(apiName, text, limit, actor);
    const ids = isMember(actor) ? await this.#deps.companiesOf(actor.id) : [];
    const own = await this.namesOf(apiName, ids, actor);
    return own.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase())).slice(0, limit);
  }

  async searchNames(apiName: string, text: string, limit: number, actor: Actor, asked: LinkAsked = {}) {
    const { object, own, scope } = this.#list(apiName, { text, limit }, actor);
    const rowsOf = linkRows(this.#deps.catalog, object, scope.rowsOf, asked, actor);
    const found = await this.#deps.reader.searchNames(object, { ...own, scope: { ...scope, rowsOf } });
    return found.map(({ id, name }) => ({ id, name }));
  }

  /** Names of records by id, in the order of the ids; those that are gone or another person's are left out. */
  async namesOf(apiName: string, ids: readonly string[], actor: Actor) {
    const { object, own, scope } = this.#list(apiName, { ids, sort: [], pageSize: MAX_PAGE_SIZE }, actor);
    const field = object.definition.nameField;
    const { list } = await this.#deps.reader.list(object, { ...own, fields: [field] }, scope);
    const names = new Map(list.map((row) => [row.id, String(row[field] ?? '')]));
    for (const id of ids.filter((one) => !names.has(one))) {
      const survivor = await this.#deps.reader.survivor(object, id);
      const [current] = survivor === undefined ? [] : await this.namesOf(apiName, [survivor], actor);
      if (current) names.set(id, current.name);
    }
    return ids.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
  }

  async read(apiName: string, id: string, actor: Actor): Promise<RecordReply> {
    return this.#reply(this.#deps.catalog.object(apiName), id, actor);
  }

  /** The same as JSON text, as most of it comes from the database. */
  async readText(apiName: string, id: string, actor: Actor): Promise<{ readonly id: string; readonly text: string }> {
    const { found, rest } = await this.#answer(this.#deps.catalog.object(apiName), id, actor);
    return { id: found.id, text: `{"record":${found.text},${JSON.stringify(rest).slice(1)}` };
  }

  async create(apiName: string, clientKey: string, asked: unknown, actor: Member): Promise<RecordReply> {
    const object = this.#deps.catalog.object(apiName);
    const values = withCurrentNames(object.fields, asked);
    await this.openFields(object, undefined, values, actor);
    const created = this.#deps.followers.get(apiName)?.created;
    const follow = created && ((trx: Db, record: PlainRecord) => created(trx, record, actor));
    const context = { ...formContext(actor, this.#deps.now()), follow };
    const write = this.#deps.writer.create(apiName, clientKey, values, context);
    const { id, version } = await write.catch((error: unknown) => this.#naming(error, apiName, actor));
    return this.#written(object, { id, version }, actor);
  }

  async update(apiName: string, id: string, version: number, asked: unknown, actor: Member): Promise<RecordReply> {
    const object = this.#deps.catalog.object(apiName);
    const values = withCurrentNames(object.fields, asked);
    if ((await this.openFields(object, id, values, actor)) === 'own') {
      await writeOwn(this.#deps, { object, id, version, values: Object(values) }, actor);
      return this.#reply(object, id, actor);
    }
    const updated = this.#deps.followers.get(apiName)?.updated;
    const follow = updated && ((trx: Db, written: PlainRecord) => updated(trx, written, actor));
    const context = { ...formContext(actor, this.#deps.now()), follow };
    const write = this.#deps.writer.update(apiName, id, version, values, context);
    const written = await write.catch((error: unknown) => this.#naming(error, apiName, actor));
    return this.#written(object, written, actor);
  }

  /** As what the user writes these fields: of the whole record (without `id` of a new one), or of the own company. @throws Failure where none are theirs to write */
  async openFields(
    object: CatalogObject,
    id: string | undefined,
    values: unknown,
    actor: Member,
  ): Promise<'whole' | 'own'> {
    const refused = decideOn(actor, object.definition, id === undefined ? 'create' : 'edit');
    if (id === undefined) {
      if (refused) throw new Failure(refused);
      refuseClosedFields(object, values, actor);
      return 'whole';
    }
    if (refused && (await this.#speaksFor(object, id, actor))) {
      refuseUnmarked(object, Object(values));
      return 'own';
    }
    const { found } = await this.#readable(object, id, actor, 'edit');
    if (found.id !== id)
      throw new Failure('UNKNOWN_RECORD', '这条记录已合并到另一条记录，请刷新后在合并后的记录中修改');
    refuseClosedFields(object, values, actor, found);
    return 'whole';
  }

  async history(apiName: string, id: string, field: string | undefined, actor: Member) {
    const object = this.#deps.catalog.object(apiName);
    // What a record was before is for those who may change it, and for those who speak for the company that it is.
    const isOwn = await this.#speaksFor(object, id, actor);
    await this.#readable(object, id, actor, isOwn ? 'detail' : 'edit');
    const isClosed = (one: FieldDefinition) => isSealed(one) || !(isOwn || mayReadField(actor, one));
    const closed = new Set(object.definition.fields.filter(isClosed).map(({ apiName: name }) => name));
    const isOpen = (name: string) => !closed.has(name) && (field === undefined || name === field);
    return this.#deps.history.of(apiName, id, isOpen, field);
  }

  /** Refuses as the writer did, with the names of records that this user may read. */
  async #naming(error: unknown, apiName: string, actor: Actor): Promise<never> {
    throw await namingHolders(error, apiName, async (id) => (await this.namesOf(apiName, [id], actor))[0]?.name);
  }

  #scope(actor: Actor, speaksFor = false): ReadScope {
    return {
      readable: (field: FieldDefinition) => (speaksFor && !isSealed(field)) || mayReadField(actor, field),
      opens: (field: FieldDefinition, ownerId: string | null) => mayReadField(actor, field, ownerId),
      masks: decide(actor, 'staff.sealed') === null,
      rowsOf: speaksFor ? ALL_ROWS : rowsFor(actor),
      valuesOf: valuesFor(actor),
      today: shanghaiDay(this.#deps.now()),
    };
  }

  /** The list of an object as this user may see it, and a question to it for no more than that. @throws Failure */
  #list<Query extends object>(apiName: string, query: Query, actor: Actor) {
    const { catalog, now, noted } = this.#deps;
    const object = catalog.object(apiName);
    const { owner, scope } = listAccess(object, actor, now(), catalog, noted);
    const own: Query & { owner?: string } = owner === undefined ? query : { ...query, owner };
    return { object, own, scope };
  }

  /** The record, when this person may open it (or change it); one that was merged is its survivor. The same answer whether it is not there or not theirs to know of. */
  async #readable(
    object: CatalogObject,
    id: string,
    actor: Actor,
    what: 'detail' | 'edit' = 'detail',
  ): Promise<Readable> {
    readSystemFromWriter(object);
    const { access } = object.definition;
    const audience = access[what];
    const refusedTo = (user: Actor, speaksFor: boolean) =>
      decideAudience(user, access, audience === 'owner' ? 'member' : audience, null, speaksFor);
    // Few users speak for a company: a record is read as by those who speak for none, and again only where it is theirs.
    const account = mayBelongTo(object, actor) ? (actor.id ?? undefined) : undefined;
    const unseen = refusedTo(actor, false) !== null;
    let found = unseen ? undefined : await this.#deps.reader.read(object, id, this.#scope(actor), account);
    const own = !found && account !== undefined ? await this.#deps.companiesOf(account) : (found?.companies ?? []);
    const speaksFor = object.apiName === COMPANY && own.includes(id);
    const isOfOwn = await isOfCompanies(this.#deps.reader, object, id, own, shanghaiDay(this.#deps.now()));
    const reader = isOfOwn && isMember(actor) ? asSvip(actor) : actor;
    const refusedUnseen = refusedTo(reader, speaksFor);
    if (refusedUnseen) {
      const merged = await this.#deps.reader.survivor(object, id);
      if (merged !== undefined) return this.#readable(object, merged, actor, what);
      throw new Failure(
        refusedUnseen,
        undefined,
        [],
        await openPart(this.#deps, { object, id, actor }, refusedUnseen, this.#scope(actor)),
      );
    }
    if (unseen || speaksFor || isOfOwn)
      found = await this.#deps.reader.read(object, id, this.#scope(reader, speaksFor));
    const survivor = found ? undefined : await this.#deps.reader.survivor(object, id);
    if (survivor !== undefined) return this.#readable(object, survivor, actor, what);
    const isHidden = access.rows === 'own' && found?.createdBy !== actor.id;
    if (!found) await refuseArchived(this.#deps.database.db, { object, id, audience }, actor);
    const ownerId = found ? await ownerOf(object, found, actor, this.#deps.companiesOf) : null;
    if (!found || isHidden || decideAudience(reader, access, audience, ownerId, speaksFor) !== null)
      throw new Failure('UNKNOWN_RECORD');
    return { found, speaksFor, isOfOwn, reader, ownerId };
  }

  /** Is this the record of a company that the person speaks for by certification? It is whole for such a person. */
  async #speaksFor({ apiName }: CatalogObject, id: string, actor: Actor): Promise<boolean> {
    if (apiName !== COMPANY || actor.id === null || isStaff(actor)) return false;
    return (await this.#deps.companiesOf(actor.id)).includes(id);
  }

  /** What was written, as its writer reads it; no more than that it is there where a condition hides it from the writer. */
  async #written(object: CatalogObject, { id, version }: { id: string; version: number }, actor: Member) {
    if (await seesRecord(this.#deps, object, id, actor)) return this.#reply(object, id, actor);
    const locked = object.fields.map(({ apiName }) => apiName);
    return { record: { id, version }, locked, masked: {}, editable: false };
  }

  async #reply(object: CatalogObject, id: string, actor: Actor): Promise<RecordReply> {
    const { found, rest } = await this.#answer(object, id, actor);
    return { record: found.record, ...rest };
  }

  async #answer(object: CatalogObject, id: string, actor: Actor) {
    const { found, ownerId, speaksFor, isOfOwn, reader } = await this.#readable(object, id, actor);
    const isClosed = (field: FieldDefinition) =>
      !speaksFor || isSealed(field) || found.parts.get(field.apiName) === false;
    const closed = closedFields(object, reader, found).filter(isClosed);
    const recounting = fieldsBeingRecounted(object, found.marks);
    const isOpen = !object.isSystem && decideOn(actor, object.definition, 'edit', ownerId) === null;
    const own = speaksFor && !isOpen ? ownFields(object) : undefined;
    const rest: Omit<RecordReply, 'record'> = {
      ...lockedNames(closed, this.#deps.catalog, reader),
      masked: found.masked,
      ...(found.id !== id && { mergedInto: found.id }),
      editable: isOpen || (own !== undefined && own.writable.length > 0),
      ...own,
      ...((speaksFor || isOfOwn) && { previewable: true as const }),
      ...(recounting.length > 0 && { recounting }),
    };
    return { found, rest };
  }
}
