import type { decideReport, ReportState, StaffReport } from '#schemas/api/reports.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { reportDecided } from '#server/platform/notifications/messages.ts';
import type { StaffActionDeps } from '#server/platform/staff-actions/staff-action.ts';
import { freezeAccount } from '#server/platform/staff-actions/freeze.ts';
import { endReport, lockReport, reportById, type ReportRow, reports } from './queries.ts';

const PAGE_SIZE = 50;

export interface DeskDeps extends StaffActionDeps {
  /** The types that there are today. */
  readonly options: () => OptionSet;
  readonly hints: NoticeHints;
}

const evidenceSize = ({ from_seq: from, to_seq: to }: ReportRow): number =>
  from === null || to === null ? 0 : to - from + 1;

/** Reports as staff work them off. */
export class ReportDesk {
  readonly #deps: DeskDeps;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
  }

  async list(filter: { state?: ReportState; reported?: string; after?: string }) {
    const found = await reports(this.#deps.db, filter, PAGE_SIZE + 1);
    const shown = found.slice(0, PAGE_SIZE);
    return {
      list: shown.map((row) => this.#view(row)),
      after: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /**
   * Closes a report, and freezes the account in the same transaction where that was decided.
   * @throws Failure CONFLICT when it is closed already; as freezeAccount does.
   */
  async decide(id: string, body: BodyOf<typeof decideReport>, actor: Member): Promise<StaffReport> {
    const { db, now, announce, hints } = this.#deps;
    const { decision, freeze = false } = body;
    const note = body.note.trim();
    if (freeze && decision === 'dismissed') throw new Failure('INVALID_BODY', '不成立的举报不能同时冻结账号');
    const reporter = await db.transaction().execute(async (trx) => {
      const row = await lockReport(trx, id);
      if (!row) throw new Failure('UNKNOWN_RECORD', '举报不存在');
      if (row.state !== 'open') throw new Failure('CONFLICT', '这条举报已经处理过了');
      if (freeze) {
        const action = { uid: row.reported_id, reason: note, details: { report: id } };
        await freezeAccount(trx, this.#deps, actor, action);
      }
      const at = now();
      await endReport(trx, id, { state: decision, by: actor.id, note, froze: freeze }, at);
      const details = { account: row.reported_id, froze: freeze };
      const entry = { actor, action: `report.${decision}`, target: { kind: 'report', id }, reason: note, details };
      await writeAudit(trx, entry, at);
      await notifyUser(trx, reportDecided(row, decision), at);
      return row.reporter_id;
    });
    hints.announceNotice(reporter);
    const row = await reportById(db, id);
    if (!row) throw new Failure('UNKNOWN_RECORD', '举报不存在');
    if (freeze) await announce(row.reported_id);
    return this.#view(row);
  }

  #view(row: ReportRow): StaffReport {
    const labels = new Map(this.#deps.options().options.map(({ value, label }) => [value, label]));
    return {
      id: row.id,
      reporter: { uid: row.reporter_id, name: row.reporter_name },
      reported: {
        uid: row.reported_id,
        name: row.reported_name,
        frozen: row.reported_frozen,
        openReports: row.reported_open,
      },
      types: row.types.map((value) => labels.get(value) ?? value),
      reason: row.reason,
      images: row.images,
      messages: evidenceSize(row),
      state: row.state,
      createdAt: String(row.created_at),
      decidedAt: row.decided_at === null ? null : String(row.decided_at),
      decidedBy: row.decider_name,
      note: row.note,
      froze: row.froze,
    };
  }
}
