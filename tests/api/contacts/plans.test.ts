import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactSettings } from '#schemas/api/contact-settings.ts';
import type { Plan, PlanRequest } from '#schemas/api/plans.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { storedPicture, storedPlan } from '#tests/support/files/stored-file.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

const INVESTOR = ['ORG_INVESTOR'];
/** Address of the plan of the owner’s company. */
let address: string;
let world: ContactWorld;
let owner: Contact;

beforeAll(async () => {
  world = await openContactWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime('2026-11-21T04:00:00Z');
  owner = await world.contact();
  address = `/files/plan/${owner.companyId}`;
});

const plan = (person: { send: Person['send'] }) => person.send<Plan>('GET', `/api/rong/plan?ccid=${owner.companyId}`);
const edit = (person: { send: Person['send'] }, body: object) =>
  person.send<Plan>('POST', '/api/rong/company/edit', { ccid: owner.companyId, ...body });
const ask = (person: Person, message = '希望了解贵司的融资计划') =>
  person.send<Plan>('POST', '/api/rong/plan/request', { ccid: owner.companyId, message });
const upload = async () => {
  const bp = await storedPlan(world.test.services.database.db, owner.uid);
  return edit(owner, { bp });
};
const restrict = (restricted: boolean, person: Person = owner) =>
  person.send<ContactSettings>('POST', '/api/rong/sixin/settings', { plan: { ccid: owner.companyId, restricted } });
const received = async () => made(await owner.send<{ list: PlanRequest[] }>('GET', '/api/rong/plan/requests')).list;

