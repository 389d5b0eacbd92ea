import {
  type AlertFrequency,
  type AlertKind,
  type AlertLine,
  type AlertSettings,
  type AlertSource,
  MAX_ALERT_MATCHES,
  type Subscription,
} from '#schemas/api/alerts.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { subscriptionLimit } from '#shared/policy/alert-limits.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { Db } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { askerOf } from './base/askers.ts';
import { parentField } from './base/branches.ts';
import { keepStanding } from './base/member-queries.ts';
import { type SubscriptionRow, subscriptionsOf, viewState } from './base/queries.ts';
import { relatedObjects } from './base/record-source.ts';
import { dueAt } from './base/slots.ts';
import { SOURCES } from './base/sources.ts';
import { asSubscribed, type Target, type Trial, Unfit } from './base/trial.ts';
import { usuallyWatched, watchable } from './base/watched.ts';
import {
  changeSubscription,
  countSubscriptions,
  deleteSubscription,
  dueAgain,
  hasMail,
  hasWebhook,
  insertSubscription,
  markSeen,
  putSettings,
  settingsOf,
  subscriptionTo,
} from './queries.ts';
import type { FindBest } from './matches/best.ts';
import { firstMatches } from './matches/first.ts';
import { touchReader } from './reading/queries.ts';
import { linesOf } from './sending/lines.ts';
import { settleWithin } from './settle.ts';
import { shownSubscriptions } from './shown.ts';
import { decideView } from './view-changes.ts';
import { latestHits } from './sending/queries.ts';

export interface AlertDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly matches: FindBest;
  readonly now: () => Date;
}

/** What a user subscribes to. */
export interface AlertTarget {
  readonly source: AlertSource;
  readonly objectApiName: string;
  readonly targetId: string;
}

/** How they want to be alerted. */
export interface AlertChoice {
  readonly kinds?: readonly AlertKind[];
  readonly fields?: readonly string[];
  readonly frequency?: AlertFrequency;
  readonly mail?: boolean;
  readonly webhook?: boolean;
}

/** Hits that the page of a subscription shows. */
const LINES = 100;

const unknown = () => new Failure('UNKNOWN_RECORD', '订阅不存在');
const unknownTarget = () => new Failure('UNKNOWN_RECORD', '要订阅的内容不存在，或没有对您开放');

/** Subscriptions of users, each seen by its owner alone. */
export class Subscriptions {
  readonly #deps: AlertDeps;

  constructor(deps: AlertDeps) {
    this.#deps = deps;
  }

