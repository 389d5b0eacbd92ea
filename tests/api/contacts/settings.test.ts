import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContactSettings } from '#schemas/api/contact-settings.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { staffList } from '#tests/support/staff/staff-list.ts';
import { makeFindable } from '#tests/support/account/people.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

const SETTINGS = '/api/rong/sixin/settings';
let world: ContactWorld;
let owner: Contact;
let viewer: Person;

beforeAll(async () => {
  world = await openContactWorld();
  owner = await world.contact();
  viewer = await world.person(['ORG_INVESTOR']);
});
afterAll(() => world.close());

const save = (body: object) => owner.send<ContactSettings>('POST', SETTINGS, body);
const isExpose = async (uid: string, who: Person = viewer) =>
  made(await who.send<{ isExpose: number }>('GET', `/api/rong/contactIsExpose?uid=${uid}`)).isExpose;

describe('one’s own contact card', () => {
  it('shows nothing of a new account until its owner chooses, and the choice holds for what it names', async () => {
    const fresh = await world.person(['START_UP'], { phone: '+8619900000778' });
    expect(made(await fresh.send<ContactSettings>('GET', SETTINGS))).toMatchObject({
      exposePhone: false,
      exposeWeixin: false,
    });
    await makeFindable(world.test, fresh.uid);
    expect(await isExpose(fresh.uid)).toBe(0);
    expect((await viewer.open(fresh.uid)).code).toBe(codeOf('CONTACT_CLOSED'));
    const chosen = made(await fresh.send<ContactSettings>('POST', SETTINGS, { exposePhone: true }));
    expect(chosen).toMatchObject({ exposePhone: true, exposeWeixin: false });
    expect(made(await viewer.open(fresh.uid)).phone).toBe('+8619900000778');
  });

  it('begins with the account’s own number', async () => {
    expect(made(await owner.send<ContactSettings>('GET', SETTINGS))).toMatchObject({
      phone: owner.phone,
      phoneIsOwn: true,
      weixin: owner.weixin,
      email: owner.email,
      exposePhone: true,
      exposeWeixin: true,
      isContactParty: true,
      companies: [{ ccid: owner.companyId, bp: null, header: null, introduce: null, restricted: false }],
    });
    expect(made(await viewer.send<ContactSettings>('GET', SETTINGS))).toMatchObject({
      phone: '',
      isContactParty: false,
      companies: [],
    });
  });

  it('takes another number, and gives out the own one again when that is taken off', async () => {
    expect(made(await save({ phone: '19900000777' }))).toMatchObject({ phone: '+8619900000777', phoneIsOwn: false });
    expect(made(await viewer.open(owner.uid)).phone).toBe('+8619900000777');
    expect(made(await save({ phone: '' }))).toMatchObject({ phone: owner.phone, phoneIsOwn: true });
  });

  it('is refused with the problem at the field, and then nothing of it is kept', async () => {
    const before = made(await owner.send<ContactSettings>('GET', SETTINGS));
    for (const [field, value] of [
      ['phone', '12345'],
      ['weixin', '短'],
      ['weixin', '1begins-wrong'],
      ['weixin', 'five5'],
      ['email', 'nobody'],
    ] as const) {
      const refused = await save({ weixin: 'jingtu-would-be', [field]: value });
      expect(refused).toMatchObject({ status: 422, problems: [{ field }] });
    }
    expect((await save({ nonsense: 1 })).status).toBe(422);
    expect(made(await owner.send<ContactSettings>('GET', SETTINGS))).toEqual(before);
  });

  it('is shown and hidden from the next question on', async () => {
    const opened = async () => {
      const { phone, weixin, email } = made(await viewer.open(owner.uid));
      return [phone, weixin, email].map((value) => value !== undefined);
    };
    await save({ exposePhone: false });
    expect(await opened()).toEqual([false, true, true]);
    await save({ exposePhone: true, exposeWeixin: false });
    expect(await opened()).toEqual([true, false, true]);
    await save({ exposePhone: false });
    expect([await isExpose(owner.uid), (await viewer.open(owner.uid)).code]).toEqual([0, codeOf('CONTACT_CLOSED')]);
    // What its owner hides, neither the free view of the same day nor the count of views brings back.
    await save({ exposePhone: true, exposeWeixin: true });
    expect([await isExpose(owner.uid), await opened()]).toEqual([1, [true, true, true]]);
  });

  it('of a user who left or was frozen is shown to no user', async () => {
    const gone = await world.contact();
    const { db } = world.test.services.database;
    for (const column of ['frozen_at', 'closed_at'] as const) {
      await db
        .updateTable('account')
        .set({ frozen_at: null, closed_at: null, [column]: '2026-11-21T04:00:00Z' })
        .where('id', '=', gone.uid)
        .execute();
      expect([await isExpose(gone.uid), (await viewer.open(gone.uid)).code]).toEqual([0, codeOf('CONTACT_CLOSED')]);
    }
  });
});

