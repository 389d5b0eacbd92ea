import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import { recordValues } from '#shared/bindings/bound-values.ts';
import type { Db } from '#server/db/database.ts';
import { idsAfter, plainRecords, type PlainRecord } from '#server/core/records/queries.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import type { AutomationDeps } from './base.ts';
import { lastSaves, type Saved, staffWith } from './queries.ts';
import { AUTOMATION, readRule, type Rule, Unreadable } from './rule.ts';
import { ringOf, ringWords } from './rings.ts';

/** More rules than any installation has use for. */
const MOST = 500;

export interface WorkingRule extends Rule {
  readonly saved: Saved;
}

const stateOf = ({ values }: Pick<PlainRecord, 'values'>): unknown => values[AUTOMATION.fields.state.apiName];

/** Rules of records, those that are at work alone, each with who saved it last. */
async function recordsAtWork(
  db: Db,
  { catalog }: Pick<AutomationDeps, 'catalog'>,
): Promise<{ record: PlainRecord; saved: Saved | undefined }[]> {
  const object = catalog.find(AUTOMATION.object);
  if (!object) return [];
  const ids = await idsAfter(db, object.table, '0', MOST);
  const records = (await plainRecords(db, object, ids)).filter((record) => stateOf(record) === 'on');
  const saves = new Map(
    (
      await lastSaves(
        db,
        object.apiName,
        records.map(({ id }) => id),
      )
    ).map((saved) => [saved.id, saved]),
  );
  return records.map((record) => ({ record, saved: saves.get(record.id) }));
}

/** Rules that are at work, and those that cannot be followed, each with the reason. */
export async function rulesAtWork(
  db: Db,
  deps: Pick<AutomationDeps, 'catalog' | 'memberById' | 'now'>,
): Promise<{ rules: WorkingRule[]; unreadable: { record: PlainRecord; reason: string; owner: string | null }[] }> {
  const rules: WorkingRule[] = [];
  const unreadable: { record: PlainRecord; reason: string; owner: string | null }[] = [];
  for (const { record, saved } of await recordsAtWork(db, deps)) {
    const owner =
      saved?.owner === undefined || saved.owner === null
        ? undefined
        : await deps.memberById(db, saved.owner, deps.now());
    try {
      if (!saved || !owner)
        throw new Unreadable('title', '规则负责人的账号已停用，或规则不是由人保存的；请打开规则重新保存');
      const rule = { ...readRule(deps, record, owner), saved };
      const ring = ringOf(rule, rules);
      if (ring) throw new Unreadable('targetField', ringWords(ring));
      rules.push(rule);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable.push({ record, reason: error.message, owner: saved?.owner ?? null });
    }
  }
  return { rules, unreadable };
}

/** Pauses a rule with the reason, and says so to its keepers; nothing where it was saved again meanwhile. */
export async function pauseRule(
  deps: AutomationDeps,
  { id, version, values }: PlainRecord,
  reason: string,
  owner: string | null,
): Promise<void> {
  const { writer, now, hints } = deps;
  const told = await writer.together(async (trx) => {
    const current = await writer.read(trx, AUTOMATION.object, id);
    if (current.version !== version) return [];
    const next = recordValues(AUTOMATION, { state: 'paused', pauseReason: reason.slice(0, 300) });
    const context = { actor: owner ?? 'system', roles: ['staff'], origin: 'automation:pause', now: now() };
    await writer.update(AUTOMATION.object, id, version, next, context, trx);
    const accounts = new Set([...(owner === null ? [] : [owner]), ...(await staffWith(trx, ['data']))]);
    const title = `自动化“${String(values[AUTOMATION.fields.title.apiName] ?? '')}”已暂停`;
    const body = `${reason}。排除问题后请在“自动化”中重新启用；暂停期间的变更不会补做。`;
    for (const accountId of accounts)
      await notifyUser(
        trx,
        {
          accountId,
          type: SYSTEM_TYPES.notice,
          title,
          body,
          link: `/data/${AUTOMATION.object}`,
          key: `automation-paused:${id}:${version}`,
        },
        now(),
      );
    return [...accounts];
  });
  for (const accountId of told) hints.announceNotice(accountId);
}
