import { type Insertable, sql } from 'kysely';
import type { Verdict } from '#schemas/api/jingchat-learning.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { Kept } from '#shared/assistant/kept.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** Locks a word that meant nothing. */
export const lockWord = (trx: Db, id: string) =>
  trx.selectFrom('jingchat_word').select('word').where('id', '=', id).forUpdate().executeTakeFirst();

export const wordOf = (db: Db, id: string) =>
  db.selectFrom('jingchat_word').select('word').where('id', '=', id).executeTakeFirst();

/** A word that was learned is unknown no more, whatever was asked about with it. */
export async function deleteWord(trx: Db, word: string): Promise<void> {
  await trx.deleteFrom('jingchat_word').where('word', '=', word).execute();
}

/** What a word can be another name of. */
export interface WordTarget {
  readonly name: string;
  readonly object: string | null;
  readonly field: string | null;
  readonly optionSet: string | null;
  readonly option: string | null;
}

/** By its id in the view of repeatable/word-targets-view.sql. */
export async function targetOf(db: Db, id: string): Promise<WordTarget | undefined> {
  const { rows } = await sql<WordTarget>`
    select name, object, field, "optionSet", option from word_target_list where id = ${id}`.execute(db);
  return rows[0];
}

/** A question that was answered well, and how it was read then. */
export interface UsefulQuestion {
  readonly question: string;
  readonly kept: Kept;
  readonly before: Plan | null;
  readonly asker: Pick<Actor, 'roles' | 'duties' | 'vipType'>;
  readonly asked_at: string;
}

/** The latest questions whose answers were of use, each text once for a kind of user. */
export const usefulQuestions = (db: Db, most: number): Promise<UsefulQuestion[]> =>
  db
    .selectFrom('jingchat_verdict as v')
    .select(['v.question', 'v.kept', 'v.before', 'v.asker', 'v.asked_at'])
    .where('v.verdict', '=', 'useful')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('jingchat_verdict as later')
            .select('later.id')
            .whereRef('later.question', '=', 'v.question')
            .whereRef('later.asker', '=', 'v.asker')
            .where('later.verdict', '=', 'useful')
            .whereRef('later.id', '>', 'v.id'),
        ),
      ),
    )
    .orderBy('v.id', 'desc')
    .limit(most)
    .execute();

export async function putVerdict(db: Db, row: Insertable<Tables['jingchat_verdict']>): Promise<void> {
  const { question_id: _id, account_id: _account, ...said } = row;
  await db
    .insertInto('jingchat_verdict')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('question_id').doUpdateSet({ ...said, closed_at: null, closed_by: null, closed_note: null }),
    )
    .execute();
}

export async function deleteVerdict(db: Db, questionId: string): Promise<void> {
  await db.deleteFrom('jingchat_verdict').where('question_id', '=', questionId).execute();
}

export const verdictOn = async (db: Db, questionId: string): Promise<Verdict | undefined> =>
  (await db.selectFrom('jingchat_verdict').select('verdict').where('question_id', '=', questionId).executeTakeFirst())
    ?.verdict;

/** Locks an answer that a user called wrong. */
export const lockWrong = (trx: Db, id: string) =>
  trx
    .selectFrom('jingchat_verdict')
    .select(['question', 'closed_at'])
    .where('id', '=', id)
    .where('verdict', '=', 'wrong')
    .forUpdate()
    .executeTakeFirst();

export async function closeWrong(
  trx: Db,
  id: string,
  { actorId, note, at }: { actorId: string; note: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('jingchat_verdict')
    .set({ closed_at: at, closed_by: actorId, closed_note: note })
    .where('id', '=', id)
    .execute();
}

/** What a user called wrong goes with the account; of what was of use the link to the account goes. */
export async function unlinkVerdicts(trx: Db, accountId: string): Promise<void> {
  const own = trx.deleteFrom('jingchat_verdict').where('account_id', '=', accountId);
  await own.where('verdict', '=', 'wrong').execute();
  await trx
    .updateTable('jingchat_verdict')
    .set({ account_id: null, question_id: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** What a user said of answers, oldest first. */
export const verdictsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('jingchat_verdict')
    .select(['question', 'verdict', 'reason', 'remark', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
