import { openDatabase } from '#server/db/database.ts';
import { preparedDb } from '#server/db/prepared.ts';
import { migrate } from '#server/db/migrations.ts';
import { readMessages } from '#server/features/chat/dialog.ts';
import type { Row } from '#tests/bench/row.ts';
import { emptyDatabase, fillPeople } from './people.ts';
import { shareOf } from './processes.ts';

const MESSAGES = 10_000_000;
const PEOPLE = 4000;
/** Messages of each conversation. */
const EACH = MESSAGES / (PEOPLE / 2);
const PAGE = 30;
const ROUNDS = 3000;
const WARM_UP = 200;
const TARGET_MS = 5;

const COLUMNS = 'm.seq, m.sender_id, m.client_id, m.type, m.body, m.created_at, m.recalled_at';

/**
 * In the order of time, conversations in turn: no two messages of one conversation lie side by side, as it is with messages
 * that many people write at once. Indexes are built afterwards.
 */
async function fillMessages(query: (text: string) => Promise<unknown>): Promise<void> {
  await query('alter table chat_message drop constraint chat_message_pkey');
  await query('drop index chat_message_client_idx');
  await query('drop index chat_message_change_idx');
  // A bench needs no safety from a loss of power.
  await query('alter table chat_message set unlogged');
  await query(`
    insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at)
    select c.id, turn, case when turn % 2 = 0 then c.user_a else c.user_b end, gen_random_uuid(), 0,
      '第' || turn || '条：您好，我们对贵公司的项目很感兴趣，方便的话想约个时间聊一聊。', true,
      timestamptz '2026-01-01' + turn * interval '1 minute'
    from generate_series(1, ${EACH}) turn cross join chat_conversation c`);
  await query(`set maintenance_work_mem = '512MB'`);
  await query('alter table chat_message add primary key (conversation_id, seq)');
  await query('create unique index chat_message_client_idx on chat_message (conversation_id, sender_id, client_id)');
  await query(
    'create index chat_message_change_idx on chat_message (conversation_id, change_rev) where change_rev is not null',
  );
  await query(`update chat_conversation set last_seq = ${EACH}`);
  await query('vacuum analyze chat_message');
  await query('vacuum analyze');
}

/** A page of history anywhere in ten million messages, beside a hand-written statement and beside pages by OFFSET. */
export async function run(): Promise<Row[]> {
  const store = await emptyDatabase('postgres');
  if (!store?.url) return [];
  const database = await openDatabase({ url: store.url });
  try {
    await migrate(database);
    const base = await fillPeople(database, PEOPLE);
    const client = await database.pool.connect();
    await fillMessages((text) => client.query(text)).finally(() => client.release());
    const { rows } = await database.pool.query<{ id: string; user_a: string; user_b: string }>(
      'select id, user_a, user_b from chat_conversation',
    );
    const byUser = new Map(rows.flatMap(({ id, user_a, user_b }) => [user_a, user_b].map((user) => [user, id])));
    const any = () => {
      const person = 1 + Math.floor(Math.random() * PEOPLE);
      const [me, peer] = [person, person % 2 === 0 ? person - 1 : person + 1].map((one) => String(base + one));
      return { me: me ?? '', peer: peer ?? '', before: 2 + Math.floor(Math.random() * (EACH - 1)) };
    };
    const now = new Date();
    const often = preparedDb(database);
    const ways = {
      ours: async () => {
        const { me, peer, before } = any();
        const question = { lastId: String(before), flip_type: 1, pageSize: PAGE } as const;
        return (await readMessages(often, me, peer, question, now)).list.length;
      },
      limit: async () => {
        const { me, before } = any();
        const text = `select ${COLUMNS} from chat_message m where m.conversation_id = $1 and m.seq < $2
          order by m.seq desc limit ${PAGE}`;
        return (await database.pool.query({ name: 'page', text, values: [byUser.get(me), before] })).rows.length;
      },
      rival: async () => {
        const { me, before } = any();
        const text = `select ${COLUMNS} from chat_message m where m.conversation_id = $1
          order by m.created_at desc offset $2 limit ${PAGE}`;
        return (await database.pool.query({ name: 'offset', text, values: [byUser.get(me), EACH - before] })).rows
          .length;
      },
    };
    const times: Record<keyof typeof ways, number[]> = { ours: [], limit: [], rival: [] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const way of ['ours', 'limit', 'rival'] as const) {
        if (way === 'rival' && round % 10 !== 0) continue;
        const began = performance.now();
        await ways[way]();
        if (round >= 0) times[way].push(performance.now() - began);
      }
    }
    const at = (way: keyof typeof ways, share: number): number =>
      shareOf(
        times[way].toSorted((a, b) => a - b),
        share,
      );
    const words = (way: keyof typeof ways): string =>
      `p50 ${at(way, 0.5).toFixed(2)} ms, p99 ${at(way, 0.99).toFixed(2)} ms`;
    return [
      {
        name: `a page of ${PAGE} messages anywhere in the history, ${MESSAGES.toLocaleString('en')} stored (PostgreSQL)`,
        ours: words('ours'),
        rival: `by time and OFFSET: ${words('rival')}`,
        limit: `a hand-written statement: ${words('limit')}`,
        ratio: `${(at('ours', 0.5) / at('limit', 0.5)).toFixed(1)} ×`,
        target: `p99 ≤ ${TARGET_MS} ms`,
        met: at('ours', 0.99) <= TARGET_MS,
      },
    ];
  } finally {
    await database.close();
    await store.drop();
  }
}
