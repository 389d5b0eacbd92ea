import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time/durations.ts';
import { sweepExpired } from '#server/features/identity/sweep.ts';
import { forgetSubmissions } from '#server/features/identity/closing.ts';
import { codeOf, TEST_NOW } from '#tests/support/app/test-app.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { MemberWorld } from '#tests/support/identity/member-world.ts';

let world: MemberWorld;
let owner: Contact;
beforeAll(async () => {
  world = await MemberWorld.open();
});
beforeEach(async () => {
  world.contacts.setTime(TEST_NOW.toISOString());
  owner = await world.contacts.contact();
});
afterAll(() => world.close());

const notices = async (who: Person) =>
  (await world.db.selectFrom('notice').select('title').where('account_id', '=', who.uid).orderBy('id').execute()).map(
    ({ title }) => title,
  );
const audited = async () =>
  (await world.db.selectFrom('audit_log').select('action').orderBy('id', 'desc').limit(1).execute())[0]?.action;
/** A further founder who was certified for the company. */
async function partner(): Promise<Person> {
  const second = await world.contacts.person(['START_UP']);
  await speakFor(world.db, second.uid, owner.companyId, 1);
  return second;
}

describe('Those who were certified for a company', () => {
  it('own it, and are the members of its list', async () => {
    expect(await world.members(owner)).toMatchObject([
      { name: owner.name, role: 'owner', state: 'joined', certified: true, mine: true, manage: true },
    ]);
    const stranger = await world.contacts.contact();
    expect((await world.members(stranger)).map(({ name }) => name)).toEqual([stranger.name]);
    expect(await world.members(await world.contacts.person())).toEqual([]);
  });
});

