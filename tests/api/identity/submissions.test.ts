import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityCase } from '#schemas/api/identity.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { copyOfSubmissions, forgetSubmissions } from '#server/features/identity/closing.ts';
import { made } from '#tests/support/editing.ts';
import {
  FILLED,
  type IdentityWorld,
  nextKey,
  openIdentityWorld,
  type Person,
  withOwnPictures,
} from '#tests/support/account/identity-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: IdentityWorld;
let staff: Person;

beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('desk', ['staff']);
});
afterAll(() => world.close());

const cases = async (who: Person) => made(await who.get<{ list: IdentityCase[] }>('/api/rong/user/audit/detail')).list;
const countOf = async (table: string): Promise<number> => {
  const { rows } = await world.test.services.database.pool.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
};

describe('what a person hands in', () => {
  it('is judged by the rules of its form, and nothing is kept of what they refuse', async () => {
    const who = await world.person('incomplete');
    const before = await countOf('"InvestorAuth"');
    const refused = await world.submit(who, 'investor', { card: null, focusPhase: ['退市'] });
    expect(refused).toMatchObject({ status: 422, code: codeOf('INVALID_BODY') });
    expect(refused.problems).toEqual(
      expect.arrayContaining([
        { field: 'card', message: '必填', rule: 'card-required' },
        expect.objectContaining({ field: 'focusPhase', message: '关注轮次只能选择可以投资的轮次' }),
      ]),
    );
    expect(await cases(who)).toEqual([]);
    expect(await countOf('"InvestorAuth"')).toBe(before);
  });

  it.each([
    ['founder', 'name', '系统通知'],
    ['founder', 'name', '鲸图官方'],
    ['founder', 'fullName', '示例\u200b科技有限公司'],
    ['investor', 'realName', '王\u202e小明'],
  ] as const)(
    'is refused as %s with the %s %j, which hides something or passes for the platform',
    async (kind, field, name) => {
      const who = await world.person(`named-${kind}-${name}`);
      expect(await world.submit(who, kind, { [field]: name })).toMatchObject({ status: 422, problems: [{ field }] });
      expect(await cases(who)).toEqual([]);
    },
  );

  it('is in the queue of staff at once, with its record', async () => {
    const who = await world.person('first');
    const handedIn = made(await world.submit(who, 'investor'));
    expect(handedIn).toMatchObject({ kind: 'investor', state: 'PENDING', title: '示例甲', version: 1, reason: null });
    const { case: shown, record } = made(
      await who.get<{ case: IdentityCase; record: RecordReply }>(`/api/rong/identity/${handedIn.id}`),
    );
    expect(shown).toEqual(handedIn);
    expect(record).toMatchObject({ editable: false, record: { realName: '示例甲', phone: '19900000101' } });
    expect(made(await who.get('/api/user/identity'))).toEqual({
      roles: [],
      enterpriser: 0,
      investor: { auditStatus: 'PENDING', reason: null },
      serviceOrg: { auditStatus: null, reason: null },
      companies: [],
    });
  });

  it('twice by one press is one', async () => {
    const who = await world.person('double');
    const values = await withOwnPictures(world.test.services.database.db, FILLED.investor, who.id);
    const body = { clientKey: nextKey(), values };
    const both = await Promise.all([1, 2, 3].map(() => who.post<IdentityCase>('/api/n/investor/auth', body)));
    expect(new Set(both.map((answer) => made(answer).id)).size).toBe(1);
    expect(await cases(who)).toHaveLength(1);
  });

  it.each(['investor', 'serviceOrg', 'founder'] as const)(
    '50 times at once as %s is one, and the others are informed that it waits',
    async (kind) => {
      const who = await world.person(`many-${kind}`);
      const answers = await Promise.all(Array.from({ length: 50 }, () => world.submit(who, kind)));
      const codes = answers.map(({ code }) => code);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(codes.filter((code) => code === codeOf('DUPLICATE'))).toHaveLength(49);
      expect(await cases(who)).toHaveLength(1);
    },
  );

  it('cannot be written past its submission, and not changed while it waits or once it is approved', async () => {
    const who = await world.person('sideways');
    const generic = { clientKey: nextKey(), values: FILLED.investor };
    expect(await who.post('/api/metadata/data/InvestorAuth', generic)).toMatchObject({ status: 403 });
    const { id, recordId } = made(await world.submit(who, 'investor'));
    const path = `/api/metadata/data/InvestorAuth/${recordId}`;
    const change = { version: 1, values: { identity: 'LP' } };
    expect(await who.post(path, change)).toMatchObject({ status: 403 });
    made(await world.approve(staff, id));
    expect(await who.post(path, change)).toMatchObject({ status: 403 });
    expect(await world.submit(who, 'investor', { identity: 'LP' })).toMatchObject({ code: codeOf('DUPLICATE') });
    expect(await world.rolesOf(who)).toEqual(['ORG_INVESTOR']);
  });

  it('keeps numbers and addresses unreadable in the tables', async () => {
    const who = await world.person('sealed');
    made(await world.submit(who, 'serviceOrg', { workEmail: 'sealed-one@example.com', phone: '19900000177' }));
    const { rows } = await world.test.services.database.pool.query<{ line: string }>(
      `select t::text as line from "ServiceOrgAuth" t union all select t::text from identity_case t
       union all select t::text from record_history t union all select t::text from identity_mail t`,
    );
    const kept = rows.map(({ line }) => line).join('\n');
    for (const secret of ['sealed-one@example.com', '19900000177']) expect(kept).not.toContain(secret);
  });
});

