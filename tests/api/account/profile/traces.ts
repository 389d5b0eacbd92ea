import { sql } from 'kysely';
import { createSubscription, updateAlertSettings } from '#schemas/api/alerts.ts';
import { createNote, updateNote } from '#schemas/api/notes.ts';
import { judgeAnswer } from '#schemas/api/jingchat-learning.ts';
import { createKeptList } from '#schemas/api/kept-lists.ts';
import { changePersonPage } from '#schemas/api/person-page.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { ASK } from '#tests/support/assistant/asking.ts';
import { made } from '#tests/support/editing.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

/** Leaves behind what a person can leave behind, with `mark` in every text. */
export async function fillTraces(
  { app, services }: TestApp,
  who: SignedIn & { readonly id: string },
  mark: string,
): Promise<void> {
  const values = { organization: `${mark}科技`, position: '工程师', startOn: '2020', isCurrent: true };
  const add = async (clientKey: string, more: object = {}) =>
    made(await who.send<RecordReply>('POST', '/api/rong/user/work/add', { clientKey, values: { ...values, ...more } }));
  const { record } = await add('leaving-work', { description: `${mark}的工作` });
  const path = `/api/metadata/data/WorkRecord/${record.id}`;
  made(await who.send('POST', path, { version: 1, values: { department: `${mark}部` } }));
  const place = { objectApiName: 'WorkRecord', recordId: record.id };
  const written = { body: `${mark}的笔记`, sharing: 'private' };
  const note = { ...place, clientKey: 'leaving-note', ...written };
  const { id: noteId } = made(await who.send<{ id: string }>('POST', createNote.path, note));
  made(await who.send('POST', updateNote.path.replace('{id}', noteId), { ...written, version: 1 }));
  const gone = await add('leaving-gone');
  made(await who.send('DELETE', `/api/rong/user/work/delete?id=${gone.record.id}`));
  const archived = await add('leaving-archived');
  const row = JSON.stringify({ organization: mark });
  await sql`
    insert into gone_record (object_api_name, record_id, kind, name, reason, actor, at, version, row, keys)
    values ('WorkRecord', ${archived.record.id}::bigint, 'archived', '', '停止维护', '1', ${services.now()}::timestamptz, 1,
      ${row}::jsonb, '[]')`.execute(services.database.db);
  made(await who.send('POST', '/api/rong/phaseAndIndustrySetting', new URLSearchParams({ focusPhase: 'A轮' })));
  for (const sharing of ['private', 'link']) {
    const view = { objectApiName: 'InsightNews', name: `${mark}的视图${sharing}`, state: '', sharing };
    const { id: targetId } = made(await who.send<{ id: string }>('POST', '/api/metadata/view', view));
    const subscribed = { source: 'view', objectApiName: 'InsightNews', targetId, frequency: 'daily' };
    made(await who.send('POST', createSubscription.path, subscribed));
  }
  const list = { objectApiName: 'InsightNews', name: `${mark}的清单` };
  const { id: listId } = made(await who.send<{ id: string }>('POST', createKeptList.path, list));
  await sql`insert into list_item (list_id, object_api_name, record_id, added_at)
    values (${listId}::bigint, 'InsightNews', 1, ${services.now()}::timestamptz)`.execute(services.database.db);
  await sql`insert into list_value (list_id, object_api_name, record_id, held, updated_at)
    values (${listId}::bigint, 'InsightNews', 1, ${JSON.stringify({ remark: mark })}::jsonb, ${services.now()}::timestamptz)`.execute(
    services.database.db,
  );
  made(await who.send('POST', changePersonPage.path, { version: 1, isOpen: true, showIntro: true }));
  const times = { mail: true, hour: 9, quietFrom: 22, quietTo: 8, weekends: true };
  made(await who.send('POST', updateAlertSettings.path, times));
  made(await who.send('POST', '/api/metadata/export', { objectApiName: 'InsightNews', keyword: mark, format: 'csv' }));
  const draft = { objectApiName: 'InvestorAuth', values: { realName: mark } };
  made(await who.send('POST', '/api/rong/companyUser/saveCache', draft));
  made(await who.send('POST', '/api/rong/service/message', { content: `${mark}的留言` }));
  const payload = { question: `名称包含“${mark}”的资讯` };
  await app.inject({ method: 'POST', url: ASK, headers: { cookie: who.cookie }, payload });
  const { rows } = await sql<{ id: string }>`select max(id) as id from jingchat_question`.execute(services.database.db);
  const judged = { verdict: 'wrong', remark: `${mark}的说明` };
  made(await who.send('POST', judgeAnswer.path.replace('{id}', rows[0]?.id ?? ''), judged));
  await hang(services, who.id, mark);
}