describe('An invitation', () => {
  it.each(['phone number', 'mail address', 'user name'])('finds a user by %s and makes an editor', async (way) => {
    const number = `+8619900009${String(['phone number', 'mail address', 'user name'].indexOf(way)).padStart(3, '0')}`;
    const guest = await world.contacts.person([], { phone: number });
    const { vault } = world.contacts.test.services.database;
    const mail = `guest-${guest.uid}@example.com`;
    const columns = { email_index: vault.index(mail, 'email') };
    await world.db.updateTable('account').set(columns).where('id', '=', guest.uid).execute();
    const who = {
      'phone number': number.slice(3),
      'mail address': mail.toUpperCase(),
      'user name': await world.username(guest),
    };
    made(await world.invite(owner, who[way as keyof typeof who]));
    expect(await notices(guest)).toEqual(['企业成员邀请']);
    const line = await world.invitation(guest);
    expect(line).toMatchObject({ state: 'waiting' });
    // Until the user answers, its sender reads no more than what was typed.
    expect((await world.members(owner)).map(({ name }) => name)).not.toContain(guest.name);
    made(await world.answer(guest, line, 'accept'));
    expect(await audited()).toBe('company.memberJoined');
    expect(await world.lineOf(owner, guest.name)).toMatchObject({ role: 'editor', certified: false, manage: true });
    expect(await notices(owner)).toEqual(['成员邀请已接受']);
    expect(await world.lineOf(guest, guest.name)).toMatchObject({ mine: true, manage: false });
  });

  it('says the same whether there is such a user', async () => {
    const known = await world.contacts.person([], { phone: '+8619900009101' });
    const answers = [await world.invite(owner, '19900009101'), await world.invite(owner, '19900009102')];
    expect(answers[0]).toEqual(answers[1]);
    const waiting = (await world.members(owner)).filter(({ state }) => state === 'waiting');
    expect(waiting.map(({ name }) => name)).toEqual(['手机号 199****9101', '手机号 199****9102']);
    expect(Object.keys(waiting[0] ?? {})).toEqual(Object.keys(waiting[1] ?? {}));
    expect(await notices(known)).toHaveLength(1);
  });

  it('gives no certification, but lets an editor do for the company what owners do', async () => {
    const editor = await world.editor(owner);
    const account = await world.db
      .selectFrom('account')
      .select('roles')
      .where('id', '=', editor.uid)
      .executeTakeFirst();
    expect(account?.roles).toEqual([]);
    const own = await editor.send<{ list: unknown[] }>('GET', '/api/rong/company/chuang/list/v2');
    expect(made(own).list).toMatchObject([{ id: owner.companyId, role: 'editor', certified: false }]);
    const edit = { ccid: owner.companyId, introduce: '由编辑维护的企业介绍，共同使用。' };
    made(await editor.send('POST', '/api/rong/company/edit', edit));
    const follow = { clientKey: `editor-${editor.uid}`, institutionName: '示例基金' };
    made(await editor.send('POST', '/api/rong/pipeline/institution', follow));
    const whole = await editor.send<{ locked: string[] }>('GET', `/api/rong/company/${owner.companyId}`);
    expect(made(whole).locked).toEqual([]);
  });

  it('is refused, and its sender is notified', async () => {
    const guest = await world.contacts.person();
    made(await world.invite(owner, await world.username(guest)));
    const line = await world.invitation(guest);
    made(await world.answer(guest, line, 'refuse'));
    expect(await world.invitations(guest)).toMatchObject([{ state: 'refused' }]);
    expect(await world.members(owner)).toHaveLength(1);
    expect(await notices(owner)).toEqual(['成员邀请被拒绝']);
    expect(await world.answer(guest, line, 'accept')).toMatchObject({ code: codeOf('CONFLICT') });
    made(await world.invite(owner, await world.username(guest)));
  });

  it('is taken back, and is then as if it had never been there', async () => {
    const guest = await world.contacts.person();
    made(await world.invite(owner, await world.username(guest)));
    const line = await world.invitation(guest);
    const sent = await world.lineOf(owner, await world.username(guest));
    made(await world.act(owner, sent, 'revoke'));
    expect(await world.invitations(guest)).toEqual([]);
    expect(await world.answer(guest, line, 'accept')).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });

  it('ends after fourteen days, also before the sweep has been there', async () => {
    const guest = await world.contacts.person();
    made(await world.invite(owner, await world.username(guest)));
    const line = await world.invitation(guest);
    const later = new Date(TEST_NOW.getTime() + 14 * DAY_MS);
    world.contacts.setTime(later.toISOString());
    expect(await world.answer(guest, line, 'accept')).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '邀请已过期，请联系邀请方重新邀请',
    });
    await sweepExpired(world.db, later);
    expect(await world.invitations(guest)).toMatchObject([{ state: 'expired' }]);
    expect(await world.members(owner)).toHaveLength(1);
  });

  it('is answered by the invited user alone', async () => {
    const guest = await world.contacts.person();
    made(await world.invite(owner, await world.username(guest)));
    const line = await world.invitation(guest);
    for (const other of [owner, await world.contacts.contact(), await world.contacts.person(['ORG_INVESTOR'])]) {
      expect((await world.answer(other, line, 'accept')).code).toBe(codeOf('UNKNOWN_RECORD'));
      expect((await world.answer(other, line, 'refuse')).code).toBe(codeOf('UNKNOWN_RECORD'));
    }
    expect(await world.members(owner)).toHaveLength(2);
  });

  it('is accepted once, however often it is sent', async () => {
    const guest = await world.contacts.person();
    made(await world.invite(owner, await world.username(guest)));
    const line = await world.invitation(guest);
    const answers = await Promise.all(
      ['accept', 'accept', 'refuse'].map((how) => world.answer(guest, line, how as 'accept')),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.every(({ code }) => code === 0 || code === codeOf('CONFLICT'))).toBe(true);
  });

  it('is sent once for a key, to a user once, and to no member', async () => {
    const guest = await world.contacts.person();
    const username = await world.username(guest);
    const clientKey = 'invited-at-the-same-time';
    (await Promise.all([1, 2].map(() => world.invite(owner, username, { clientKey })))).forEach(made);
    expect(await world.members(owner)).toHaveLength(2);
    expect((await world.invite(owner, username)).code).toBe(codeOf('CONFLICT'));
    expect(await world.invite(owner, await world.username(owner))).toMatchObject({ msg: '该用户已是企业成员' });
  });

  it('is sent by owners alone, for their own companies', async () => {
    const editor = await world.editor(owner);
    for (const who of [editor, await world.contacts.person(), await world.contacts.person(['ORG_INVESTOR'])])
      expect((await world.invite(who, '19900009111')).code).toBe(codeOf('FORBIDDEN'));
    const stranger = await world.contacts.contact();
    const foreign = await world.invite(stranger, '19900009111', { company: owner.companyId });
    const missing = await world.invite(stranger, '19900009111', { company: '999999999' });
    expect(foreign).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect(missing).toEqual(foreign);
  });

  it('is sent to twenty users a day at most', async () => {
    for (let number = 0; number < 20; number += 1) made(await world.invite(owner, `user-of-no-account-${number}`));
    expect((await world.invite(owner, 'one-more-of-them')).code).toBe(codeOf('TOO_MANY_REQUESTS'));
  });
});

