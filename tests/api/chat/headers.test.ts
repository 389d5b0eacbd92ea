import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserHeader } from '#schemas/api/chat-people.ts';
import { type Contact, type ContactWorld, openContactWorld, type Person } from '#tests/support/contact-world.ts';
import { codeOf } from '#tests/support/test-app.ts';

let world: ContactWorld;
let founder: Contact;
let investor: Person;

beforeAll(async () => {
  world = await openContactWorld();
  founder = await world.contact();
  investor = await world.person(['ORG_INVESTOR']);
});
afterAll(() => world.close());

const header = (of: Person, query: string) => of.send<UserHeader>('GET', `/api/rong/sixin/userHeader?${query}`);
const origin = async (of: Person, uid: string) =>
  (await of.send<Record<string, boolean>>('GET', `/api/rong/sixin/msgHeader?uid=${uid}`)).data;

describe('the head of a conversation', () => {
  it('says who somebody is and which companies he speaks for', async () => {
    const { db } = world.test.services.database;
    const name = (await db.selectFrom('account').select('name').where('id', '=', founder.uid).executeTakeFirstOrThrow())
      .name;
    const { data } = await header(investor, `uid=${founder.uid}`);
    expect(data).toEqual({
      uid: founder.uid,
      name,
      avatar: null,
      entityName: data.companies[0]?.name,
      position: '创始人',
      identityRoles: ['START_UP'],
      identity: '创业者',
      intro: '',
      isServiceOrg: false,
      companies: [
        { ccid: founder.companyId, name: expect.stringMatching(/^示例企业/) as string, logo: null, brief: '' },
      ],
      isGone: false,
    });
    expect(JSON.stringify(data)).not.toContain(founder.phone.slice(3));
  });

  it('has the company first that was asked for', async () => {
    const second = await world.contact();
    const { db } = world.test.services.database;
    await db
      .updateTable('company_member')
      .set({ account_id: founder.uid })
      .where('account_id', '=', second.uid)
      .execute();
    const order = async (ccid: string) =>
      (await header(investor, `uid=${founder.uid}&ccid=${ccid}`)).data.companies.map((company) => company.ccid);
    expect(await order(second.companyId)).toEqual([second.companyId, founder.companyId]);
    expect(await order(founder.companyId)).toEqual([founder.companyId, second.companyId]);
    expect(await order('999999')).toHaveLength(2);
  });

  it('tells a service organisation from an investor, and somebody who has left', async () => {
    const organisation = await world.person(['FA']);
    expect((await header(investor, `uid=${organisation.uid}`)).data).toMatchObject({
      isServiceOrg: true,
      isGone: false,
    });
    const { db } = world.test.services.database;
    await db.updateTable('account').set({ frozen_at: new Date() }).where('id', '=', organisation.uid).execute();
    expect((await header(investor, `uid=${organisation.uid}`)).data).toMatchObject({ isGone: true });
  });

  it('is nobody’s to see of somebody to whom nothing leads, until the two write', async () => {
    const nobody = await world.person();
    const stranger = await world.person();
    for (const uid of [nobody.uid, '999999999'])
      expect(await header(investor, `uid=${uid}`)).toMatchObject({ code: codeOf('UNKNOWN_RECORD'), msg: '用户不存在' });
    expect((await header(nobody, `uid=${nobody.uid}`)).data.name).toBe(nobody.name);
    const clientId = '00000000-0000-4000-8000-000000000001';
    const body = { clientId, content: '您好', type: 0, seenSeq: 0 };
    expect(await investor.send('POST', `/api/rong/sixin/${nobody.uid}`, body)).toMatchObject({ code: 0 });
    expect((await header(investor, `uid=${nobody.uid}`)).data).toMatchObject({ identity: '注册用户' });
    expect(await header(stranger, `uid=${nobody.uid}`)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });

  it('says whose business plan there is to send or to ask for', async () => {
    expect(await origin(investor, founder.uid)).toEqual({ hasBp: false, entrepreneur: false, showTips: true });
    const { pool } = world.test.services.database;
    await pool.query(`update "InsightCompany" set bp = '{"url": "/files/private/0", "name": "bp.pdf"}' where id = $1`, [
      founder.companyId,
    ]);
    expect(await origin(investor, founder.uid)).toMatchObject({ hasBp: true, entrepreneur: false });
    expect(await origin(founder, investor.uid)).toMatchObject({ hasBp: true, entrepreneur: true });
    const organisation = await world.person(['FA']);
    expect(await origin(organisation, investor.uid)).toMatchObject({ hasBp: false, entrepreneur: false });
    const both = await world.person(['START_UP', 'LP']);
    expect(await origin(both, founder.uid)).toMatchObject({ hasBp: true, entrepreneur: false });
    expect(await origin(founder, both.uid)).toMatchObject({ hasBp: true, entrepreneur: true });
  });
});