/** What others, staff or a while bring about. */
async function hang({ database: { db, vault }, now }: TestApp['services'], id: string, mark: string): Promise<void> {
  const at = now();
  const file = id.padStart(32, '0');
  await db
    .insertInto('contact_card')
    .values({ account_id: id, kind: 'weixin', sealed: vault.seal(mark, `contact_card.weixin:${id}`), updated_at: at })
    .execute();
  await db
    .insertInto('alert_digest')
    .values({ account_id: id, slot: 'now', title: mark, body: mark, mail_body: mark, at, mail_state: 'none' })
    .execute();
  await db
    .insertInto('plan_request')
    .values([
      { company_id: id, account_id: id, message: mark, created_at: at },
      { company_id: `${id}0`, account_id: id, message: mark, state: 'refused', created_at: at, decided_at: at },
    ])
    .execute();
  const moved = { message: mark, account_id: Number(id), company_id: 1, state: 'pending' };
  await sql`
    with merged as (
      insert into merge (client_key, object_api_name, survivor_id, loser_id, survivor_name, loser_name, choices, loser_row,
        survivor_row, merged_row, state, reason, at)
      values (${`left:${id}`}, 'InsightCompany', 2, 1, '甲', '乙', '{}', '{}', '{}', '{}', 'done', '同一家', ${at}::timestamptz)
      returning id)
    insert into merge_moved (merge_id, object_api_name, field, row, state)
    select id, 'plan_request', 'company_id', ${JSON.stringify(moved)}::jsonb, 'taken' from merged`.execute(db);
  await db
    .insertInto('notice')
    .values({ type: 3, audience: 'one', account_id: id, title: mark, body: mark, key: `left:${id}`, created_at: at })
    .execute();
  await db.insertInto('notice_cursor').values({ account_id: id, type: 3, read_id: '1' }).execute();
  const live = { title: '路演', host: '主讲', link: 'https://live.example.com/', key: `live:${id}`, created_at: at };
  const { id: live_id } = await db
    .insertInto('live')
    .values({ ...live, starts_at: at, ends_at: '2099-01-01T00:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('live_follow').values({ account_id: id, live_id, at }).execute();
  await db.insertInto('chat_setting').values({ account_id: id, auto_reply: mark, updated_at: at }).execute();
  await db
    .insertInto('record_party')
    .values({ object_api_name: 'InsightOrg', record_id: '1', account_id: id, linked_at: at })
    .execute();
  await db
    .insertInto('file')
    .values({
      id: file,
      owner_id: id,
      bucket: 'public',
      mime: 'image/png',
      bytes: '1',
      sha256: '',
      name: `${mark}.png`,
      created_at: at,
      used_at: at,
    })
    .execute();
  await db
    .updateTable('account')
    .set({ avatar: `/files/public/${file}` })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('upload_ticket')
    .values({ id: `ticket-${id}`, account_id: id, used_at: at })
    .execute();
  await db
    .insertInto('api_key')
    .values({
      id: `key${id}`,
      account_id: id,
      name: mark,
      secret_hash: '',
      scopes: ['read:*'],
      addresses: [],
      days: 30,
      created_at: at,
      expires_at: at,
    })
    .execute();
  const { id: webhook_id } = await db
    .insertInto('webhook')
    .values({
      account_id: id,
      name: mark,
      url: `https://hooks.example/${mark}`,
      events: ['list.changed'],
      object_api_name: null,
      filter: mark,
      derived: false,
      secret_sealed: mark,
      former_sealed: null,
      off: null,
      free_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('webhook_delivery')
    .values({
      webhook_id,
      event: 'list.changed',
      object_api_name: null,
      data: mark,
      happened_at: at,
      state: 'sent',
      due_at: null,
      status: 200,
      problem: null,
    })
    .execute();
  await db.insertInto('row_day').values({ account_id: id, day: '2026-01-01', lists: 1, seen_at: at }).execute();
  await db.insertInto('api_day').values({ account_id: id, day: '2026-01-01', calls: 1 }).execute();
  await db
    .insertInto('match_feedback')
    .values({ account_id: id, project_id: '1', institution_id: '1', title: mark, reason: 'other', at })
    .execute();
  await db.insertInto('home_look').values({ account_id: id, looked_at: at }).execute();
  await db
    .insertInto('correction')
    .values({
      object_api_name: 'InsightNews',
      record_id: '1',
      field: 'title',
      before: 'null',
      proposed: '"x"',
      reason: mark,
      evidence: null,
      account_id: id,
      created_at: at,
    })
    .execute();
}
