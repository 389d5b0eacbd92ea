import { fillAccounts, fillLists } from './people.ts';
import type { Database } from '#server/db/database.ts';

/** People who talk, and with how many after them in the order of their ids each of them does. */
const PEOPLE = 20_000;
const NEIGHBOURS = 4;
/** The conversation of rank r has LONGEST / r ^ STEEPNESS messages: ten millions in all, and some thirty that are long. */
const LONGEST = 100_000;
const STEEPNESS = 0.69;

export interface Talk {
  readonly id: string;
  /** Where its two people are: see cookieOf. */
  readonly me: number;
  readonly peer: string;
  readonly messages: number;
}

/**
 * Conversations as they grow where many people write for a year: a few very long, most short. Messages are in the order of
 * time, so that no two of one conversation are side by side. Indexes are built afterwards.
 */
export async function fillHistory(database: Pick<Database, 'pool'>): Promise<Talk[]> {
  const base = await fillAccounts(database, PEOPLE);
  const client = await database.pool.connect();
  try {
    const query = async (text: string) => client.query(text);
    await query(`
      insert into chat_conversation (user_a, user_b, opened_by, spoke_a, spoke_b, created_at, last_seq)
      select a, b, a, true, true, timestamptz '2025-11-01',
        ceil(${LONGEST} / power(row_number() over (order by md5(a || ' ' || b)), ${STEEPNESS}))
      from generate_series(1, ${PEOPLE}) g cross join generate_series(1, ${NEIGHBOURS}) n
        cross join lateral (select ${base} + g as one, ${base} + (g + n - 1) % ${PEOPLE} + 1 as other) two
        cross join lateral (select least(one, other) as a, greatest(one, other) as b) sorted`);
    await fillLists(database);
    await query('alter table chat_message drop constraint chat_message_pkey');
    await query('drop index chat_message_client_idx');
    await query('drop index chat_message_change_idx');
    // A bench needs no safety from a loss of power.
    await query('alter table chat_message set unlogged');
    await query(`set work_mem = '1GB'`);
    await query(`
      insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at)
      select id, turn, case when turn % 2 = 0 then user_a else user_b end, gen_random_uuid(), 0,
        '第' || turn || '条：您好，我们对贵公司的项目很感兴趣，方便的话想约个时间聊一聊。', true,
        timestamptz '2025-11-01' + share * interval '1 year'
      from (select c.id, c.user_a, c.user_b, turn, turn::double precision / c.last_seq as share
        from chat_conversation c cross join lateral generate_series(1, c.last_seq) turn order by share) in_time`);
    await query(`set maintenance_work_mem = '1GB'`);
    await query('alter table chat_message add primary key (conversation_id, seq)');
    await query('create unique index chat_message_client_idx on chat_message (conversation_id, sender_id, client_id)');
    await query(
      'create index chat_message_change_idx on chat_message (conversation_id, change_rev) where change_rev is not null',
    );
    await query('vacuum analyze chat_message');
    await query('vacuum analyze');
    const { rows } = await client.query<Talk>(
      `select id, (user_a - $1)::integer as me, user_b as peer, last_seq as messages from chat_conversation
        order by last_seq desc`,
      [base],
    );
    return rows;
  } finally {
    client.release();
  }
}
