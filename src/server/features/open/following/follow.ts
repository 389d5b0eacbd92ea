import { type DeltaReply, MAX_OPEN_ROWS, type RecordChange } from '#schemas/api/open.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { showsLinks } from '#generators/field-types/registry.ts';
import { FOLLOW } from '#shared/policy/api-scopes.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor, Member } from '#shared/policy/actor.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { newestCursor, readObjectChanges } from '#server/core/changes/read-changes.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { Services } from '#server/services.ts';
import { objectOfKey } from '#server/features/open/base/open-objects.ts';
import { readFilter, readNames } from '#server/features/open/base/query-text.ts';
import { comparedFields, followedRows, isFollowed, marksOf } from './field-marks.ts';
import { whatBecame } from './what-became.ts';
import { type FollowState, FollowTokens } from './tokens.ts';

export type FollowDeps = Pick<Services, 'database' | 'catalog' | 'reader' | 'now'>;

/** What an address says of the records to follow. */
export interface FollowText {
  readonly since?: 'full';
  readonly token?: string;
  readonly filter?: string;
  readonly fields?: string;
  readonly derived?: '0' | '1';
  readonly limit?: number;
}

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_QUERY', message, [{ field, message }]);
}

/**
 * Copies of an object's records elsewhere. The place in the log of changes is taken before the first record is given, so that
 * what changes while they are given comes afterwards; from then on each page has the records that changed, as they are now.
 * A record may come more than once and none is missed, whatever transactions were doing meanwhile.
 */
export class Following {
  readonly #deps: FollowDeps;
  readonly #tokens: FollowTokens;

  constructor(deps: FollowDeps) {
    this.#deps = deps;
    this.#tokens = new FollowTokens(deps.database.vault);
  }

  /** @throws Failure CHANGES_EXPIRED where to begin again, INVALID_QUERY, SCOPE_MISSING, and as objectOfKey */
  async page(apiName: string, query: FollowText, actor: Member): Promise<DeltaReply> {
    const object = objectOfKey(this.#deps.catalog, apiName, actor);
    if (!actor.key?.scopes.includes(FOLLOW)) throw new Failure('SCOPE_MISSING', `密钥没有权限“${FOLLOW}”`);
    const asOf = this.#deps.now().toISOString();
    const state = await this.#state(object, query, actor);
    const limit = query.limit ?? MAX_OPEN_ROWS;
    const { value, next, more } = state.full
      ? await this.#fullPage(object, state, actor, limit)
      : await this.#changes(object, state, actor, limit);
    const token = this.#tokens.write(next);
    return { value, ...(more ? { nextToken: token } : { deltaToken: token }), asOf };
  }

  async #state(object: CatalogObject, query: FollowText, actor: Member): Promise<FollowState> {
    const { token, since, filter, fields, derived } = query;
    if ((token === undefined) === (since === undefined))
      refuse('token', '请以 since=full 开始，之后带上一次给出的令牌');
    if (token === undefined) return this.#begin(object, query, actor);
    if (filter !== undefined || fields !== undefined || derived !== undefined)
      refuse('token', '令牌已包含 filter、fields 与 derived，不能再给');
    const state = this.#tokens.read(token, actor.id, object.apiName);
    this.#refuseChanged(object, state, actor);
    return state;
  }

  async #begin(object: CatalogObject, query: FollowText, actor: Member): Promise<FollowState> {
    const open = listableFields(object, actor);
    const names = readNames(query.fields);
    const unknown = names?.find((name) => !open.some((field) => field.apiName === name));
    if (unknown !== undefined) refuse('fields', `没有字段“${unknown.slice(0, 40)}”`);
    const wanted = open.filter(({ apiName }) => names?.includes(apiName) ?? true);
    const daily = names && wanted.find((field) => !isFollowed(object, field));
    if (daily) refuse('fields', `“${daily.label}”每天都会变化，不能增量同步`);
    const filter = readFilter(query.filter);
    const compared = comparedFields(object, open, filter);
    return {
      account: actor.id,
      object: object.apiName,
      filter,
      fields: marksOf(
        object,
        wanted.filter((field) => isFollowed(object, field)),
      ),
      compared: marksOf(object, compared, true),
      rows: followedRows(object, actor).mark,
      derived: query.derived !== '0',
      cursor: await newestCursor(this.#deps.database.db),
      full: { after: null },
    };
  }

