import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryEntry, RecordReply } from '#schemas/api/records.ts';
import type { Suggestion } from '#schemas/api/search.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

const LEGAL_NAME = '示例暗名有限责任公司';
let world: ContactWorld;
let owner: Contact;
let stranger: Person;

beforeAll(async () => {
  world = await openContactWorld();
  owner = await world.contact();
  stranger = await world.person();
  const change = { version: 1, values: { legalName: LEGAL_NAME, introduction: '仅详情可见的介绍' } };
  made(await world.staff.send('POST', `/api/metadata/data/InsightCompany/${owner.companyId}`, change));
  await world.test.services.search.jobs.fill();
});
afterAll(() => world.close());

const detail = (who: Pick<Person, 'send'>, id: string) =>
  who.send<RecordReply>('GET', `/api/metadata/data/InsightCompany/${id}`);
const suggested = async (who: Pick<Person, 'send'>) =>
  made(await who.send<Suggestion[]>('GET', `/api/metadata/insight/search/word?wd=${encodeURIComponent('示例暗名')}`));

it('A locked record is found by its other names without a word of them', async () => {
  const [found] = await suggested(stranger);
  expect(found).toMatchObject({ id: owner.companyId });
  expect(found).not.toHaveProperty('matched');
  const path = `/api/rong/suggest/company?wd=${encodeURIComponent('示例暗名')}`;
  const { list } = made(await stranger.send<{ list: { id: string; hint: string }[] }>('GET', path));
  expect(list).toEqual([expect.objectContaining({ id: owner.companyId, hint: '' })]);
  expect((await suggested(world.staff))[0]).toMatchObject({ matched: LEGAL_NAME });
});

it('A certified founder reads his own company whole, without VIP, and no other', async () => {
  const { record, locked, editable, writable } = made(await detail(owner, owner.companyId));
  expect(record).toMatchObject({ legalName: LEGAL_NAME, introduction: '仅详情可见的介绍' });
  expect(locked).toEqual([]);
  // Since members edit what is theirs to say: what the platform keeps stays out of it.
  expect([editable, writable?.includes('source')]).toEqual([true, false]);
  const history = await owner.send<HistoryEntry[]>(
    'GET',
    `/api/metadata/data/InsightCompany/${owner.companyId}/history`,
  );
  expect(made(history).length).toBeGreaterThan(0);
  const other = await world.contact();
  expect((await detail(owner, other.companyId)).code).toBe(codeOf('VIP_REQUIRED'));
  expect((await detail(stranger, owner.companyId)).code).toBe(codeOf('VIP_REQUIRED'));
});

it('The card of a person is for those whom something leads to, and never of staff', async () => {
  const card = (who: Pick<Person, 'send'>, uid: string) =>
    who.send('GET', `/api/rong/business/userInfo/queryByUserId?uid=${uid}`);
  const none = await card(stranger, '999999');
  expect(none.status).toBe(404);
  const { rows } = await world.test.services.database.pool.query<{ id: string; staff: boolean }>(
    `select id, 'staff' = any(roles) as staff from account`,
  );
  const known = [];
  for (const { id } of rows) if ((await card(stranger, id)).code === 0) known.push(id);
  const members = await world.test.services.database.db.selectFrom('company_member').select('account_id').execute();
  expect(known.toSorted()).toEqual([stranger.uid, ...members.map((row) => row.account_id)].toSorted());
  for (const { id } of rows.filter(({ staff }) => staff)) expect(await card(stranger, id)).toEqual(none);
});