describe('a submission of another person', () => {
  it('is answered as one that never was, whatever is asked of it', async () => {
    const owner = await world.person('owner');
    const other = await world.person('other');
    const { id } = made(await world.submit(owner, 'investor'));
    const asks = (each: string) => [
      other.get(`/api/rong/identity/${each}`),
      other.post(`/api/rong/identity/${each}/withdraw`),
      other.post('/api/n/investor/auth', { clientKey: nextKey(), values: FILLED.investor, caseId: each }),
    ];
    const [theirs, none] = [await Promise.all(asks(id)), await Promise.all(asks('999999'))];
    expect(theirs).toEqual(none);
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await cases(owner))[0]?.state).toBe('PENDING');
  });
});

describe('a half-filled form', () => {
  const path = '/api/rong/companyUser/saveCache';
  const read = '/api/rong/companyUser/getcompanyMessage?objectApiName=InvestorAuth';

  it('is kept for its person alone, sealed, until it is handed in', async () => {
    const who = await world.person('drafts');
    const values = { realName: '示例丁', phone: '19900000188' };
    made(await who.post(path, { objectApiName: 'InvestorAuth', values }));
    expect(made(await who.get(read))).toMatchObject({ values, savedAt: world.clock.at.toISOString() });
    expect(made(await (await world.person('no-drafts')).get(read))).toMatchObject({ values: null, savedAt: null });
    const { rows } = await world.test.services.database.pool.query<{ line: string }>(
      'select t::text as line from identity_draft t',
    );
    expect(rows.map(({ line }) => line).join()).not.toContain('19900000188');
    made(await world.submit(who, 'investor'));
    expect(made(await who.get(read))).toMatchObject({ values: null, savedAt: null });
  });

  it('is forgotten when asked, and not kept when it is too long or of another form', async () => {
    const who = await world.person('long-drafts');
    const values = { introduction: '长'.repeat(70_000) };
    expect(await who.post(path, { objectApiName: 'InvestorAuth', values })).toMatchObject({
      code: codeOf('TOO_LARGE'),
    });
    expect(await who.post(path, { objectApiName: 'InsightCompany', values: {} })).toMatchObject({ status: 422 });
    made(await who.post(path, { objectApiName: 'InvestorAuth', values: { realName: '\0'.repeat(3) } }));
    made(await who.post(path, { objectApiName: 'InvestorAuth', values: null }));
    expect(made(await who.get<{ values: unknown }>(read)).values).toBeNull();
  });
});

describe('what a closed account had handed in', () => {
  it('waits no longer, and bears neither name nor address', async () => {
    const who = await world.person('closing');
    made(await world.submit(who, 'serviceOrg', { orgName: '将注销的机构', workEmail: 'closing@example.com' }));
    const { db, pool } = world.test.services.database;
    expect(await copyOfSubmissions(db, who.id)).toMatchObject([{ title: '将注销的机构', state: 'EMAIL_PENDING' }]);
    await db.transaction().execute((trx) => forgetSubmissions(async () => {})(trx, who.id, world.clock.at));
    expect(await cases(who)).toMatchObject([{ title: '已注销用户', state: 'WITHDRAWN' }]);
    const { rows } = await pool.query(
      'select 1 from identity_case where account_id = $1 and (email_sealed is not null or email_index is not null)',
      [who.id],
    );
    expect(rows).toEqual([]);
    expect(await who.get(`/api/rong/verifyEmail?token=${world.token()}`)).toMatchObject({ status: 422 });
  });
});