describe('the plan of a company', () => {
  it('is put there by those who speak for it, and by no other user', async () => {
    const stranger = await world.contact();
    const other = await edit(stranger, { introduce: '改写' });
    const nowhere = await stranger.send('POST', '/api/rong/company/edit', { ccid: '999999', introduce: '改写' });
    expect(other.code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(JSON.stringify(other)).toBe(JSON.stringify(nowhere));
    expect(made(await upload())).toMatchObject({ hasBp: true, isMember: true, address: address });
    expect(made(await edit(owner, { bp: null }))).toMatchObject({ hasBp: false });
  });

  it('obeys the rules of the record, whose problems come back by the words of the call', async () => {
    const refused = await edit(owner, { bp: { url: 'javascript:alert(1)', name: 'x' } });
    expect(refused).toMatchObject({ status: 422, problems: [{ field: 'bp' }] });
    expect((await edit(owner, { introduce: '字'.repeat(5001) })).status).toBe(422);
    made(
      await edit(owner, {
        introduce: '面向中小工厂的排产软件',
        header: await storedPicture(world.test.services.database.db, owner.uid),
      }),
    );
    const { record } = made(
      await world.staff.send<RecordReply>('GET', `/api/metadata/data/InsightCompany/${owner.companyId}`),
    );
    expect(record).toMatchObject({ introduction: '面向中小工厂的排产软件', logo: { name: 'picture.png' } });
    const history = made(
      await world.staff.send<{ actor: string }[]>(
        'GET',
        `/api/metadata/data/InsightCompany/${owner.companyId}/history`,
      ),
    );
    expect(history.length).toBe(2);
  });

  it('is open to a user who may read the company’s details, until its founder restricts it', async () => {
    await upload();
    const [investor, plain, svip] = [
      await world.person(INVESTOR),
      await world.person(['FA']),
      await world.person([], { vip: true }),
    ];
    for (const person of [investor, svip, world.staff])
      expect(made(await plan(person))).toMatchObject({
        address: address,
        fileName: '商业计划书.pdf',
        restricted: false,
      });
    const closed = made(await plan(plain));
    expect(closed).toMatchObject({ hasBp: true, needsVip: true, mayRequest: false });
    expect(closed).not.toHaveProperty('address');
    made(await restrict(true));
    for (const person of [investor, svip]) {
      const seen = made(await plan(person));
      expect(seen).toMatchObject({ hasBp: true, restricted: true, state: 'none', mayRequest: true });
      expect(seen).not.toHaveProperty('address');
    }
    expect(made(await plan(owner)).address).toBe(address);
    made(await restrict(false));
    expect(made(await plan(investor)).address).toBe(address);
    expect((await restrict(true, investor)).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('opens to whose request the founder accepted, and to no other user', async () => {
    await upload();
    await restrict(true);
    const [first, second] = [await world.person(INVESTOR), await world.person(INVESTOR)];
    expect(made(await ask(first))).toMatchObject({ state: 'pending', mayRequest: false });
    expect((await ask(first)).code).toBe(codeOf('CONFLICT'));
    made(await ask(second, ''));
    const requests = await received();
    expect(requests).toMatchObject([
      { uid: second.uid, state: 'pending', message: '' },
      { uid: first.uid, name: first.name, identityRoles: INVESTOR, message: '希望了解贵司的融资计划' },
    ]);
    const decide = (person: Person, id: string, accept: boolean) =>
      person.send<PlanRequest>('POST', `/api/rong/plan/requests/${id}/decide`, { accept });
    const [refusing, accepting] = requests.map(({ id }) => id);
    // Neither the one who asks nor another founder decides, and they learn nothing from trying.
    const outsider = await world.contact();
    for (const person of [first, outsider])
      expect((await decide(person, accepting ?? '', true)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(made(await decide(owner, accepting ?? '', true))).toMatchObject({ state: 'approved' });
    expect(made(await decide(owner, refusing ?? '', false))).toMatchObject({ state: 'refused' });
    expect((await decide(owner, accepting ?? '', false)).code).toBe(codeOf('CONFLICT'));
    expect(made(await plan(first))).toMatchObject({ state: 'approved', address: address });
    const refused = made(await plan(second));
    expect(refused).toMatchObject({ state: 'refused', mayRequest: false });
    expect(refused).not.toHaveProperty('address');
    world.setTime('2026-11-22T04:00:00Z');
    expect(made(await ask(second))).toMatchObject({ state: 'pending' });
    const sent = made(await second.send<{ list: PlanRequest[] }>('GET', '/api/rong/plan/requests?side=sent'));
    expect(sent.list.map(({ state }) => state)).toEqual(['pending', 'refused']);
    expect(made(await outsider.send<{ list: PlanRequest[] }>('GET', '/api/rong/plan/requests')).list).toEqual([]);
  });

  it('is asked for once by a user who asks twenty times at once', async () => {
    await upload();
    await restrict(true);
    const investor = await world.person(INVESTOR);
    const codes = (await Promise.all(Array.from({ length: 20 }, () => ask(investor)))).map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(await received()).toHaveLength(1);
  });

  it('cannot be asked for where there is none, where it is open, or by a user who is not certified', async () => {
    const investor = await world.person(INVESTOR);
    expect(await ask(investor)).toMatchObject({ code: codeOf('CONFLICT'), msg: '该企业尚未上传BP' });
    await upload();
    expect(await ask(investor)).toMatchObject({ code: codeOf('CONFLICT'), msg: '您可以直接查看该BP' });
    await restrict(true);
    expect((await ask(await world.person())).msg).toBe('完成身份认证后即可申请查看BP');
  });

  it('is in no other reply: not in the record, its history, its list or its provenance', async () => {
    await upload();
    const path = `/api/metadata/data/InsightCompany/${owner.companyId}`;
    const listed = {
      objectApiName: 'InsightCompany',
      fields: ['name', 'bp'],
      filter: { field: 'bp', op: 'notEmpty' },
    };
    const investor = await world.person(INVESTOR, { vip: true });
    const said = [
      await investor.send('GET', path),
      await investor.send('GET', `${path}/history`),
      await investor.send('GET', `${path}/provenance?field=bp`),
      await investor.send('POST', '/api/metadata/data/getLayoutAndDataList', listed),
      await owner.send('GET', path),
    ];
    expect(said[0]?.code).toBe(0);
    expect(said[3]?.status).toBe(400);
    expect(JSON.stringify(said)).not.toContain('plan-of-the-company');
  });

  it('kept here as a private file is let out to no user: it is read by way of the company alone', async () => {
    const { db } = world.test.services.database;
    const file = async (id: string, ownerId: string) => {
      const kept = {
        bucket: 'private',
        mime: 'application/pdf',
        bytes: '1000',
        name: '计划.pdf',
        pdf: 'open',
      } as const;
      const row = { id, owner_id: ownerId, sha256: '', created_at: '2026-11-21T03:00:00Z', ...kept };
      await db.insertInto('file').values(row).execute();
      return { url: `/files/private/${id}`, name: '计划.pdf' };
    };
    const investor = await world.person(INVESTOR);
    const grants = async () => {
      const rows = await db
        .selectFrom('file_grant')
        .select('account_id')
        .where('file_id', '=', 'a'.repeat(32))
        .execute();
      return rows.map((row) => row.account_id).filter((id) => id !== owner.uid);
    };
    // Another user's private file is as one that is not there: no user is let in to it by naming it here.
    const foreign = await file('b'.repeat(32), investor.uid);
    expect(await edit(owner, { bp: foreign })).toMatchObject({ status: 422, problems: [{ field: 'bp' }] });
    made(await edit(owner, { bp: await file('a'.repeat(32), owner.uid) }));
    expect(await grants()).toEqual([]);
    expect(made(await plan(await world.person(['FA'])))).not.toHaveProperty('address');
    expect(await grants()).toEqual([]);
    made(await plan(investor));
    expect(await grants()).toEqual([]);
    made(await restrict(true));
    made(await ask(investor));
    const [request] = await received();
    made(await owner.send('POST', `/api/rong/plan/requests/${request?.id ?? ''}/decide`, { accept: true }));
    expect(made(await plan(investor)).address).toBe(address);
    expect(await grants()).toEqual([]);
  });
});
