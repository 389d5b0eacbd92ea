import { type judgeAnswer, MAX_REMARK, WRONG_REASONS, type WrongReasons } from '#schemas/api/jingchat-learning.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { Kept } from '#shared/assistant/kept.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';
import type { Services } from '#server/services.ts';
import type { Composer } from '#server/features/jingchat/composer.ts';
import type { Conversations } from '#server/features/jingchat/conversations.ts';
import { closeWrong, deleteVerdict, lockWrong, putVerdict } from './queries.ts';

export type VerdictDeps = Pick<Services, 'database' | 'catalog' | 'now'> & {
  readonly conversations: Conversations;
  readonly composer: Composer;
};

/** Numbers of so many digits and addresses may be personal: such a question is not kept beside its conversation. */
const PERSONAL = /\d{7,}|@/u;

/** What users say of the answers that they were given, and what staff do about it. */
export class Verdicts {
  readonly #deps: VerdictDeps;

  constructor(deps: VerdictDeps) {
    this.#deps = deps;
  }

  /** What may be wrong with an answer. */
  get reasons(): WrongReasons {
    const { options } = this.#deps.catalog.optionSet(WRONG_REASONS);
    return options.filter(({ retired }) => !retired).map(({ value, label }) => ({ value, label }));
  }

  /** @throws Failure UNKNOWN_RECORD; INVALID_BODY for what is no answer, and for a reason that there is not. */
  async judge(id: string, { verdict, reason, remark = '' }: BodyOf<typeof judgeAnswer>, actor: Member): Promise<null> {
    const { database, conversations, now } = this.#deps;
    const { question, kept, askedAt } = await conversations.question(id, actor);
    if (verdict === null) {
      await deleteVerdict(database.db, id);
      return null;
    }
    if (kept.kind === 'stopped' || kept.kind === 'failed') throw new Failure('INVALID_BODY', '这个问题没有得到回答');
    const said = remark.trim();
    if ([...said].length > MAX_REMARK) throw refused('remark', `说明最多 ${MAX_REMARK} 个字`);
    if (reason !== undefined && !this.reasons.some(({ value }) => value === reason))
      throw refused('reason', '请重新选择原因');
    const plan = planIn(kept);
    const isWrong = verdict === 'wrong';
    const before = await conversations.planBefore(id);
    await putVerdict(database.db, {
      question_id: id,
      account_id: actor.id,
      verdict,
      reason: isWrong ? (reason ?? null) : null,
      remark: isWrong ? said : '',
      question: PERSONAL.test(question) ? '（问题含号码，未保存）' : question,
      kept: JSON.stringify(kept),
      before: before ? JSON.stringify(before) : null,
      asker: JSON.stringify({ roles: actor.roles.toSorted(), duties: actor.duties ?? [], vipType: actor.vipType }),
      object_api_name: plan?.object ?? '',
      plan_words: await this.#words(kept, plan, actor),
      asked_at: askedAt,
      at: now(),
    });
    return null;
  }

  /** Staff looked into what a user called wrong. @throws Failure UNKNOWN_RECORD; CONFLICT when it is done. */
  async close(id: string, note: string, actor: Member): Promise<null> {
    const { database, now } = this.#deps;
    await database.db.transaction().execute(async (trx) => {
      await lockStaffActor(trx, actor, 'data');
      const found = await lockWrong(trx, id);
      if (!found) throw new Failure('UNKNOWN_RECORD', '这条反馈不存在，用户可能已经撤回');
      if (found.closed_at !== null) throw new Failure('CONFLICT', '这条反馈已经处理过了');
      const at = now();
      const reason = note.trim();
      await closeWrong(trx, id, { actorId: actor.id, note: reason, at });
      const entry = { action: 'assistant.wrongClosed', target: { kind: 'jingchatVerdict', id }, reason };
      await writeAudit(trx, { actor, ...entry }, at);
    });
    return null;
  }

  /** How the question was taken, as its answer said. */
  async #words(kept: Kept, plan: Plan | undefined, actor: Member): Promise<string> {
    if (kept.kind === 'partly') return `没有理解：${kept.unknown.join('、')}`;
    if (kept.kind === 'ask') return `反问：${kept.question}`;
    if (kept.kind === 'decline') return `未回答：${kept.reason}`;
    if (kept.kind === 'explain') return kept.sentence;
    if (!plan) return '';
    const { label, parts, shape } = await this.#deps.composer.view(plan, actor);
    return [label, ...parts.map(({ text }) => text), ...shape.map(({ text }) => text)].join('；');
  }
}

const planIn = (kept: Kept): Plan | undefined => {
  if (kept.kind === 'answer' || kept.kind === 'explain') return kept.plan;
  return kept.kind === 'model' ? kept.plans[0] : undefined;
};

const refused = (field: string, message: string) => new Failure('INVALID_BODY', message, [{ field, message }]);
