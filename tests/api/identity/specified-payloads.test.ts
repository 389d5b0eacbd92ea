import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Focus } from '#schemas/api/profile.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import {
  FILLED,
  type IdentityWorld,
  openIdentityWorld,
  type Person,
  withOwnPictures,
} from '#tests/support/account/identity-world.ts';

const AUTH = '/api/n/investor/auth';
let world: IdentityWorld;
let staff: Person;
beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('payload-staff', ['staff']);
});
afterAll(() => world.close());

const LISTS = { focusIndustry: '人工智能，人工智能, 先进制造', focusPhase: 'A轮,B轮', focusArea: '广东省,北京市' };
/** The payload as the specification writes it: its keys beside each other, lists with commas, pictures by address. */
async function payload(who: Person, more: object = {}): Promise<Record<string, unknown>> {
  const { database } = world.test.services;
  const values = await withOwnPictures(database.db, FILLED.investor, who.id);
  const card = (values['card'] as { url: string }).url;
  return { ...values, ...LISTS, card, submitSource: 'web', ...more };
}
interface Filed {
  readonly id: string;
  readonly state: string;
}
const casesOf = async (who: Person) => made(await who.get<{ list: Filed[] }>('/api/rong/user/audit/detail')).list;
const focusOf = async (who: Person) => made(await who.get<Focus>('/api/rong/phaseAndIndustrySetting'));

describe('an investor certification as the specification sends it', () => {
  it('is filed from flat keys and comma lists of labels or values, each option once', async () => {
    const who = await world.person('flat-investor');
    const filed = made(await who.post<Filed>(AUTH, await payload(who, { action: 'SUBMIT' })));
    expect(filed.state).toBe('PENDING');
    const { record } = await world.dossier(staff, filed.id);
    expect(record.record).toMatchObject({
      focusIndustry: ['人工智能', '先进制造'],
      focusPhase: ['A轮', 'B轮'],
      focusArea: ['440000', '110000'],
    });
  });

  it('names the field whose list holds what is no option', async () => {
    const who = await world.person('odd-investor');
    const refused = await who.post(AUTH, await payload(who, { focusPhase: 'A轮,没有的轮次' }));
    expect(refused).toMatchObject({ status: 422, problems: [{ field: 'focusPhase' }] });
    expect(await casesOf(who)).toEqual([]);
  });

  it('is one submission when it is sent twice, and is handed in again after a refusal', async () => {
    const who = await world.person('twice-investor');
    const sent = await payload(who);
    const first = made(await who.post<Filed>(AUTH, sent));
    expect(made(await who.post<Filed>(AUTH, sent)).id).toBe(first.id);
    made(await staff.post(`/api/rong/staff/identity/${first.id}/reject`, { version: 1, reason: '请补充资料' }));
    expect(made(await who.post<Filed>(AUTH, sent))).toMatchObject({ id: first.id, state: 'PENDING' });
    expect(await casesOf(who)).toHaveLength(1);
  });

  it('with the action SAVE is kept as a draft, and nothing is submitted', async () => {
    const who = await world.person('saving-investor');
    const kept = made(await who.post<Filed>(AUTH, await payload(who, { action: 'SAVE' })));
    expect(kept.state).toBe('DRAFT');
    expect(await casesOf(who)).toEqual([]);
    const draft = made(
      await who.get<{ values: object }>('/api/rong/companyUser/getcompanyMessage?objectApiName=InvestorAuth'),
    );
    expect(draft.values).toMatchObject({ realName: '示例甲', focusPhase: ['A轮', 'B轮'] });
    expect(draft.values).not.toHaveProperty('action');
  });
});

describe('the focus of an approved investor', () => {
  it('is what the investor follows from then on, and can be changed without a new certification', async () => {
    const who = await world.person('followed-investor');
    const filed = made(await who.post<Filed>(AUTH, await payload(who)));
    expect((await focusOf(who)).id).toBeNull();
    made(await world.approve(staff, filed.id));
    expect(await focusOf(who)).toMatchObject({ focusIndustry: ['人工智能', '先进制造'], focusPhase: ['A轮', 'B轮'] });
    made(await who.post('/api/rong/phaseAndIndustrySetting', { focusPhase: '天使轮' }));
    expect(await focusOf(who)).toMatchObject({ focusIndustry: ['人工智能', '先进制造'], focusPhase: ['天使轮'] });
    expect(await casesOf(who)).toMatchObject([{ state: 'APPROVED' }]);
  });

  it('takes over where the investor invests, in which currency, and from which amount to which', async () => {
    const who = await world.person('amounts-investor');
    const amounts = { minCheck: { num: '500000', currency: 'CNY' }, maxCheck: { num: '2000000', currency: 'USD' } };
    const filed = made(await who.post<Filed>(AUTH, await payload(who, { ...amounts, currencyPreference: '双币' })));
    made(await world.approve(staff, filed.id));
    const { id, focusArea } = await focusOf(who);
    expect(focusArea).toEqual(['440000', '110000']);
    const path = `/api/metadata/data/UserFocus/${id}`;
    const read = async () => made(await who.get<RecordReply>(path)).record;
    expect(await read()).toMatchObject({
      currencyPreference: '双币',
      minCheck: { num: '500000', currency: 'CNY' },
      maxCheck: { num: '2000000', currency: 'USD' },
    });
    const changed = { focusArea: ['310000'], maxCheck: { num: '900000', currency: 'CNY' }, currencyPreference: null };
    made(await who.post(path, { version: (await read()).version, values: changed }));
    expect(await read()).toMatchObject({ focusArea: ['310000'], maxCheck: { num: '900000' } });
    const less = { maxCheck: { num: '1', currency: 'CNY' } };
    expect(await who.post(path, { version: (await read()).version, values: less })).toMatchObject({
      status: 422,
      problems: [{ field: 'maxCheck', message: '单笔最高金额不能低于最低金额' }],
    });
    expect(await casesOf(who)).toMatchObject([{ state: 'APPROVED' }]);
  });

  it('never replaces what the person chose before', async () => {
    const who = await world.person('choosing-investor');
    made(await who.post('/api/rong/phaseAndIndustrySetting', { focusIndustry: '先进制造' }));
    const filed = made(await who.post<Filed>(AUTH, await payload(who)));
    made(await world.approve(staff, filed.id));
    expect(await focusOf(who)).toMatchObject({ focusIndustry: ['先进制造'], focusPhase: [] });
  });
});