describe('an unknown user', () => {
  it('answers exactly as a user who hides everything, and as a user who is no user’s contact', async () => {
    const hidden = await world.contact();
    made(await hidden.send('POST', SETTINGS, { exposePhone: false, exposeWeixin: false }));
    const bystander = await world.person(['START_UP'], { phone: '+8619900000999' });
    const rich = await world.person(['ORG_INVESTOR']);
    await world.giveCoins(rich.uid, 600);
    const answers = async (uid: string) => {
      const said = [
        await rich.send('GET', `/api/rong/contactButton?uid=${uid}`),
        await rich.send('GET', `/api/rong/contactNum?uid=${uid}`),
        await rich.send('GET', `/api/rong/contactIsExpose?uid=${uid}`),
        await rich.open(uid),
        await rich.buy(uid),
      ];
      return JSON.stringify(said).replaceAll(`"contactUid":"${uid}"`, '"contactUid":"?"');
    };
    const unknown = await answers('987654321');
    expect(await answers(hidden.uid)).toBe(unknown);
    expect(await answers(bystander.uid)).toBe(unknown);
    expect(unknown).toContain('对方未公开联系方式');
  });

  it('has no simple card, and neither has any user who is no contact', async () => {
    const card = (uid: string) => viewer.send('GET', `/api/rong/company/simplifyOther?uid=${uid}`);
    expect(made(await card(owner.uid))).toEqual({
      uid: owner.uid,
      name: owner.name,
      avatar: null,
      intro: '',
      identityRoles: ['START_UP'],
      entityName: expect.stringMatching(/^示例企业/) as string,
    });
    const unknown = await card('987654321');
    expect(unknown.code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(JSON.stringify(await card(viewer.uid))).toBe(JSON.stringify(unknown));
  });
});

describe('the contact of a record by staff’s word', () => {
  it('is found from the record on, until staff end it, and both are in the audit log', async () => {
    const investor = await world.person(['PERSONAL_INVESTOR'], { phone: '+8619900000888' });
    made(await investor.send('POST', SETTINGS, { exposePhone: true }));
    const made_ = made(
      await world.staff.send<{ record: { id: string } }>('POST', '/api/metadata/data/InsightInvestor', {
        clientKey: 'an-investor-here',
        values: { name: '示例投资人' },
      }),
    );
    const { id } = made_.record;
    const link = (linked: boolean, account = investor.uid) =>
      world.staff.send('POST', '/api/staff/recordParty', {
        objectApiName: 'InsightInvestor',
        recordId: id,
        account,
        linked,
        reason: '本人邮件确认',
      });
    const founder = await world.person(['START_UP']);
    const button = async () =>
      made(
        await founder.send<{ contactUid: string | null }>(
          'GET',
          `/api/rong/contactButton?moduleInfoId=InsightInvestor&id=${id}`,
        ),
      );
    expect(await button()).toMatchObject({ contactUid: null, type: -2 });
    expect((await link(true, '987654321')).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await link(true)).code).toBe(0);
    const named = async () => {
      const all = await staffList<{ person: { id: string }; recordId: string }>(world.test, 'RecordContact', [
        'person',
        'recordId',
      ]);
      return all.filter(({ person }) => person.id === investor.uid);
    };
    expect(await named()).toMatchObject([{ recordId: id }]);
    expect(await button()).toMatchObject({ contactUid: investor.uid, hasManager: false, decision: 'free' });
    expect(made(await founder.open(investor.uid)).phone).toBe('+8619900000888');
    expect((await link(false)).code).toBe(0);
    expect(await named()).toEqual([]);
    expect((await link(false)).code).toBe(codeOf('CONFLICT'));
    expect(await button()).toMatchObject({ contactUid: null });
    // Nothing leads to him any more: what was seen today does not open him again.
    expect((await founder.open(investor.uid)).code).toBe(codeOf('CONTACT_CLOSED'));
    const { rows } = await world.test.services.database.pool.query(
      "select action, details from audit_log where target_id = $1 and action like 'contact.party%' order by id",
      [investor.uid],
    );
    const details = { objectApiName: 'InsightInvestor', recordId: id };
    expect(rows).toEqual([
      { action: 'contact.partyNamed', details },
      { action: 'contact.partyEnded', details },
    ]);
  });
});
