import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { Duty } from '#schemas/metadata/duty.ts';
import { Failure } from '#shared/errors.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { rulesUser } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { plainRecords, type PlainRecord } from '#server/core/records/queries.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import type { AutomationDeps } from './base.ts';
import { doneSince, type DueRun, dueRuns, endRun, putOff, staffWith, takeRun } from './queries.ts';
import { usableRules } from './read-changes.ts';
import { valueOf } from './rule.ts';
import type { WorkingRule } from './rules.ts';

const AT_ONCE = 100;
/** Attempts at a run that something outside of it keeps from being done. */
const MAX_TRIES = 5;
const RETRY_MS = 10_000;

type Ended = {
  readonly state: 'done' | 'unmet' | 'skipped' | 'failed';
  readonly outcome: string;
  readonly wrote?: boolean;
};

/** Does what is due, each run once: what it does and that it is done are one transaction. */
export async function runDue(deps: AutomationDeps, signal?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal?.aborted;) {
    const runs = await dueRuns(deps.database.db, deps.now(), AT_ONCE);
    const rules = new Map(runs.length > 0 ? (await usableRules(deps)).map((rule) => [rule.id, rule]) : []);
    for (const run of runs) if (!signal?.aborted) await runOne(deps, run, rules.get(run.automation));
    isMore = runs.length === AT_ONCE;
  }
}

async function runOne(deps: AutomationDeps, run: DueRun, rule: WorkingRule | undefined): Promise<void> {
  const { database, writer, hints, now } = deps;
  const end = (trx: Db, ended: Ended) => endRun(trx, run.id, ended, now());
  if (!rule || rule.object.apiName !== run.object) {
    await end(database.db, { state: 'skipped', outcome: '规则已停用、暂停或删除' });
    return;
  }
  try {
    const met = await deps.reader.ids(
      rule.object,
      { ids: [run.record], owner: rule.access.owner, filter: rule.filter },
      rule.access.scope,
    );
    if (!met.has(run.record)) {
      await end(database.db, { state: 'unmet', outcome: '处理时记录不满足条件，或已删除' });
      return;
    }
    const [record] = await plainRecords(database.db, rule.object, [run.record]);
    const proposed = record && rule.values.action === 'review' ? await proposalOf(deps, rule, record) : undefined;
    const told = await writer.together(async (trx) => {
      if (!(await takeRun(trx, run.id))) return [];
      deps.between?.('taken');
      const bound = await boundOf(trx, deps, rule, run);
      if (bound) return bound;
      const notified: string[] = [];
      const ended = await act(trx, deps, rule, run, proposed, notified);
      deps.between?.('acted');
      await end(trx, ended);
      deps.between?.('ended');
      return notified;
    });
    for (const accountId of told) hints.announceNotice(accountId);
  } catch (error) {
    await afterFault(deps, run, error);
  }
}

/** A refusal is the end of a run; what another writer keeps from being done is tried again for a while. */
async function afterFault(
  { database, catalog, now, report }: AutomationDeps,
  run: DueRun,
  error: unknown,
): Promise<void> {
  const isPassing = !(error instanceof Failure) || ['CONFLICT', 'UNAVAILABLE'].includes(error.failure);
  if (isPassing && run.tries + 1 < MAX_TRIES) {
    if (!(error instanceof Failure)) report(error);
    await catalog.refresh(run.object);
    await putOff(database.db, run.id, new Date(now().getTime() + RETRY_MS * (run.tries + 1)), run.tries + 1);
    return;
  }
  if (!(error instanceof Failure)) report(error);
  const why =
    error instanceof Failure ? error.problems.map(({ message }) => message).join('；') || error.message : '执行失败';
  await endRun(database.db, run.id, { state: 'failed', outcome: why }, now());
}