  async list(actor: Member) {
    const { db } = this.#deps;
    const rows = await subscriptionsOf(db, actor.id);
    return {
      list: await shownSubscriptions(this.#deps, rows, actor),
      limit: subscriptionLimit(actor),
      settings: await settingsOf(db, actor.id),
      hasMail: await hasMail(db, actor.id),
      hasWebhook: await hasWebhook(db, actor.id),
    };
  }

  /** @throws Failure where the list of the object is closed to the user, or there is no such view or record */
  async target(target: AlertTarget, actor: Member) {
    const { db, catalog } = this.#deps;
    const object = this.#object(target, actor);
    const { name } = await this.#target(object, target, actor);
    const usual = usuallyWatched(object);
    const fields = this.#watchable(target.source, object, actor).map(({ apiName, label }) => ({
      apiName,
      label,
      isUsual: usual.has(apiName),
    }));
    const id = await subscriptionTo(db, actor.id, target);
    const { of } = SOURCES[target.source];
    const related = target.source === 'view' || of ? [] : relatedObjects(object, catalog);
    return {
      name,
      fields,
      related: related.map(({ object: { definition } }) => definition.label),
      usual: [...SOURCES[target.source].usual(object)],
      hasBelow: target.source === 'record' && parentField(object) !== undefined,
      refused: id === undefined ? await this.#refusal(target, actor) : null,
      subscription: id === undefined ? null : await this.#one(id, actor),
      hasMail: await hasMail(db, actor.id),
      hasWebhook: await hasWebhook(db, actor.id),
    };
  }

  /** @throws Failure where the account has as many as it may, or the target cannot be subscribed to */
  async create(target: AlertTarget, choice: AlertChoice, actor: Member): Promise<Subscription> {
    const { db, now } = this.#deps;
    const object = this.#object(target, actor);
    await this.#target(object, target, actor);
    const refused = await this.#refusal(target, actor);
    if (refused !== null) throw new Failure('INVALID_BODY', refused);
    this.#refuseChoice(target.source, object, choice, actor);
    const first = target.source === 'matches' ? await firstMatches(this.#deps, target, actor) : undefined;
    const id = await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      const limit = subscriptionLimit(actor);
      const known = await subscriptionTo(trx, actor.id, target);
      if (known !== undefined) return known;
      if ((await countSubscriptions(trx, actor.id)) >= limit)
        throw new Failure('INVALID_BODY', `最多订阅 ${limit} 项，请先取消不用的订阅`);
      await touchReader(trx);
      const { kinds = SOURCES[target.source].usual(object), fields = [] } = choice;
      const { frequency = 'daily', mail = true, webhook = true } = choice;
      const wanted = { accountId: actor.id, ...target, kinds, fields, frequency, mail, webhook };
      const made = await insertSubscription(trx, wanted, now());
      if (made === undefined) return made;
      if (first) await keepStanding(trx, made, first.objectApiName, first);
      else await settleWithin(trx, this.#deps, await this.#row(trx, made, actor), actor);
      return made;
    });
    return this.#one(id ?? '0', actor);
  }

  /** @throws Failure CONFLICT at another version, UNKNOWN_RECORD for one that is not the user's */
  async update(id: string, version: number, choice: AlertChoice, actor: Member): Promise<Subscription> {
    const { db, now, catalog } = this.#deps;
    const row = await this.#row(db, id, actor);
    const object = catalog.find(row.object_api_name);
    if (object) this.#refuseChoice(row.source, object, choice, actor);
    const { kinds, fields, frequency, mail, webhook } = { ...row, ...choice };
    await db.transaction().execute(async (trx) => {
      await touchReader(trx);
      if (!(await changeSubscription(trx, id, version, { kinds, fields, frequency, mail, webhook })))
        throw new Failure('CONFLICT', '订阅已在别处修改，请刷新后再试');
      if (frequency !== row.frequency) await dueAgain(trx, id, dueAt(frequency, row, now()));
    });
    return this.#one(id, actor);
  }

  /** @throws Failure CONFLICT at another version, UNKNOWN_RECORD for one that is not the user's */
  async decide(id: string, version: number, follow: boolean, actor: Member): Promise<Subscription> {
    await decideView(this.#deps, { id, version, follow }, actor);
    return this.#one(id, actor);
  }

  async remove(id: string, actor: Member): Promise<void> {
    await this.#deps.db.transaction().execute(async (trx) => {
      await touchReader(trx);
      await deleteSubscription(trx, actor.id, id);
    });
  }

  async seen(id: string, actor: Member): Promise<Subscription> {
    await markSeen(this.#deps.db, actor.id, id);
    return this.#one(id, actor);
  }

  async lines(id: string, actor: Member): Promise<{ list: AlertLine[]; hidden: number }> {
    const { db } = this.#deps;
    const row = await this.#row(db, id, actor);
    const { lines, hidden } = await linesOf(this.#deps, await latestHits(db, id, LINES), actor);
    const list = lines.map(({ kind, text, link, isLate, at, id: hit }) => ({
      id: hit,
      kind,
      text,
      link,
      isLate,
      isFresh: BigInt(hit) > BigInt(row.seen_hit),
      at,
    }));
    return { list: list.toSorted((one, other) => (BigInt(one.id) > BigInt(other.id) ? -1 : 1)), hidden };
  }

  /** What waits is sent by the new times. */
  async settle(settings: AlertSettings, actor: Member): Promise<AlertSettings> {
    const { db, now } = this.#deps;
    await db.transaction().execute(async (trx) => {
      await touchReader(trx);
      await putSettings(trx, actor.id, settings);
      for (const row of await subscriptionsOf(trx, actor.id))
        await dueAgain(trx, row.id, dueAt(row.frequency, row, now()));
    });
    return settingsOf(db, actor.id);
  }

  #object({ source, objectApiName }: AlertTarget, actor: Member): CatalogObject {
    const { catalog, now } = this.#deps;
    const object = catalog.object(objectApiName);
    const { of } = SOURCES[source];
    const isListed = () => !object.isSystem && listAccess(object, actor, now(), catalog).owner === undefined;
    if (!(of ? of.has(objectApiName) : isListed())) throw new Failure('INVALID_BODY', '该列表不能订阅');
    return object;
  }

  async #target(object: CatalogObject, { source, targetId }: AlertTarget, actor: Member): Promise<Target> {
    const { db, now } = this.#deps;
    const seeing = { rowsOf: rowsFor(actor), today: shanghaiDay(now()) };
    const target = (await SOURCES[source].targets(db, object, [targetId], actor.id, seeing)).get(targetId);
    if (!target) throw unknownTarget();
    return target;
  }

  /** Why a target cannot be subscribed to by the user, in Chinese; null where it can. */
  async #refusal(target: AlertTarget, actor: Member): Promise<string | null> {
    const { catalog, db, reader, now } = this.#deps;
    const state = target.source === 'view' ? await viewState(db, target, actor.id) : '';
    const subscribed = { ...asSubscribed(target, actor.id), state };
    let trials: readonly Trial[];
    try {
      trials = SOURCES[target.source].trials(subscribed, catalog, askerOf(actor, catalog));
    } catch (error) {
      if (error instanceof Unfit) return error.message;
      throw error;
    }
    if (target.source !== 'view') return null;
    for (const { objectApiName, condition, keyword } of trials) {
      const object = catalog.object(objectApiName);
      const { scope } = listAccess(object, actor, now(), catalog);
      const { total } = await reader.count(object, { filter: condition, keyword }, scope);
      if (total > MAX_ALERT_MATCHES)
        return `范围过大（超过 ${MAX_ALERT_MATCHES.toLocaleString('zh-CN')} 条），请在视图中加筛选条件`;
    }
    return null;
  }

  #watchable(source: AlertSource, object: CatalogObject, actor: Member) {
    return SOURCES[source].of ? [] : watchable(object, listableFields(object, actor));
  }

  #refuseChoice(
    source: AlertSource,
    object: CatalogObject,
    { kinds = [], fields = [] }: AlertChoice,
    actor: Member,
  ): void {
    const refuse = (field: string, message: string) => new Failure('INVALID_BODY', message, [{ field, message }]);
    const open = new Set(this.#watchable(source, object, actor).map(({ apiName }) => apiName));
    if (fields.some((name) => !open.has(name))) throw refuse('fields', '所选字段中有不能订阅的');
    const offered = SOURCES[source].kinds;
    if (kinds.some((kind) => !offered.includes(kind))) throw refuse('kinds', '所选内容中有不能订阅的');
  }

  async #row(db: Db, id: string, actor: Member): Promise<SubscriptionRow> {
    const [row] = await subscriptionsOf(db, actor.id, id);
    if (!row) throw unknown();
    return row;
  }

  async #one(id: string, actor: Member): Promise<Subscription> {
    const [shown] = await shownSubscriptions(this.#deps, [await this.#row(this.#deps.db, id, actor)], actor);
    if (!shown) throw unknown();
    return shown;
  }
}
