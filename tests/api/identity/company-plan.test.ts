import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Notice } from '#schemas/api/notices.ts';
import type { Plan } from '#schemas/api/plans.ts';
import type { OwnCompany } from '#schemas/api/identity.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { made } from '#tests/support/editing.ts';
import { storedPlan } from '#tests/support/files/stored-file.ts';

let world: IdentityWorld;
let staff: Person;
let people = 0;
beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('plan-staff', ['staff']);
});
afterAll(() => world.close());

const db = () => world.test.services.database.db;
const founder = () => world.person(`plan-founder-${(people += 1)}`);
const names = () => ({ name: `带计划书企业${people}`, fullName: `带计划书企业${people}科技有限公司` });
const planOf = async (who: Person, ccid: string) => made(await who.get<Plan>(`/api/rong/plan?ccid=${ccid}`));
/** The file that the record of a company has as its plan, as staff see it. */
const fileOf = async (company: string) =>
  made(await staff.get<{ record: { bp?: FileValue } }>(`/api/metadata/data/InsightCompany/${company}`)).record.bp?.url;
const own = async (who: Person) =>
  made(await who.get<{ list: OwnCompany[] }>('/api/rong/company/chuang/list/v2')).list[0]?.id ?? '';

it('A plan that is handed in with a company becomes that of the company, and no investor reads it by the record', async () => {
  const who = await founder();
  const bp = await storedPlan(db(), who.id);
  const { id } = made(await world.submit(who, 'founder', { ...names(), bp }));
  made(await world.approve(staff, id));
  const company = await own(who);
  expect(await planOf(who, company)).toMatchObject({ hasBp: true, address: `/files/plan/${company}` });
  expect(await fileOf(company)).toBe(bp.url);
  const investor = await world.person(`plan-investor-${people}`, ['ORG_INVESTOR']);
  const { data } = await investor.get<{ record: object; locked: string[] }>(`/api/rong/company/${company}`);
  expect(data.locked).toContain('bp');
  expect(data.record).not.toHaveProperty('bp');
});

it('A plan of another user is refused with the form', async () => {
  const [who, other] = [await founder(), await founder()];
  const bp = await storedPlan(db(), other.id);
  const refused = await world.submit(who, 'founder', { ...names(), bp });
  expect(refused).toMatchObject({ code: codeOf('INVALID_BODY'), problems: [{ field: 'bp' }] });
});

it('A known company that staff choose keeps its own plan, and gets the one handed in where it has none', async () => {
  const first = await founder();
  const company = await world.company('已收录而无计划书的企业');
  const handedIn = await storedPlan(db(), first.id);
  const { id } = made(await world.submit(first, 'founder', { ...names(), bp: handedIn }));
  made(await world.approve(staff, id, { linkTo: company }));
  expect(await fileOf(company)).toBe(handedIn.url);
  const second = await founder();
  const later = await storedPlan(db(), second.id);
  const again = made(await world.submit(second, 'founder', { ...names(), bp: later }));
  made(await world.approve(staff, again.id, { linkTo: company }));
  expect(await fileOf(company)).toBe(handedIn.url);
});

it('The plan and the logo stay with the company when the account of its founder is closed', async () => {
  const who = await founder();
  const bp = await storedPlan(db(), who.id);
  const { id } = made(await world.submit(who, 'founder', { ...names(), bp }));
  made(await world.approve(staff, id));
  const password_hash = await hashPassword(TEST_PASSWORD);
  await db().updateTable('account').set({ password_hash }).where('id', '=', who.id).execute();
  made(await who.post('/api/rong/user/close', { password: TEST_PASSWORD }));
  const file = await db()
    .selectFrom('file')
    .select('used_at')
    .where('id', '=', bp.url.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow();
  expect(file.used_at).not.toBeNull();
});

it('The notice of an approved company leads on to the request for financing', async () => {
  const who = await founder();
  const { id } = made(await world.submit(who, 'founder', names()));
  made(await world.approve(staff, id));
  const [notice] = made(await who.get<{ list: Notice[] }>('/api/rong/systemMsgList?type=3')).list;
  expect(notice).toMatchObject({ title: '认证已通过', link: '/form/FinancingRequest' });
  expect(notice?.content).toContain('下一步：发布融资');
});
