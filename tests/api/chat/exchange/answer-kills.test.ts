import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGE_TYPES, type MessageType } from '#schemas/api/chat.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { keepExposure } from '#server/platform/contact-cards/queries.ts';
import { sendMessage } from '#server/platform/messages/send-queries.ts';
import { openServices } from '#server/services.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

const CHILD = path.join(import.meta.dirname, 'answer-child.ts');
const NOW = new Date('2026-11-21T04:00:00Z');
/** From the commit backwards: some of them, as each is a process of its own. */
const KILLS = onPostgres ? 5 : 3;
const KEY = 'SECRET_KEY';
const keyBefore = process.env[KEY];
let store: TestDatabase;
let responder: string;
const exchanges: string[] = [];

beforeAll(async () => {
  // The processes that follow open what this one sealed.
  process.env[KEY] = randomBytes(32).toString('base64');
  store = await openMigratedDatabase();
  const { db, vault } = store.database;
  await openServices(store.database, { objects: [], optionSets: [] }, () => NOW);
  const account = async (username: string): Promise<string> => {
    const row = { username, name: username, roles: [], vip_type: 0, created_at: NOW };
    const { id } = await db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow();
    const phone_sealed = vault.seal(`+8619900000${username.slice(-3)}`, phonePlace(id));
    await db.updateTable('account').set({ phone_sealed }).where('id', '=', id).execute();
    await keepExposure(db, id, { phone: true, weixin: true }, NOW);
    return id;
  };
  responder = await account('answers000');
  for (let count = 1; count <= KILLS + 1; count += 1) {
    const requester = await account(`asks${String(count).padStart(3, '0')}`);
    const opening = { day: '2026-11-21', limit: 100 };
    const send = (senderId: string, peerId: string, type: MessageType, body: string) =>
      sendMessage(db, { senderId, peerId, clientId: randomUUID(), type, body, at: NOW, opening });
    const id = randomUUID();
    await send(requester, responder, MESSAGE_TYPES.text, '您好');
    await send(responder, requester, MESSAGE_TYPES.text, '您好');
    const request = JSON.stringify({ exchangeId: id, kind: 'PHONE' });
    const { conversation: conversation_id } = await send(requester, responder, MESSAGE_TYPES.phoneRequest, request);
    const row = { id, conversation_id, kind: 'PHONE', requester_id: requester, responder_id: responder } as const;
    const open = { state: 'pending', request_seq: 3, created_at: NOW, expires_at: '2026-11-28T04:00:00Z' } as const;
    await db
      .insertInto('chat_exchange')
      .values({ ...row, ...open })
      .execute();
    exchanges.push(id);
  }
  // The processes that follow need the folder to themselves.
  if (!onPostgres) await store.release();
});
afterAll(async () => {
  if (keyBefore === undefined) delete process.env[KEY];
  else process.env[KEY] = keyBefore;
  await store.drop();
});

function agree(
  exchangeId: string | undefined,
  killAt: number,
  sent: boolean,
): Promise<{ signal: string | null; out: string }> {
  const task = JSON.stringify({ ...store.address, responder, exchangeId, killAt, sent });
  const child = spawn(process.execPath, [CHILD, task], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ signal, out })));
}

/** Of each exchange: its state, how many messages and values it has, and whether both lists say so. */
const PARTS = `
  select e.state = 'agreed' as agreed, c.last_seq, c.change_rev,
         (select count(*)::integer from chat_message m where m.conversation_id = c.id) as messages,
         (select count(*)::integer from chat_grant g where g.exchange_id = e.id) as grants,
         (select i.unread from chat_inbox i where i.conversation_id = c.id and i.user_id = e.requester_id) as unread
  from chat_exchange e join chat_conversation c on c.id = e.conversation_id`;

describe('a server killed while a user agrees to an exchange', () => {
  it('leaves all of the answer or nothing of it', async () => {
    const whole = await agree(exchanges.at(-1), 0, false);
    expect(whole.signal).toBeNull();
    const statements = Number(whole.out);
    expect(statements).toBeGreaterThan(10);
    for (let index = 0; index < KILLS; index += 1) {
      // On PostgreSQL spread over the answer, its commit among them; on the embedded database those that write last.
      const back = onPostgres ? Math.floor((index * (statements - 1)) / KILLS) : index;
      expect((await agree(exchanges[index], statements - back, index % 2 === 0)).signal).toBe('SIGKILL');
    }
    const database: Database = onPostgres ? store.database : await openDatabase(store.address);
    try {
      const { rows } = await database.pool.query<{ agreed: boolean }>(PARTS);
      const done = { agreed: true, last_seq: 5, change_rev: 1, messages: 5, grants: 2, unread: 3 };
      const nothing = { agreed: false, last_seq: 3, change_rev: 0, messages: 3, grants: 0, unread: 1 };
      expect(rows).toHaveLength(KILLS + 1);
      for (const row of rows) expect(row).toEqual(row.agreed ? done : nothing);
      const agreed = rows.filter((row) => row.agreed).length;
      expect(agreed).toBeGreaterThanOrEqual(1);
      expect(agreed).toBeLessThan(rows.length);
    } finally {
      if (!onPostgres) await database.close();
    }
  });
});
