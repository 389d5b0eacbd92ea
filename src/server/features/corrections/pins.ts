import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { refuseOffDuty } from '#server/core/catalog/object-view.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { marksOf } from '#server/core/derived/changes.ts';
import type { DerivedValues } from '#server/core/derived/derived-values.ts';
import { pinValue, unpinValue } from '#server/core/derived/pins.ts';
import { isStatable } from '#generators/field-types/registry.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';

export interface PinDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly derived: Pick<DerivedValues, 'settle'>;
  readonly now: () => Date;
}

/** One value of one record. */
interface ValueOf {
  readonly objectApiName: string;
  readonly id: string;
  readonly field: string;
}

interface Stated {
  readonly value?: unknown;
  readonly source: string;
  readonly sourceUrl?: string;
  readonly reason: string;
  readonly asOf?: string;
  readonly until?: string;
}

/**
 * Decisions of staff for a stated value over what is counted, and back: the value, what follows from it, its history and
 * the audit log are written in one transaction.
 */
export class Pins {
  readonly #deps: PinDeps;

  constructor(deps: PinDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD; INVALID_BODY naming what is wrong. */
  async pin(of: ValueOf, { value, source, sourceUrl, reason, asOf, until }: Stated, actor: Member): Promise<null> {
    const { catalog, now } = this.#deps;
    return this.#decide(of, actor, async (trx, object) => {
      const dates = { asOf: asOf ?? null, until: until ?? null };
      const stated = { source: source.trim(), url: sourceUrl ?? null, reason: reason.trim(), ...dates };
      const pin = { recordId: of.id, field: of.field, actor: actor.id, value, ...stated };
      await pinValue(trx, { catalog, now: now() }, object, pin);
      const details = { field: of.field, value, source: stated.source, ...dates };
      return { action: 'record.pinned', reason: stated.reason, details };
    });
  }

  /** @throws Failure UNKNOWN_RECORD where nothing is pinned. */
  async unpin(of: ValueOf, reason: string, actor: Member): Promise<null> {
    const { catalog, now } = this.#deps;
    return this.#decide(of, actor, async (trx, object) => {
      await unpinValue(trx, { catalog, now: now() }, object, { recordId: of.id, field: of.field, actor: actor.id });
      return { action: 'record.unpinned', reason: reason.trim(), details: { field: of.field } };
    });
  }

  async #decide(
    { objectApiName, id, field }: ValueOf,
    actor: Member,
    work: (trx: Db, object: CatalogObject) => Promise<{ action: string; reason: string; details: object }>,
  ): Promise<null> {
    const { db, catalog, derived, now } = this.#deps;
    for (;;) {
      const object = catalog.storedObject(objectApiName);
      refuseOffDuty(object, actor);
      const known = object.field(field);
      if (!known || !isStatable(known)) {
        const message = known ? `“${known.label}”不是汇总字段，不能给定值` : `没有字段“${field}”`;
        throw new Failure('INVALID_BODY', message, [{ field, message }]);
      }
      const marks = await db.transaction().execute(async (trx) => {
        await lockStaffActor(trx, actor, 'data');
        if (!(await holdVersion(trx, object))) return undefined;
        const entry = await work(trx, object);
        const target = { kind: 'record', id: `${objectApiName}/${id}` };
        await writeAudit(trx, { ...entry, details: { ...entry.details }, actor, target }, now());
        return marksOf(trx);
      });
      if (marks) {
        await derived.settle(marks).catch(() => undefined);
        return null;
      }
      await catalog.refresh(objectApiName);
    }
  }
}