describe('The members of a company', () => {
  it('are removed by an owner, who notifies them', async () => {
    const editor = await world.editor(owner);
    made(await world.act(owner, await world.lineOf(owner, editor.name), 'remove'));
    expect(await world.members(editor)).toEqual([]);
    expect(await notices(editor)).toContain('企业成员身份已结束');
    expect(await audited()).toBe('company.memberRemoved');
    const edit = { ccid: owner.companyId, introduce: '不再是成员的用户写的企业介绍。' };
    expect((await editor.send('POST', '/api/rong/company/edit', edit)).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('own the company only where the platform has certified them as founders', async () => {
    const editor = await world.editor(owner);
    const founder = await world.editor(owner, ['START_UP']);
    for (const [step, more] of [
      ['role', { role: 'owner' }],
      ['handOver', {}],
    ] as const)
      expect((await world.act(owner, await world.lineOf(owner, editor.name), step, more)).code).toBe(
        codeOf('FORBIDDEN'),
      );
    made(await world.act(owner, await world.lineOf(owner, founder.name), 'role', { role: 'owner' }));
    expect(await world.lineOf(founder, founder.name)).toMatchObject({ role: 'owner', manage: true });
    expect(await notices(founder)).toContain('企业成员角色已调整');
    made(await world.act(owner, await world.lineOf(owner, founder.name), 'role', { role: 'editor' }));
    expect(await world.lineOf(founder, founder.name)).toMatchObject({ role: 'editor', manage: false });
  });

  it('take the company over from its owner, who stays an editor and may then leave', async () => {
    const founder = await world.editor(owner, ['START_UP']);
    const own = await world.lineOf(owner, founder.name);
    expect((await world.leave(owner, owner.companyId)).code).toBe(codeOf('CONFLICT'));
    made(await world.act(owner, own, 'handOver'));
    expect(await world.lineOf(founder, founder.name)).toMatchObject({ role: 'owner' });
    expect(await world.lineOf(owner, owner.name)).toMatchObject({ role: 'editor', manage: false });
    made(await world.leave(owner, owner.companyId));
    expect((await world.members(founder)).map(({ name }) => name)).toEqual([founder.name]);
  });

  it('leave when they like, without a word of an owner', async () => {
    const editor = await world.editor(owner);
    made(await world.leave(editor, owner.companyId));
    expect(await world.members(editor)).toEqual([]);
    expect((await world.leave(editor, owner.companyId)).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('who were certified for the company are lowered or removed by no other owner', async () => {
    const second = await partner();
    const line = await world.lineOf(owner, second.name);
    expect((await world.act(owner, line, 'remove')).code).toBe(codeOf('FORBIDDEN'));
    expect((await world.act(owner, line, 'role', { role: 'editor' })).code).toBe(codeOf('FORBIDDEN'));
  });

  it.each([
    ['role', { role: 'owner' }],
    ['handOver', {}],
    ['remove', {}],
  ] as const)(
    'are as if they were not there for those who do not own the company and ask to %s them',
    async (step, more) => {
      const editor = await world.editor(owner);
      const colleague = await world.editor(owner);
      const line = await world.lineOf(owner, editor.name);
      const others = [colleague, await world.contacts.contact(), await world.contacts.person(['ORG_INVESTOR'])];
      for (const who of [...others, world.contacts.staff as Person])
        expect((await world.act(who, line, step, more)).code).toBe(codeOf('UNKNOWN_RECORD'));
      const stale = { ...line, version: line.version + 3 };
      expect((await world.act(owner, stale, step, more)).code).toBe(codeOf('CONFLICT'));
      expect((await world.act(owner, await world.lineOf(owner, owner.name), step, more)).code).not.toBe(0);
    },
  );

  it('have an owner left when the last two leave at once', async () => {
    const second = await partner();
    const editor = await world.editor(owner);
    const answers = await Promise.all([owner, second].map((who) => world.leave(who, owner.companyId)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, codeOf('CONFLICT')]);
    expect((await world.members(editor)).filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  it('who were invited go with the last owner whose account is closed; one who was certified takes it over', async () => {
    const editor = await world.editor(owner);
    const second = await partner();
    made(await world.act(owner, await world.lineOf(owner, editor.name), 'remove'));
    const colleague = await world.editor(owner);
    await world.db.updateTable('company_member').set({ role: 'editor' }).where('account_id', '=', second.uid).execute();
    const close = (who: Person) =>
      world.db.transaction().execute((trx) => forgetSubmissions(async () => {})(trx, who.uid, TEST_NOW));
    await close(owner);
    expect(await world.lineOf(colleague, second.name)).toMatchObject({ role: 'owner' });
    await close(second);
    expect(await world.members(colleague)).toEqual([]);
    expect(await notices(colleague)).toContain('企业成员身份已结束');
  });
});
