import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { insertNotice, type NewNotice } from '#server/platform/notifications/queries.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { areKinds, judged, type Sending } from './notice-check.ts';
import { countPeople, isOfStaff, openPerson, type SentRow, sentByKey, withdraw } from './staff-queries.ts';

interface StaffNoticeDeps {
  readonly db: Db;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

/** Notices that staff write: each action is one transaction with its entry in the log. */
export class StaffNotices {
  readonly #deps: StaffNoticeDeps;

  constructor(deps: StaffNoticeDeps) {
    this.#deps = deps;
  }

  /** How many accounts are of these kinds today; of all without kinds. @throws Failure INVALID_BODY for an unknown kind. */
  async reach(kinds: readonly string[]): Promise<{ people: number }> {
    if (!areKinds(kinds)) refuse('kinds', '选择的人群不存在');
    return { people: await countPeople(this.#deps.db, kinds, this.#deps.now()) };
  }

  /**
   * Sends a notice, once for each key.
   * @throws Failure INVALID_BODY with the problems at their fields; CONFLICT when the key was taken for another notice.
   */
  async send(sending: Sending, actor: Actor): Promise<{ id: string }> {
    const { db, hints, now } = this.#deps;
    const wanted = judged(sending, actor);
    const at = now();
    const isNew = await db.transaction().execute(async (trx) => {
      if (wanted.accountId !== null && !(await openPerson(trx, wanted.accountId))) refuse('uid', '用户不存在或已注销');
      const id = await insertNotice(trx, wanted, at);
      if (id === undefined) return false;
      const { type, audience, kinds, accountId } = wanted;
      const details = { type, audience, kinds, ...(accountId !== null && { account: accountId }) };
      const target = { kind: 'notice', id };
      await writeAudit(trx, { actor, action: 'notice.sent', target, reason: wanted.title, details }, at);
      return true;
    });
    if (isNew) hints.announceNotice(wanted.accountId);
    const row = await sentByKey(db, wanted.key);
    if (!row || (!isNew && !isSame(row, wanted)))
      throw new Failure('CONFLICT', '此操作编号已用于其他通知，请刷新后再试');
    return { id: row.id };
  }

  /** Takes a notice back from all who have it. @throws Failure UNKNOWN_RECORD; CONFLICT when it was taken back before. */
  async withdraw(id: string, text: string, actor: Actor): Promise<{ id: string }> {
    const { db, hints, now } = this.#deps;
    const at = now();
    const reason = text.trim();
    const accountId = await db.transaction().execute(async (trx) => {
      const taken = await withdraw(trx, id, at);
      if (!taken) {
        if (await isOfStaff(trx, id)) throw new Failure('CONFLICT', '这条通知已经撤回');
        throw new Failure('UNKNOWN_RECORD', '通知不存在');
      }
      const details = { title: taken.title };
      const entry = { actor, action: 'notice.withdrawn', target: { kind: 'notice', id }, reason, details };
      await writeAudit(trx, entry, at);
      return taken.account_id;
    });
    hints.announceNotice(accountId);
    return { id };
  }
}

const isSame = (row: SentRow, wanted: NewNotice): boolean =>
  row.type === wanted.type &&
  row.audience === wanted.audience &&
  row.account_id === wanted.accountId &&
  row.kinds.join() === wanted.kinds.join() &&
  row.title === wanted.title &&
  row.body === wanted.body &&
  row.link === wanted.link;

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}