  /** What was followed is no longer open, or means something else: a copy would mix both. What is new does no harm. */
  #refuseChanged(object: CatalogObject, { fields, compared, rows }: FollowState, actor: Actor): void {
    const open = new Map(listableFields(object, actor).map((field) => [field.apiName, field]));
    const isSame = (marks: Readonly<Record<string, string>>, isCompared: boolean) =>
      Object.entries(marks).every(([name, mark]) => {
        const field = open.get(name);
        return field !== undefined && marksOf(object, [field], isCompared)[name] === mark;
      });
    const areSameRows = followedRows(object, actor).mark === rows;
    if (!areSameRows || !isSame(fields, false) || !isSame(compared, true))
      throw new Failure('CHANGES_EXPIRED', '可读的字段或其含义已变化，请重新同步全部记录', [], fullSync(object));
  }

  async #fullPage(object: CatalogObject, state: FollowState, actor: Actor, limit: number) {
    const after = state.full?.after ?? undefined;
    const { list, after: next } = await this.#list(object, state, actor, { pageSize: limit, after });
    const value = list.map((row) => upsert(object, row));
    // What changed while they were given comes behind the last of them, so that there is always more.
    return { value, next: { ...state, full: next === null ? null : { after: next } }, more: true };
  }

  async #changes(object: CatalogObject, state: FollowState, actor: Actor, limit: number) {
    const { db } = this.#deps.database;
    const wanted = { limit, derived: state.derived };
    const page = await readObjectChanges(db, state.cursor, object.apiName, wanted).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.failure !== 'CHANGES_EXPIRED') throw error;
      throw new Failure('CHANGES_EXPIRED', error.message, [], fullSync(object));
    });
    const ids = page.records.map(({ id }) => id);
    const { list } = ids.length > 0 ? await this.#list(object, state, actor, { pageSize: limit, ids }) : { list: [] };
    const names = followedRows(object, actor).compared.map(({ apiName }) => apiName);
    const compared = [...Object.keys(state.compared), ...names];
    const rows = new Map(list.map((row) => [row.id, row]));
    const became = await whatBecame(db, object, compared, page.records, new Set(rows.keys()));
    const value = became.map((one): RecordChange => {
      const row = rows.get(one.id);
      return one.change === 'upsert' && row ? upsert(object, row) : (one as RecordChange);
    });
    return { value, next: { ...state, cursor: page.cursor }, more: page.more };
  }

  #list(
    object: CatalogObject,
    { filter, fields }: FollowState,
    actor: Actor,
    page: { readonly pageSize: number; readonly after?: string | undefined; readonly ids?: readonly string[] },
  ) {
    const { owner, scope } = listAccess(object, actor, this.#deps.now(), this.#deps.catalog);
    const query = { ...page, owner, filter, fields: Object.keys(fields), sort: [] };
    return this.#deps.reader.list(object, query, scope, MAX_OPEN_ROWS);
  }
}

const fullSync = ({ apiName }: CatalogObject) => ({ fullSyncUrl: `/api/open/v1/${apiName}/delta?since=full` });

const idsAlone = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(({ id }: ReferenceValue) => ({ id })) : { id: (value as ReferenceValue).id };

/** Names of linked records change without the record: a copy has them from those records. */
function upsert({ fields }: CatalogObject, { id, ...values }: RecordRow): RecordChange {
  const record: RecordRow = { id, ...values };
  for (const { apiName } of fields.filter(showsLinks))
    if (record[apiName] !== undefined) record[apiName] = idsAlone(record[apiName]);
  return { id, change: 'upsert', record };
}
