import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { PlainRecord } from '#server/core/records/queries.ts';
import type { RecordFollower, RecordFollowers } from '#server/core/records/record-followers.ts';
import type { Db } from '#server/db/database.ts';
import type { AutomationDeps } from './base.ts';
import { beginReading, lockRules } from './queries.ts';
import { ringOf, ringWords } from './rings.ts';
import { AUTOMATION, readRule, Unreadable } from './rule.ts';
import { rulesAtWork } from './rules.ts';

/** A rule that is saved to be at work names nothing that is not there, and makes no ring with the others. */
export function automationFollower(deps: Pick<AutomationDeps, 'catalog' | 'memberById' | 'now'>): RecordFollowers {
  const check = async (trx: Db, record: PlainRecord, actor: Member) => {
    if (record.values[AUTOMATION.fields.state.apiName] !== 'on') return;
    await lockRules(trx);
    await beginReading(trx);
    try {
      const rule = readRule(deps, record, actor);
      const ring = ringOf(rule, (await rulesAtWork(trx, deps)).rules);
      if (ring) throw new Unreadable('targetField', ringWords(ring));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new Failure('INVALID_BODY', error.message, [{ field: error.field, message: error.message }]);
    }
  };
  const follower: RecordFollower = { created: check, updated: check };
  return new Map([[AUTOMATION.object, follower]]);
}
