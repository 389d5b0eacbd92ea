import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DeskDossier, DeskPage } from '#schemas/api/identity-desk.ts';
import type { OwnCompany } from '#schemas/api/identity.ts';
import type { CompanyState, PublicCard } from '#schemas/api/identity-companies.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import * as auditLog from '#server/platform/audit/audit-log.ts';
import { made } from '#tests/support/editing.ts';
import { makeFindable } from '#tests/support/account/people.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: IdentityWorld;
let staff: Person;
let people = 0;

beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('desk', ['staff']);
});
afterAll(() => world.close());

const newPerson = () => world.person(`decided-${(people += 1)}`);
const DESK = '/api/rong/staff/identity';
const investor = async (more: object = {}) => {
  const who = await newPerson();
  return { who, id: made(await world.submit(who, 'investor', more)).id };
};
const claim = async (who: Person, companyId: string) =>
  made(await world.submit(who, 'claim', { companyId: { id: companyId } }));
const mine = async (who: Person) =>
  made(await who.get<{ list: OwnCompany[] }>('/api/rong/company/chuang/list/v2')).list;
const audited = async (accountId: string) => {
  const { rows } = await world.test.services.database.pool.query<{ action: string; reason: string }>(
    "select action, reason from audit_log where target_kind = 'account' and target_id = $1 order by id",
    [accountId],
  );
  return rows.map(({ action, reason }) => [action, reason]);
};

