import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import type { Closing } from '#schemas/api/profile.ts';
import type { Profile } from '#schemas/api/session.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { grantCoins } from '#server/platform/coins/ledger.ts';
import { grantVip } from '#server/platform/coins/vip.ts';
import { FAILURES } from '#shared/errors.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';
import { fillTraces } from './traces.ts';
import { accountColumns, wholeDatabase } from './whole-database.ts';

const CLOSE = '/api/rong/user/close';
const PROFILE = '/api/rong/user/profile';
const OWN = { password: TEST_PASSWORD };
/** In every text that the person wrote. */
const MARK = '蓝鲸独语';
let test: TestApp;
let people = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function person(more: object = {}): Promise<SignedIn & { readonly id: string; readonly username: string }> {
  people += 1;
  const username = `leaver${people}`;
  const id = await newAccount(test, { username, name: '示例离去者', ...more });
  return { ...(await signInBy(test, username)), id, username };
}
const grant = (id: string, amount: number) =>
  test.services.database.db
    .transaction()
    .execute((trx) =>
      grantCoins(trx, { accountId: id, amount, key: `closing-test:${id}`, reason: '测试', by: null }, TEST_NOW),
    );
const close = (who: SignedIn, body: object = OWN) => who.send('POST', CLOSE, body);

