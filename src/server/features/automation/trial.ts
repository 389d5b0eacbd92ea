import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { plainRecords } from '#server/core/records/queries.ts';
import type { AutomationDeps } from './base.ts';
import { forgetTrials, insertRuns, newestChanges, type NewRun, reachedDates } from './queries.ts';
import { setsOff } from './read-changes.ts';
import { AUTOMATION, readRule, Unreadable } from './rule.ts';
import { addDays } from '#shared/time/days.ts';

const WORDS = { notify: '会发通知', setField: '会填写字段', review: '会提交审核', webhook: '会推送 Webhook' } as const;

/**
 * Says in the list of runs what a rule would have done for the newest changes of its object, or for the dates of today; at work
 * or not. Nothing else is written. @throws Failure UNKNOWN_RECORD, INVALID_BODY naming what the rule gets wrong
 */
export async function tryRule(
  deps: AutomationDeps,
  { automation, changes }: { readonly automation: string; readonly changes: number },
  actor: Member,
): Promise<{ looked: number; would: number }> {
  const { database, catalog, reader, now } = deps;
  const { db } = database;
  const [record] = await plainRecords(db, catalog.object(AUTOMATION.object), [automation]);
  if (!record) throw new Failure('UNKNOWN_RECORD');
  const today = shanghaiDay(now());
  const rule = ruleOf(deps, record, actor);
  const saved = { id: rule.id, owner: actor.id, xid: '0', day: today };
  const working = { ...rule, saved };
  const offset = rule.values.dayOffset ?? 0;
  const day = addDays(today, -offset);
  const found = rule.dateField
    ? (await reachedDates(db, rule.object.table, rule.dateField, { automation: '0', from: day, to: day })).map(
        ({ id, value }) => ({ id, cause: `date:${value}` }),
      )
    : (await newestChanges(db, rule.object.apiName, changes))
        .filter(({ kind, fields }) => setsOff(working, kind, new Set(fields)))
        .map(({ id, kind, xid }) => ({ id, cause: `${kind}:${xid}` }));
  const { owner, scope } = rule.access;
  const met = await reader.ids(rule.object, { ids: found.map(({ id }) => id), owner, filter: rule.filter }, scope);
  const runs = found
    .filter(({ id }) => met.has(id))
    .map(({ id, cause }): NewRun => ({
      automation,
      title: rule.title,
      object: rule.object.apiName,
      record: id,
      cause: `${cause}:tried`,
      depth: 1,
      state: 'tried',
      outcome: WORDS[rule.values.action as keyof typeof WORDS],
    }));
  await db.transaction().execute(async (trx) => {
    await forgetTrials(trx, automation);
    await insertRuns(trx, runs, now());
  });
  return { looked: found.length, would: runs.length };
}

function ruleOf(deps: AutomationDeps, record: Parameters<typeof readRule>[1], actor: Member) {
  try {
    return readRule(deps, record, actor);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Failure('INVALID_BODY', error.message, [{ field: 'automation', message: error.message }]);
  }
}
