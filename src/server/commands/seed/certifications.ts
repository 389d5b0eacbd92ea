import { randomBytes } from 'node:crypto';
import { IDENTITY_OBJECTS, type IdentityKind } from '#schemas/api/identity.ts';
import { roleGranted } from '#shared/policy/identity.ts';
import type { Database } from '#server/db/database.ts';
import { addMember } from '#server/features/identity/company-queries.ts';
import { casesOf, insertCase, insertEvents, updateCase } from '#server/features/identity/queries.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { accountIdOf, insertAccounts } from './queries.ts';
import type { SampleAccount } from '#sample/sample-accounts.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const picture = (name: string) => ({ url: 'https://example.com/sample-card.png', name });

const person = (username: string, name: string, number: number): SampleAccount => ({
  username,
  name,
  phone: `+86199000000${number}`,
  roles: [],
  isSvip: false,
  duties: [],
});

/** Users whose submissions wait in the review queue; their random passwords are not kept. */
const WAITING = [
  person('sample-investor', '示例待审投资人', 11),
  person('sample-agency', '示例待审机构', 12),
  person('sample-founder', '示例待审创业者', 13),
  person('sample-claimer', '示例认领人', 14),
];

const investor = {
  realName: '示例投资人',
  identity: 'ORG_INVESTOR',
  orgName: '示例远山资本',
  position: '投资总监',
  card: picture('示例名片.png'),
  phone: '19900000002',
  focusIndustry: ['人工智能'],
  focusPhase: ['天使轮', 'A轮'],
  focusArea: ['440000', '310000'],
};
const organisation = {
  orgName: '示例桥梁财务顾问',
  kind: 'FA',
  services: ['股权融资顾问', '并购顾问'],
  licence: picture('示例营业执照.png'),
  realName: '示例顾问',
  position: '合伙人',
  card: picture('示例名片.png'),
  workEmail: 'partner@advisor.example.com',
  phone: '19900000003',
};
const claim = {
  realName: '示例创业者',
  position: '创始人兼首席执行官',
  userBusinessCard: picture('示例名片.png'),
  phone: '19900000001',
};
const company = {
  hasCompany: true,
  name: '示例新芽',
  fullName: '示例新芽智能科技有限公司',
  logo: picture('示例标识.png'),
  brief: '面向中小工厂的排产软件',
  tags: ['工业软件', '排产'],
  industry: '人工智能',
  region: '440300',
  position: '创始人',
  cardUrl: picture('示例名片.png'),
  phone: '19900000013',
};

interface Sample {
  readonly username: string;
  readonly kind: IdentityKind;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isApproved: boolean;
}

const samples = (companyId: string, otherId: string): readonly Sample[] => [
  { username: 'investor', kind: 'investor', values: investor, isApproved: true },
  { username: 'organisation', kind: 'serviceOrg', values: organisation, isApproved: true },
  { username: 'founder', kind: 'claim', values: { ...claim, companyId: { id: companyId } }, isApproved: true },
  {
    username: 'sample-investor',
    kind: 'investor',
    values: { ...investor, realName: '示例周远', orgName: '示例海岸创投', position: '投资经理', phone: '19900000011' },
    isApproved: false,
  },
  {
    username: 'sample-agency',
    kind: 'serviceOrg',
    values: {
      ...organisation,
      orgName: '示例春田孵化器',
      kind: 'PARK_INCUBATOR',
      services: ['空间与孵化', '政策申报'],
      realName: '示例林禾',
      workEmail: 'hello@incubator.example.com',
      phone: '19900000012',
    },
    isApproved: false,
  },
  { username: 'sample-founder', kind: 'founder', values: company, isApproved: false },
  {
    username: 'sample-claimer',
    kind: 'claim',
    values: {
      ...claim,
      companyId: { id: otherId },
      realName: '示例陈舟',
      position: '联合创始人',
      phone: '19900000014',
    },
    isApproved: false,
  },
];

/** The name field of each form. */
const TITLES: Readonly<Record<IdentityKind, string>> = {
  investor: 'realName',
  serviceOrg: 'orgName',
  founder: 'name',
  claim: 'realName',
};

/** Before the first of them handed anything in. */
const JOINED_MS = 30 * DAY_MS;

/**
 * Certifications of the sample accounts, and some that wait for staff. `companies` are two that are spoken for. Taken up
 * again by the next start when it was cut short: what is there already is left alone.
 */
export async function storeCertifications(
  database: Database,
  writer: RecordWriter,
  companies: readonly [string, string],
  now: Date,
): Promise<void> {
  const joined = new Date(now.getTime() - JOINED_MS);
  await insertAccounts(database, WAITING, await hashPassword(randomBytes(32).toString('base64')), joined);
  const staffId = (await accountIdOf(database.db, 'staff')) ?? null;
  const all = samples(...companies);
  for (const [index, sample] of all.entries()) {
    const accountId = await accountIdOf(database.db, sample.username);
    if (accountId === undefined) continue;
    // The longest wait comes first.
    const at = new Date(now.getTime() - (all.length - index) * DAY_MS);
    await storeOne(database, writer, { ...sample, accountId, staffId, at });
  }
}

async function storeOne(
  { db }: Database,
  writer: RecordWriter,
  {
    kind,
    values,
    isApproved,
    accountId,
    staffId,
    at,
  }: Sample & { accountId: string; staffId: string | null; at: Date },
): Promise<void> {
  const apiName = IDENTITY_OBJECTS[kind];
  const clientKey = `sample-certification-${kind}`;
  await db.transaction().execute(async (trx) => {
    const context = { actor: accountId, roles: [], origin: 'sample', now: at };
    if ((await casesOf(trx, accountId)).some((each) => each.client_key === clientKey)) return;
    const record = await writer.create(apiName, clientKey, values, context, trx);
    const companyId = (values['companyId'] as { id: string } | undefined)?.id ?? null;
    const row = await insertCase(trx, {
      account_id: accountId,
      kind,
      object_api_name: apiName,
      record_id: record.id,
      title: String(values[TITLES[kind]]),
      state: 'PENDING',
      role: roleGranted(kind, values['identity'] ?? values['kind']) ?? null,
      company_id: companyId,
      client_key: clientKey,
      submitted_at: at,
    });
    const event = { caseId: row.id, reason: null } as const;
    await insertEvents(trx, [{ ...event, actorId: accountId, event: 'submitted', state: 'PENDING' }], at);
    if (!isApproved) return;
    await updateCase(trx, row.id, 'APPROVED', { decided_by: staffId, decided_at: at.toISOString() });
    await insertEvents(trx, [{ ...event, actorId: staffId, event: 'approved', state: 'APPROVED' }], at);
    if (companyId !== null)
      await addMember(trx, { companyId, accountId, position: String(values['position']), caseId: row.id }, at);
  });
}