/** Puts a run off, or ends it, where its rule has done as much as it may; gives who is notified of that. */
async function boundOf(
  trx: Db,
  { now }: AutomationDeps,
  rule: WorkingRule,
  run: DueRun,
): Promise<string[] | undefined> {
  const at = now().getTime();
  const done = await doneSince(trx, rule.id, new Date(at - MINUTE_MS), new Date(at - DAY_MS));
  if (done.day >= rule.perDay) {
    await endRun(trx, run.id, { state: 'skipped', outcome: `超出每天最多 ${rule.perDay} 次` }, now());
    const accounts = await staffWith(trx, ['data']);
    const title = `自动化“${rule.title}”已达每天上限`;
    const body = `24 小时内已执行 ${rule.perDay} 次，超出的不再执行；见“自动化运行记录”。`;
    const key = `automation-bound:${rule.id}:${shanghaiDay(now())}`;
    for (const accountId of accounts)
      await notifyUser(
        trx,
        { accountId, type: SYSTEM_TYPES.notice, title, body, link: '/staff/automation-runs', key },
        now(),
      );
    return accounts;
  }
  if (done.minute < rule.perMinute) return undefined;
  await putOff(trx, run.id, new Date(at + MINUTE_MS), run.tries);
  return [];
}

const nameOf = ({ object }: WorkingRule, { values }: Pick<PlainRecord, 'values'>): string =>
  String(values[object.definition.nameField] ?? '');

function proposalOf(deps: AutomationDeps, rule: WorkingRule, record: PlainRecord) {
  const { object, target, owner, title } = rule;
  if (!target) return undefined;
  const proposed = valueOf(rule, shanghaiDay(deps.now()));
  const before = record.values[target.apiName] ?? null;
  return deps.propose(
    {
      objectApiName: object.apiName,
      id: record.id,
      name: nameOf(rule, record),
      field: target,
      before,
      proposed,
      reason: `自动化：${title}`,
    },
    owner,
  );
}

async function act(
  trx: Db,
  deps: AutomationDeps,
  rule: WorkingRule,
  run: DueRun,
  proposed: ((trx: Db) => Promise<void>) | undefined,
  notified: string[],
): Promise<Ended> {
  const { writer, now, tell } = deps;
  const { object, owner, values, target, title } = rule;
  const record = await writer.read(trx, object.apiName, run.record);
  switch (values.action) {
    case 'setField': {
      const value = valueOf(rule, shanghaiDay(now()));
      const context = { actor: owner.id, roles: rulesUser(owner).roles, origin: `automation:${rule.id}`, now: now() };
      const saved = await writer.update(
        object.apiName,
        record.id,
        record.version,
        { [target?.apiName ?? '']: value },
        context,
        trx,
      );
      const wrote = saved.version !== record.version;
      return {
        state: 'done',
        outcome: wrote ? `已填写“${target?.label ?? ''}”` : `“${target?.label ?? ''}”已是这个值`,
        wrote,
      };
    }
    case 'review':
      await proposed?.(trx);
      return { state: 'done', outcome: `已提交审核：“${target?.label ?? ''}”` };
    case 'webhook':
      if (!tell) throw new Failure('FORBIDDEN', '此系统未开启 Webhook');
      await tell(
        trx,
        owner.id,
        { object: object.apiName, data: { automation: rule.id, title, object: object.apiName }, ids: [record.id] },
        now(),
      );
      return { state: 'done', outcome: '已交给负责人的 Webhook' };
    default: {
      const duties = (values.recipients ?? []).filter((one): one is Duty => one !== 'owner');
      const accounts = new Set([
        ...(values.recipients?.includes('owner') ? [owner.id] : []),
        ...(await staffWith(trx, duties)),
      ]);
      const body = [nameOf(rule, record), values.words ?? ''].filter(Boolean).join('：');
      const link = `${object.definition.route ?? `/data/${object.apiName}`}/${record.id}`;
      for (const accountId of accounts)
        await notifyUser(
          trx,
          { accountId, type: SYSTEM_TYPES.notice, title, body, link, key: `automation:${run.id}` },
          now(),
        );
      notified.push(...accounts);
      return { state: 'done', outcome: `已通知 ${accounts.size} 人` };
    }
  }
}
