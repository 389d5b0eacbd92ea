import type { FastifyInstance } from 'fastify';
import {
  archiveRecord,
  deleteRecord,
  GONE_PAGE,
  listGone,
  restoreGone,
  type RetireKind,
} from '#schemas/api/lifecycle.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database, Db } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { refuseOffDuty } from '#server/core/catalog/object-view.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import type { DerivedValues } from '#server/core/derived/derived-values.ts';
import { bringBack, putAwayOne } from '#server/core/lifecycle/lifecycle.ts';
import { emptyOld, goneAfter, restorable } from '#server/core/lifecycle/queries.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { formContext } from '#server/core/records/judgement.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';

interface LifecycleDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly derived: Pick<DerivedValues, 'wake'>;
  readonly hints: Pick<ChatHints, 'announceRecords'>;
  readonly now: () => Date;
}

const ORIGINS: Readonly<Record<RetireKind, string>> = { archived: 'archive', deleted: 'delete' };

/** Archiving, deleting and bringing back of single records by staff, and the feed of what went. */
export function lifecycleRoutes(app: FastifyInstance, deps: LifecycleDeps): void {
  const { database, catalog, now } = deps;

  /** One transaction of staff, by the newest definition of the object. */
  async function asStaff(
    actor: Member,
    nameOf: (trx: Db) => Promise<string>,
    work: (trx: Db, object: CatalogObject) => Promise<void>,
  ): Promise<null> {
    for (;;) {
      const done = await database.db.transaction().execute(async (trx) => {
        await lockStaffActor(trx, actor, 'data');
        const object = catalog.storedObject(await nameOf(trx));
        refuseOffDuty(object, actor);
        const isCurrent = await holdVersion(trx, object);
        if (isCurrent) await work(trx, object);
        return { object, isCurrent };
      });
      const { apiName } = done.object;
      if (done.isCurrent) {
        deps.derived.wake();
        deps.hints.announceRecords([apiName]);
        return null;
      }
      await catalog.refresh(apiName);
    }
  }

  const retire = (kind: RetireKind, name: string, id: string, reason: string, actor: Member) =>
    asStaff(
      actor,
      async () => name,
      async (trx, object) => {
        const context = { ...formContext(actor, now()), origin: ORIGINS[kind] };
        const away = { kind, reason: reason.trim(), context };
        await putAwayOne(trx, database.vault, object, catalog.storedObjects, id, away);
        const target = { kind: 'record', id: `${name}/${id}` };
        await writeAudit(trx, { actor, action: `record.${kind}`, target, reason: away.reason }, now());
      },
    );

  mount(app, archiveRecord, async ({ params: { objectApiName, id }, body, actor }) =>
    retire('archived', objectApiName, id, body.reason, actor),
  );
  mount(app, deleteRecord, async ({ params: { objectApiName, id }, body, actor }) =>
    retire('deleted', objectApiName, id, body.reason, actor),
  );
  mount(app, restoreGone, async ({ params, body, actor }) => {
    const find = async (trx: Db) => {
      const gone = await restorable(trx, params.id, now());
      if (!gone) throw new Failure('UNKNOWN_RECORD', '没有可以恢复的记录：可能已经恢复，或已超过 30 天');
      return gone;
    };
    return asStaff(
      actor,
      async (trx) => (await find(trx)).object_api_name,
      async (trx, object) => {
        const gone = await find(trx);
        await bringBack(trx, database.vault, object, [gone], { ...formContext(actor, now()), origin: 'restore' });
        const target = { kind: 'record', id: `${object.apiName}/${gone.record_id}` };
        await writeAudit(trx, { actor, action: 'record.restored', target, reason: body.reason.trim() }, now());
      },
    );
  });
  mount(app, listGone, async ({ params, query, actor }) => {
    const object = catalog.storedObject(params.objectApiName);
    // What a user has alone is in no copy of other users, and of what was removed it is not known who saw it.
    const { owner, scope } = listAccess(object, actor, now(), catalog);
    if (owner !== undefined || scope.rowsOf(object)) throw new Failure('FORBIDDEN');
    const rows = await goneAfter(database.db, object.apiName, query.after ?? '0', GONE_PAGE);
    return {
      list: rows.map(({ record_id: id, kind, at, successor }) => ({
        id: String(id),
        kind,
        at: new Date(at).toISOString(),
        ...(successor !== null && { successor: String(successor) }),
      })),
      next: String(rows.at(-1)?.id ?? query.after ?? '0'),
    };
  });
  app.addHook('onReady', async () => {
    void emptyOld(database.db, now()).catch(() => undefined);
  });
}
