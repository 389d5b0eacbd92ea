import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** Rows cleared away with each new challenge, at most. */
const SWEEP = 50;
/** How long a drag is remembered. */
const TRAIL_DAYS = 7;

/**
 * Keeps a new challenge; `answer` is null where a third party verifies. What is over is cleared away, some at a time.
 */
export async function insertChallenge(
  db: Db,
  challenge: { readonly id: string; readonly answer: number | null; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await sql`
    with swept as (
      delete from captcha_challenge
        where id in (select id from captcha_challenge where expires_at <= ${now} order by expires_at limit ${SWEEP})
    ), swept_trails as (
      delete from captcha_trail where hash in (
        select hash from captcha_trail
          where at <= ${new Date(now.getTime() - TRAIL_DAYS * DAY_MS)} order by at limit ${SWEEP})
    )
    insert into captcha_challenge (id, answer, expires_at)
      values (${challenge.id}, ${challenge.answer}, ${challenge.expiresAt})`.execute(db);
}

/** Takes the answer of a challenge out: a second or late answer finds none. */
export async function takeAnswer(db: Db, id: string, now: Date): Promise<number | undefined> {
  const row = await db
    .deleteFrom('captcha_challenge')
    .where('id', '=', id)
    .where('answer', 'is not', null)
    .where('expires_at', '>', now.toISOString())
    .returning('answer')
    .executeTakeFirst();
  return row?.answer ?? undefined;
}

/** Remembers a drag. False when it was seen before. */
export async function insertTrail(db: Db, hash: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('captcha_trail')
    .values({ hash, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the hash of the proof of a challenge that was solved. */
export async function insertProof(db: Db, id: string, proofHash: string, expiresAt: Date): Promise<void> {
  await db
    .insertInto('captcha_challenge')
    .values({ id, answer: null, proof_hash: proofHash, expires_at: expiresAt })
    .execute();
}

/** Uses a proof up; false when there is none such. Without a hash: the challenge of a third party's captcha. */
export async function takeProof(db: Db, id: string, proofHash: string | null, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('captcha_challenge')
    .where('id', '=', id)
    .where('answer', 'is', null)
    .where('proof_hash', 'is not distinct from', proofHash)
    .where('expires_at', '>', now.toISOString())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