describe('an approval', () => {
  it.each(['ORG_INVESTOR', 'COMPANY_INVEST_DEPT', 'LP'])('gives an investor the role %s at once', async (identity) => {
    const { who, id } = await investor({ identity, workEmail: `invest-${identity}@example.com` });
    made(await who.get(`/api/rong/verifyEmail?token=${world.token()}`));
    const company = await world.company(`打开前后${identity}`);
    const page = `/api/metadata/data/InsightCompany/${company}`;
    expect(await who.get(page)).toMatchObject({ code: codeOf('VIP_REQUIRED') });
    made(await world.approve(staff, id));
    expect(await world.rolesOf(who)).toEqual([identity]);
    expect((await who.get(page)).code).toBe(0);
    expect(await audited(who.id)).toEqual([
      ['account.emailChanged', '本人操作'],
      ['identity.approved', ''],
    ]);
  });

  it('is of what was read: a record or a state that changed since is reported, and so is the first decision to the second of two staff', async () => {
    const { who, id } = await investor();
    const { case: shown, record } = await world.dossier(staff, id);
    const body = { version: shown.version, recordVersion: record.record.version };
    const path = `/api/metadata/data/InvestorAuth/${shown.recordId}`;
    made(await staff.post(path, { version: 1, values: { orgName: '示例资本二部' } }));
    expect(await staff.post(`${DESK}/${id}/approve`, body)).toMatchObject({ code: codeOf('CONFLICT') });
    expect(await world.rolesOf(who)).toEqual([]);
    const second = await world.person('second-desk', ['staff']);
    const both = await Promise.all([
      staff.post(`${DESK}/${id}/approve`, { ...body, recordVersion: 2 }),
      second.post(`${DESK}/${id}/reject`, { version: shown.version, reason: '名片不清晰' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
    expect((await audited(who.id)).length).toBe(1);
  });

  it('is not for staff to give to themselves', async () => {
    const own = await world.person('staff-investor', ['staff']);
    const { id } = made(await world.submit(own, 'investor'));
    expect(await world.approve(own, id)).toMatchObject({ status: 403, msg: '不能审核自己提交的认证' });
  });

  it('is closed to every other user, for cases there are and for cases there are not', async () => {
    const { who, id } = await investor();
    const body = { version: 1, recordVersion: 1 };
    for (const each of [id, '999999'])
      expect(await who.post(`${DESK}/${each}/approve`, body)).toMatchObject({ status: 403, data: null });
    expect(await who.get(DESK)).toMatchObject({ status: 403 });
    expect(await staff.post(`${DESK}/999999/approve`, body)).toMatchObject({ status: 404 });
  });

  it('that fails at its last step leaves state, role, company and history as they were', async () => {
    const who = await newPerson();
    const { id } = made(await world.submit(who, 'founder', { name: '半途而废', fullName: '半途而废科技有限公司' }));
    // Staff looked at it a moment ago: the next entry is that of the decision.
    await world.dossier(staff, id);
    vi.spyOn(auditLog, 'writeAudit').mockRejectedValueOnce(new Error('the power went out'));
    expect(await world.approve(staff, id)).toMatchObject({ status: 500 });
    expect(await world.rolesOf(who)).toEqual([]);
    expect(await mine(who)).toEqual([]);
    const { case: shown, events, known } = await world.dossier(staff, id);
    expect(shown).toMatchObject({ state: 'PENDING', version: 1 });
    expect(events.map(({ event }) => event)).toEqual(['submitted']);
    expect(known).toBeNull();
    made(await world.approve(staff, id));
    expect(await world.rolesOf(who)).toEqual(['START_UP']);
  });
});

describe('a submission that fails at its last step', () => {
  it('leaves neither record nor submission', async () => {
    const who = await newPerson();
    const { pool } = world.test.services.database;
    await pool.query(`create function refuse_event() returns trigger language plpgsql as
      $$begin raise exception 'the power went out'; end$$`);
    await pool.query('create trigger refused before insert on identity_case_event execute function refuse_event()');
    expect(await world.submit(who, 'investor', { realName: '断电之人' })).toMatchObject({ status: 500 });
    await pool.query('drop trigger refused on identity_case_event');
    const { rows } = await pool.query(`select 1 from "InvestorAuth" where "realName" = '断电之人'`);
    expect(rows).toEqual([]);
    expect(made(await world.submit(who, 'investor', { realName: '断电之人' }))).toMatchObject({ version: 1 });
  });
});

describe('a refusal', () => {
  it('informs the person why, who corrects it and submits it again', async () => {
    const { who, id } = await investor({ realName: '写错的名' });
    expect(await staff.post(`${DESK}/${id}/reject`, { version: 1, reason: '' })).toMatchObject({ status: 422 });
    made(await staff.post(`${DESK}/${id}/reject`, { version: 1, reason: '姓名与名片不一致' }));
    const own = made(await who.get<{ case: object; record: RecordReply }>(`/api/rong/identity/${id}`));
    expect(own).toMatchObject({ case: { state: 'REJECT', reason: '姓名与名片不一致' }, record: { editable: true } });
    const again = made(await world.submit(who, 'investor', { realName: '写对的名' }, { caseId: id }));
    expect(again).toMatchObject({ id, state: 'PENDING', title: '写对的名', reason: null, version: 3 });
    made(await world.approve(staff, id));
    expect(await world.rolesOf(who)).toEqual(['ORG_INVESTOR']);
    expect(await audited(who.id)).toEqual([
      ['identity.rejected', '姓名与名片不一致'],
      ['identity.approved', ''],
    ]);
  });
});

describe('a certification that staff take back', () => {
  it('takes its role along, and no other', async () => {
    const { who, id } = await investor();
    made(await world.approve(staff, id));
    const company = await world.company('留下的企业');
    const claimed = await claim(who, company);
    made(await world.approve(staff, claimed.id));
    expect(await world.rolesOf(who)).toEqual(['ORG_INVESTOR', 'START_UP']);
    made(await staff.post(`${DESK}/${id}/revoke`, { version: 2, reason: '已离职' }));
    expect(await world.rolesOf(who)).toEqual(['START_UP']);
    // The company that he speaks for stays open; those of others need an investor.
    const another = await world.company('别人的企业');
    expect(await who.get(`/api/metadata/data/InsightCompany/${another}`)).toMatchObject({ status: 403 });
    expect(await who.get(`/api/metadata/data/InsightCompany/${company}`)).toMatchObject({ status: 200 });
    expect(await audited(who.id)).toContainEqual(['identity.revoked', '已离职']);
  });
});

describe('a claimed company', () => {
  it('may have several members, each of whom may leave; the founder’s role goes with the last company', async () => {
    const company = await world.company('众人之企');
    const [first, second] = [await newPerson(), await newPerson()];
    for (const who of [first, second]) made(await world.approve(staff, (await claim(who, company)).id));
    expect(await mine(first)).toMatchObject([{ id: company, name: '众人之企', position: '联合创始人' }]);
    expect(await claimAgain(first, company)).toMatchObject({
      code: codeOf('DUPLICATE'),
      msg: '您已是该企业的认证成员',
    });
    const { alike } = await world.dossier(staff, (await claim(await newPerson(), company)).id);
    expect(alike).toHaveLength(2);
    made(await first.post(`/api/rong/company/chuang/${company}/leave`));
    expect(await mine(first)).toEqual([]);
    expect(await world.rolesOf(first)).toEqual([]);
    expect(await mine(second)).toHaveLength(1);
    expect(await first.post(`/api/rong/company/chuang/${company}/leave`)).toMatchObject({ status: 404 });
    expect(made(await claimAgain(first, company)).state).toBe('PENDING');
  });

  const claimAgain = (who: Person, companyId: string) => world.submit(who, 'claim', { companyId: { id: companyId } });

  it('must be one that is there', async () => {
    expect(await claimAgain(await newPerson(), '999999')).toMatchObject({
      status: 422,
      problems: [{ field: 'companyId' }],
    });
  });

  it('is found by name, with whether a user speaks for it', async () => {
    const company = await world.company('查得到的企业');
    const who = await newPerson();
    const state = async (name: string) =>
      made(await who.get<CompanyState>(`/api/rong/company/checkState?name=${encodeURIComponent(name)}`));
    expect(await state('查得到的企业')).toMatchObject({
      exists: true,
      companyId: company,
      claimed: false,
      mine: false,
    });
    expect(await state('查得到')).toMatchObject({ exists: false, companyId: null });
    made(await world.approve(staff, (await claim(who, company)).id));
    expect(await state('查得到的企业')).toMatchObject({ claimed: true, mine: true });
    const suggested = made(
      await who.get<{ list: { id: string }[] }>(`/api/rong/suggest/company?wd=${encodeURIComponent('查得')}`),
    );
    expect(suggested.list.map(({ id }) => id)).toContain(company);
  });
});

describe('a new company', () => {
  it('becomes a record that says where it comes from, with the person as its member', async () => {
    const who = await newPerson();
    const { id } = made(await world.submit(who, 'founder', { name: '破土而出', fullName: '破土而出科技有限公司' }));
    const approved = made(await world.approve(staff, id));
    const companyId = approved.case.companyId ?? '';
    const { record } = made(await staff.get<RecordReply>(`/api/metadata/data/InsightCompany/${companyId}`));
    expect(record).toMatchObject({
      name: '破土而出',
      legalName: '破土而出科技有限公司',
      keywords: ['工业软件'],
      source: '创业者提交，经平台审核',
      verifiedOn: '2026-11-21',
    });
    expect(record['phone']).toBeUndefined();
    expect(await mine(who)).toMatchObject([{ id: companyId, position: '创始人' }]);
    expect(await world.rolesOf(who)).toEqual(['START_UP']);
  });

  it('that is known already can be linked instead of being made twice', async () => {
    const company = await world.company('早已有之');
    const who = await newPerson();
    const { id } = made(await world.submit(who, 'founder', { name: '早已有之', fullName: '早已有之科技有限公司' }));
    expect((await world.dossier(staff, id)).known).toEqual({ id: company, name: '早已有之' });
    const approved = made(await world.approve(staff, id, { linkTo: company }));
    expect(approved.case.companyId).toBe(company);
    expect(await mine(who)).toMatchObject([{ id: company }]);
  });

  it('can be mended by staff before it is approved', async () => {
    const who = await newPerson();
    const { id, recordId } = made(
      await world.submit(who, 'founder', { name: '错别子', fullName: '错别字科技有限公司' }),
    );
    const path = `/api/metadata/data/CompanyCreate/${recordId}`;
    made(await staff.post(path, { version: 1, values: { name: '错别字' } }));
    const approved = made(await world.approve(staff, id));
    expect((await mine(who))[0]?.name).toBe('错别字');
    expect(approved.events.at(-1)?.event).toBe('approved');
  });
});

describe('the queue of staff', () => {
  it('is oldest first, page by page, without losing or repeating one', async () => {
    const all: string[] = [];
    let after: string | null = null;
    let total = 0;
    for (let who = 0; who < 31; who += 1) await investor();
    do {
      const page: DeskPage = made(
        await staff.get<DeskPage>(
          `${DESK}?state=PENDING&kind=investor${after ? `&after=${encodeURIComponent(after)}` : ''}`,
        ),
      );
      all.push(...page.list.map(({ id }) => id));
      ({ after, total } = page);
    } while (after !== null);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(total);
    expect(all.map(Number)).toEqual(all.map(Number).toSorted((left, right) => left - right));
    for (const cursor of ['x', '2026-99-99T00:00:00.000Z_1', "'; drop table identity_case; --"])
      expect(await staff.get(`${DESK}?after=${encodeURIComponent(cursor)}`)).toMatchObject({ status: 400 });
  });
});

describe('the public card of a person', () => {
  const card = async (reader: Person, uid: string) =>
    reader.get<PublicCard>(`/api/rong/business/userInfo/queryByUserId?uid=${uid}`);

  it('names what is certified and where, and nothing that was only handed in', async () => {
    const reader = await newPerson();
    const { who, id } = await investor({ realName: '真名实姓' });
    expect(await card(reader, who.id)).toMatchObject({ status: 404 });
    await makeFindable(world.test, who.id);
    expect(made(await card(reader, who.id))).toMatchObject({ entityName: '', position: '', roles: [] });
    made(await world.approve(staff, id));
    const shown = made(await card(reader, who.id));
    expect(Object.keys(shown).toSorted()).toEqual(
      ['avatar', 'entityName', 'intro', 'name', 'position', 'roles', 'uid'].toSorted(),
    );
    expect(shown).toMatchObject({ entityName: '示例资本', position: '投资总监', roles: ['ORG_INVESTOR'] });
    expect(JSON.stringify(shown)).not.toContain('真名实姓');
    expect(await card(reader, '999999')).toMatchObject({ status: 404 });
  });
});

it('what staff read and decided is one dossier', async () => {
  const { who, id } = await investor();
  const dossier: DeskDossier = await world.dossier(staff, id);
  expect(dossier).toMatchObject({ applicant: { uid: who.id, roles: [], others: [] }, alike: [], known: null });
});
