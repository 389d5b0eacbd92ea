import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { MemberWorld } from '#tests/support/identity/member-world.ts';

let world: MemberWorld;
let owner: Contact;
beforeAll(async () => {
  world = await MemberWorld.open();
});
beforeEach(async () => {
  owner = await world.contacts.contact();
});
afterAll(() => world.close());

describe('The only member of a company', () => {
  it('does not leave unawares, and gives it up in so many words', async () => {
    expect(await world.leave(owner, owner.companyId)).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '您是唯一的成员：请先邀请同事并移交企业，再退出；如不再管理这家企业，请在“企业成员”中选择“放弃管理”',
    });
    const release = (who: Person) => who.send('POST', `/api/rong/company/chuang/${owner.companyId}/release`);
    const guest = await world.contacts.person();
    made(await world.invite(owner, await world.username(guest)));
    const line = await world.invitation(guest);
    const stranger = await world.contacts.contact();
    expect((await release(stranger)).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await release(owner));
    expect(await world.members(owner)).toEqual([]);
    expect((await world.answer(guest, line, 'accept')).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(
      await world.db.selectFrom('company_member').select('id').where('company_id', '=', owner.companyId).execute(),
    ).toEqual([]);
  });

  it('is alone when it is given up: while there are others the company is handed over', async () => {
    await world.editor(owner);
    const answer = await owner.send('POST', `/api/rong/company/chuang/${owner.companyId}/release`);
    expect(answer).toMatchObject({ code: codeOf('CONFLICT'), msg: expect.stringContaining('退出企业') });
    expect(await world.members(owner)).toHaveLength(2);
  });
});
