import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserHeader } from '#schemas/api/chat-people.ts';
import { changePersonPage } from '#schemas/api/person-page.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { makeFindable } from '#tests/support/account/people.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

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
const write = (of: Person, uid: string) =>
  of.send('POST', `/api/rong/sixin/${uid}`, { clientId: randomUUID(), content: '您好', type: 0, seenSeq: 0 });
const origin = async (of: Person, uid: string) =>
  (await of.send<Record<string, boolean>>('GET', `/api/rong/sixin/msgHeader?uid=${uid}`)).data;

describe('the head of a conversation', () => {
  it('says who a user is and which companies he speaks for', async () => {
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
      hasPage: false,
      isGone: false,
    });
    expect(JSON.stringify(data)).not.toContain(founder.phone.slice(3));
  });

  it('says that the user has a page of their own while it is open', async () => {
    const page = (version: number, isOpen: boolean) => founder.send('POST', changePersonPage.path, { version, isOpen });
    expect((await page(1, true)).code).toBe(0);
    expect((await header(investor, `uid=${founder.uid}`)).data.hasPage).toBe(true);
    expect((await page(2, false)).code).toBe(0);
    expect((await header(investor, `uid=${founder.uid}`)).data.hasPage).toBe(false);
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

  it('distinguishes a service organisation from an investor, and a user who has left', async () => {
    const organisation = await world.person(['FA']);
    await makeFindable(world.test, organisation.uid);
    expect((await header(investor, `uid=${organisation.uid}`)).data).toMatchObject({
      isServiceOrg: true,
      isGone: false,
    });
    await write(investor, organisation.uid);
    const { db } = world.test.services.database;
    await db.updateTable('account').set({ frozen_at: new Date() }).where('id', '=', organisation.uid).execute();
    expect((await header(investor, `uid=${organisation.uid}`)).data).toMatchObject({ isGone: true });
  });

  it('is hidden from every user of a user to whom nothing leads, certified or not, until the two write', async () => {
    const nobody = await world.person();
    const certified = await world.person(['ORG_INVESTOR']);
    const gone = await world.person(['START_UP']);
    await makeFindable(world.test, gone.uid);
    const { db } = world.test.services.database;
    await db.updateTable('account').set({ closed_at: new Date() }).where('id', '=', gone.uid).execute();
    for (const uid of [nobody.uid, certified.uid, gone.uid, '999999999']) {
      const unknown = { code: codeOf('UNKNOWN_RECORD'), msg: '用户不存在' };
      expect(await header(investor, `uid=${uid}`)).toMatchObject(unknown);
      expect(await investor.send('GET', `/api/rong/sixin/msgHeader?uid=${uid}`)).toMatchObject(unknown);
    }
    expect((await header(nobody, `uid=${nobody.uid}`)).data.name).toBe(nobody.name);
    await makeFindable(world.test, investor.uid);
    expect(await write(certified, investor.uid)).toMatchObject({ code: 0 });
    expect((await header(investor, `uid=${certified.uid}`)).data).toMatchObject({ name: certified.name });
    expect(await header(await world.person(), `uid=${certified.uid}`)).toMatchObject({
      code: codeOf('UNKNOWN_RECORD'),
    });
  });

  it('names an investor by the institution that he was certified for, as the interested view does', async () => {
    const { db } = world.test.services.database;
    const name = { name: '示例某人', orgText: '示例旧东家', title: '合伙人' };
    const body = { clientKey: 'an-investor-of-the-head', values: name };
    const record = made(await world.staff.send<RecordReply>('POST', '/api/metadata/data/InsightInvestor', body)).record;
    const person = await world.person(['ORG_INVESTOR']);
    const party = { object_api_name: 'InsightInvestor', record_id: record.id, account_id: person.uid };
    await db
      .insertInto('record_party')
      .values({ ...party, linked_at: new Date() })
      .execute();
    const named = async () => (await header(founder, `uid=${person.uid}`)).data;
    expect(await named()).toMatchObject({ entityName: '示例旧东家', position: '合伙人' });
    await certifyInvestor(world.test, person.uid, { orgName: '示例资本', position: '投资经理' });
    expect(await named()).toMatchObject({ entityName: '示例资本', position: '投资经理' });
    made(await person.send('GET', `/api/metadata/data/InsightCompany/${founder.companyId}`));
    await expect
      .poll(async () => {
        const { data } = (await founder.send<{ data: object[] }>('GET', '/api/rong/market/investorViewMyProject')).data;
        return data;
      })
      .toMatchObject([{ uid: person.uid, investorEntityName: '示例资本', investorPosition: '投资经理' }]);
  });

  it('says whose business plan there is to send or to ask for', async () => {
    const organisation = await world.person(['FA']);
    const both = await world.person(['START_UP', 'LP']);
    for (const { uid } of [organisation, both]) await makeFindable(world.test, uid);
    expect(await origin(investor, founder.uid)).toEqual({ hasBp: false, entrepreneur: false, showTips: true });
    const { pool } = world.test.services.database;
    await pool.query(`update "InsightCompany" set bp = '{"url": "/files/private/0", "name": "bp.pdf"}' where id = $1`, [
      founder.companyId,
    ]);
    expect(await origin(investor, founder.uid)).toMatchObject({ hasBp: true, entrepreneur: false });
    expect(await origin(founder, investor.uid)).toMatchObject({ hasBp: true, entrepreneur: true });
    expect(await origin(organisation, investor.uid)).toMatchObject({ hasBp: false, entrepreneur: false });
    expect(await origin(both, founder.uid)).toMatchObject({ hasBp: true, entrepreneur: false });
    expect(await origin(founder, both.uid)).toMatchObject({ hasBp: true, entrepreneur: true });
  });
});
