import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

const REQUEST = {
  title: '寻求债权融资',
  financingType: 'debt',
  amount: { num: '5000000', currency: 'CNY' },
  repaymentWay: 'interest_first',
  repaymentCycle: 'month',
  termMonths: 12,
  useOfProceeds: '用于补充日常经营流动资金',
  contactName: '示例甲',
  contactPhone: '19900000101',
};
const NOT_SPOKEN_FOR = '只能选择您已认证代表的企业，请先完成企业认证';
let world: ContactWorld;
let owner: Contact;
let others: readonly (readonly [string, Person])[];
let keys = 0;

beforeAll(async () => {
  world = await openContactWorld();
  owner = await world.contact();
  others = [
    ['an uncertified member', await world.person()],
    ['a founder of another company', await world.contact()],
    ['a founder of no company', await world.person(['START_UP'])],
    ['an investor', await world.person(['ORG_INVESTOR'])],
    ['an organisation', await world.person(['FA'])],
    ['an SVIP', await world.person([], { vip: true })],
  ];
});
afterAll(() => world.close());

const byRoute = (who: Pick<Person, 'send'>, ccid: string, body: object = { values: REQUEST }) =>
  who.send<RecordReply>('POST', `/api/rong/company/${ccid}/finance/v2`, body);
const byForm = (who: Pick<Person, 'send'>, company: object | undefined, clientKey = `finance-${(keys += 1)}`) =>
  who.send<RecordReply>('POST', '/api/metadata/data/FinancingRequest', {
    clientKey,
    values: { ...REQUEST, ...(company && { company }) },
  });
const all = async () =>
  made(
    await world.staff.send<ListReply>('POST', '/api/metadata/data/getLayoutAndDataList', {
      objectApiName: 'FinancingRequest',
    }),
  ).list;

describe('a financing request', () => {
  it('is filed by a certified founder of the company, by either way', async () => {
    const company = { id: owner.companyId };
    expect(made(await byRoute(owner, owner.companyId)).record).toMatchObject({ company });
    expect(made(await byForm(owner, company)).record).toMatchObject({ company });
  });

  it('that comes again without a key of its own is one', async () => {
    const values = { ...REQUEST, title: '同一需求两次提交' };
    const ids = await Promise.all([1, 2, 3].map(() => byRoute(owner, owner.companyId, { values })));
    expect(new Set(ids.map((reply) => made(reply).record.id)).size).toBe(1);
  });

  it('is refused to all who do not speak for the company, route by route', async () => {
    const before = (await all()).length;
    for (const [name, person] of others) {
      expect([name, (await byRoute(person, owner.companyId)).code]).toEqual([name, codeOf('UNKNOWN_RECORD')]);
      const form = await byForm(person, { id: owner.companyId });
      expect([name, form.problems]).toEqual([name, [{ field: 'company', message: NOT_SPOKEN_FOR }]]);
      expect([name, (await byForm(person, undefined)).problems.map(({ field }) => field)]).toEqual([name, ['company']]);
    }
    expect((await all()).length).toBe(before);
  });

  it('is not moved to another company, and not changed after its founder left', async () => {
    const stranger = await world.contact();
    const { record } = made(await byForm(stranger, { id: stranger.companyId }));
    const path = `/api/metadata/data/FinancingRequest/${record.id}`;
    const change = (values: object) => stranger.send<RecordReply>('POST', path, { version: record['version'], values });
    expect((await change({ company: { id: owner.companyId } })).problems).toEqual([
      { field: 'company', message: NOT_SPOKEN_FOR },
    ]);
    made(await stranger.send('POST', `/api/rong/company/chuang/${stranger.companyId}/release`));
    expect((await change({ title: '离开之后的修改' })).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('offers its founder the companies that he speaks for and no others', async () => {
    const ask = (who: Pick<Person, 'send'>) =>
      who.send<{ id: string }[]>('GET', '/api/metadata/queryDataByName?objectApiName=InsightCompany&spokenFor=true');
    expect(made(await ask(owner)).map(({ id }) => id)).toEqual([owner.companyId]);
    expect(made(await ask(others[0]?.[1] ?? owner))).toEqual([]);
  });

  it('may be written by staff on behalf of any company', async () => {
    expect((await byForm(world.staff, { id: owner.companyId })).code).toBe(0);
  });
});