describe('closing an account', () => {
  it('says before what it takes away', async () => {
    const who = await person({ phone: '+8619900000781' });
    await grant(who.id, 120);
    made(
      await who.send('POST', '/api/rong/user/work/add', {
        clientKey: 'closing-says-before',
        values: { organization: '示例科技', position: '工程师', startOn: '2020', isCurrent: true },
      }),
    );
    expect(made(await who.send<Closing>('GET', CLOSE))).toEqual({
      coins: 120,
      vip: false,
      vipUntil: null,
      records: 1,
      views: 0,
      hindrance: null,
      byPassword: true,
      byCode: true,
    });
  });

  it('needs proof of who one is, and tries at the password are counted', async () => {
    const who = await person();
    expect(await close(who, {})).toMatchObject({ status: 422, problems: [{ field: 'password' }] });
    const wrong = () => close(who, { password: 'another-password' });
    for (let time = 0; time < 5; time += 1) expect(await wrong()).toMatchObject({ status: 422 });
    expect(await close(who)).toMatchObject({ code: codeOf('TOO_MANY_REQUESTS') });
    expect(await close(who, { verifyCode: '000000' })).toMatchObject({ code: codeOf('VERIFY_CODE_WRONG') });
    expect((await who.send('GET', `${PROFILE}/v2`)).code).toBe(0);
  });

  it('takes coins and VIP only from a user who says that they may go', async () => {
    const who = await person();
    await grant(who.id, 60);
    const { db } = test.services.database;
    const vip = { accountId: who.id, days: 30, source: 'grant' as const, by: null, reason: '测试' };
    await db.transaction().execute((trx) => grantVip(trx, vip, TEST_NOW));
    expect(await close(who)).toMatchObject({ status: 422, problems: [{ field: 'forfeit' }] });
    made(await close(who, { ...OWN, forfeit: true }));
    const { rows } = await test.services.database.pool.query<{ person: string; total: string }>(
      `select (select coalesce(sum(amount), 0) from coin_entry join coin_account on coin_account.id = coin_account_id
         where account_id = $1) as person, (select sum(amount) from coin_entry) as total`,
      [who.id],
    );
    expect(rows[0]).toEqual({ person: '0', total: '0' });
    const account = await db.selectFrom('account').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow();
    expect(account).toMatchObject({ name: '已注销用户', vip_type: 0, vip_until: null, roles: [], password_hash: null });
  });

  it('ends every session with the words for it, in every cache', async () => {
    const who = await person();
    const phone = await signInBy(test, who.username);
    expect((await phone.send('GET', `${PROFILE}/v2`)).code).toBe(0);
    made(await close(who));
    for (const browser of [who, phone])
      expect(await browser.send('GET', `${PROFILE}/v2`)).toMatchObject({
        status: 401,
        code: FAILURES.ACCOUNT_CLOSED.code,
        msg: '账号已注销',
      });
  });

  it('is done once, however often it is asked at the same time', async () => {
    const who = await person();
    const answers = await Promise.all(Array.from({ length: 4 }, () => close(who)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
  });

  it('leaves the number free to register again', async () => {
    const phone = '+8619900000782';
    const who = await person({ phone });
    made(await close(who));
    const again = await newAccount(test, { username: 'come-back', name: '示例归人', phone });
    expect(again).not.toBe(who.id);
    const anew = await signInBy(test, 'come-back');
    expect(made(await anew.send<Profile>('GET', `${PROFILE}/v2`)).phone).toBe('199****0782');
  });

  it('is refused to the last of the staff, also when two leave at once', async () => {
    const { db } = test.services.database;
    const staff = await person({ roles: ['staff'] });
    made(await close(staff));
    await db.updateTable('account').set({ frozen_at: TEST_NOW }).where('username', '=', 'access').execute();
    const last = await signInBy(test, 'staff');
    expect(made(await last.send<Closing>('GET', CLOSE)).hindrance).toBe('您是最后一位产品人员，账号不能注销');
    expect(await close(last)).toMatchObject({ code: codeOf('CONFLICT') });
    const second = await person({ roles: ['staff'] });
    const answers = await Promise.all([close(last), close(second)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, codeOf('CONFLICT')]);
    await db
      .updateTable('account')
      .set({ roles: ['staff'], duties: [...DUTIES] })
      .where('username', '=', 'member')
      .execute();
  });
});

describe('after an account is closed', () => {
  it('nothing personal is left in any table', async () => {
    const number = '+8619900000783';
    const email = `${MARK}@example.com`;
    const who = await person({ phone: number, email, name: MARK });
    const { database } = test.services;
    const { vault, db } = database;
    const before = await db.selectFrom('account').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow();
    made(await who.send('POST', PROFILE, new URLSearchParams({ intro: `${MARK}的介绍`, name: `${MARK}本人` })));
    await fillTraces(test, who, MARK);
    expect(await wholeDatabase(database)).toContain(MARK);
    made(await close(who, { ...OWN, reason: 'privacy' }));
    const left = await wholeDatabase(database, MARK);
    expect(left).toBe('');
    for (const secret of [before.phone_index, before.phone_sealed, before.email_index, before.email_sealed])
      expect(await wholeDatabase(database, secret ?? '-')).toBe('');
    expect(vault.open(before.phone_sealed ?? '', phonePlace(who.id))).toBe(number);
    const { rows } = await database.pool.query<{ action: string; actor_name: string; reason: string }>(
      'select action, actor_name, reason from audit_log where actor_id = $1',
      [who.id],
    );
    expect(rows).toEqual([{ action: 'account.closed', actor_name: '已注销用户', reason: '担心隐私' }]);
  });

  it('only what must add up still names the account, by its id', async () => {
    const who = await person({ phone: '+8619900000784' });
    await fillTraces(test, who, '另一个人');
    await grant(who.id, 10);
    made(await close(who, { ...OWN, forfeit: true }));
    const { pool } = test.services.database;
    const columns = await accountColumns(test.services.database);
    const known = new Set([...Object.keys(KEPT), ...GONE]);
    // Another table that hangs on an account is kept for a reason, or emptied by closing it: it must be said here which.
    expect(columns.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    for (const { table, column, name } of columns.filter((entry) => GONE.includes(entry.name))) {
      const { rows } = await pool.query(`select 1 from "${table}" where "${column}" = $1`, [who.id]);
      expect(`${name}: ${rows.length}`).toBe(`${name}: 0`);
    }
  });
});

/** Columns that may name a closed account, and why. */
const KEPT: Readonly<Record<string, string>> = {
  'session.account_id': 'its browser is shown why it is over',
  'coin_account.account_id': 'the ledger adds up',
  'vip_period.account_id': 'what was paid for',
  'purchase_order.account_id': 'what was paid for',
  'redemption_batch.issued_by': 'what staff did',
  'staff_request.account_id': 'what staff did',
  'staff_request.requested_by': 'what staff did',
  'staff_request.decided_by': 'what staff did',
  'redemption_code.redeemed_by': 'what was paid for',
  'redemption_code.revoked_by': 'what staff did',
  'duplicate_pair.decided_by': 'what staff did',
  'merge.actor_id': 'what staff did',
  'merge.undone_by': 'what staff did',
  'contact_purchase.viewer_id': 'what was paid for',
  'contact_purchase.target_id': 'what was paid for',
  'contact_view.viewer_id': 'allowances add up',
  'contact_view.target_id': 'allowances add up',
  'contact_white_list.granted_by': 'what staff did',
  'company_plan.updated_by': 'it is the company’s',
  'plan_request.account_id': 'what was decided',
  'plan_request.decided_by': 'what was decided',
  'identity_case.account_id': 'what was decided',
  'identity_case.decided_by': 'what staff did',
  'investor_link.linked_by': 'what staff did',
  'financing_case.account_id': 'what was decided, and the deal that it ended in',
  'financing_case.decided_by': 'what staff did',
  'deal_contact.account_id': 'a company’s list is the company’s',
  'deal_contact_event.account_id': 'a company’s list is the company’s',
  'identity_case_event.actor_id': 'what was decided',
  'correction.decided_by': 'what staff did',
  'report.reporter_id': 'what was decided',
  'report.reported_id': 'what was decided',
  'report.decided_by': 'what staff did',
  'service_message.answered_by': 'what staff did',
  'jingchat_verdict.closed_by': 'what staff did',
  'staff_deed_key.actor_id': 'what staff did',
  'notice.created_by': 'what staff did',
  'live.created_by': 'what staff did',
  'legal_version.created_by': 'what staff did',
  'legal_version.published_by': 'what staff did',
  'legal_consent.account_id': 'that there was consent',
  'chat_conversation.user_a': 'the other keeps what was written',
  'chat_conversation.user_b': 'the other keeps what was written',
  'chat_exchange.requester_id': 'what was decided',
  'chat_exchange.responder_id': 'what was decided',
  'chat_delivery.from_id': 'the other keeps what was delivered',
  'chat_delivery.to_id': 'what was decided',
  'file.owner_id': 'a company’s plan is the company’s',
};
/** Columns that no longer name it. */
const GONE: readonly string[] = [
  'person_page.account_id',
  'home_look.account_id',
  'record_note.author_id',
  'record_note_mention.account_id',
  'list.owner_id',
  'list_share.account_id',
  'alert_subscription.account_id',
  'alert_account.account_id',
  'alert_digest.account_id',
  'jingchat_conversation.account_id',
  'api_key.account_id',
  'api_day.account_id',
  'row_day.account_id',
  'webhook.account_id',
  'jingchat_verdict.account_id',
  'service_message.account_id',
  'saved_view.owner_id',
  'saved_view_default.account_id',
  'correction.account_id',
  'export_run.account_id',
  'export_day.account_id',
  'qr_login.account_id',
  'contact_card.account_id',
  'contact_setting.account_id',
  'contact_white_list.account_id',
  'record_party.account_id',
  'company_member.account_id',
  'company_invitation.account_id',
  'company_invitation.invited_by',
  'investor_link.account_id',
  'plan_reading.account_id',
  'identity_draft.account_id',
  'identity_mail.account_id',
  'redemption_miss.account_id',
  'reset_ticket.account_id',
  'known_device.account_id',
  'second_factor.account_id',
  'recovery_code.account_id',
  'factor_ticket.account_id',
  'notice.account_id',
  'live_follow.account_id',
  'notice_cursor.account_id',
  'chat_setting.account_id',
  'chat_grant.viewer_id',
  'chat_grant.owner_id',
  'project_interest.founder_id',
  'project_interest.investor_id',
  'record_visit.account_id',
  'match_feedback.account_id',
  'visit_card.account_id',
  'file_grant.account_id',
  'upload_ticket.account_id',
];
