import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { FinancingWorld, REQUEST } from '#tests/support/financing/financing-world.ts';
import { signInBy } from '#tests/support/account/people.ts';

interface Kept {
  readonly savedAt: string;
  readonly company: string;
  readonly values: Record<string, unknown> | null;
  readonly companyName: string;
}

const CACHE = '/api/rong/companyUser/saveCache';
const MESSAGE = '/api/rong/companyUser/getcompanyMessage?objectApiName=FinancingRequest';
const objectApiName = 'FinancingRequest';
let world: FinancingWorld;
let founder: Contact;
beforeAll(async () => {
  world = await FinancingWorld.open();
});
beforeEach(async () => {
  founder = await world.contacts.contact();
});
afterAll(() => world.close());

type Sender = Pick<Contact, 'send'>;
const keep = (who: Sender, values: object | null, more: object = {}) =>
  who.send<Kept>('POST', CACHE, { objectApiName, values, ...more });
const read = (who: Sender, company?: string) =>
  who.send<Kept>('GET', `${MESSAGE}${company === undefined ? '' : `&company=${company}`}`);
const company = (who: Contact) => ({ company: { id: who.companyId } });
const drafts = async (who: Sender) => (await world.lines(who)).filter(({ state }) => state === 'draft');

describe('A half-filled financing request', () => {
  it('is gone on with on another device, for the company that it is about', async () => {
    const typed = { ...company(founder), title: '写到一半的需求', contactPhone: '19900000101' };
    made(await keep(founder, typed));
    const { db } = world.contacts.test.services.database;
    const { username } = await db
      .selectFrom('account')
      .select('username')
      .where('id', '=', founder.uid)
      .executeTakeFirstOrThrow();
    const phone = await signInBy(world.contacts.test, username);
    const draft = made(await read(phone));
    expect(draft).toMatchObject({ company: founder.companyId, values: { title: '写到一半的需求' } });
    expect(draft.values?.['contactPhone']).toBe('19900000101');
  });

  it('is in the list as a draft, for its writer alone, and sealed in the table', async () => {
    const colleague = await world.contacts.person();
    await world.join(colleague, founder);
    made(await keep(founder, { ...company(founder), title: '只有自己可见', contactName: '不应明文出现' }));
    expect(await drafts(founder)).toMatchObject([{ title: '只有自己可见', companyId: founder.companyId }]);
    expect(await drafts(colleague)).toEqual([]);
    expect(made(await read(colleague)).values).toBeNull();
    const { pool } = world.contacts.test.services.database;
    const { rows } = await pool.query('select t::text as line from identity_draft t');
    expect(JSON.stringify(rows)).not.toContain('不应明文出现');
  });

  it('without a title is called one that has none, and without a company is kept as well', async () => {
    made(await keep(founder, { useOfProceeds: '用于' }));
    expect(await drafts(founder)).toMatchObject([{ title: '未命名的草稿', companyId: '0' }]);
    expect(made(await read(founder, '0')).values).toEqual({ useOfProceeds: '用于' });
  });

  it('moves along when the company is chosen', async () => {
    const { savedAt } = made(await keep(founder, { title: '先写标题' }, { company: '0', seen: null }));
    made(await keep(founder, { title: '先写标题', ...company(founder) }, { company: '0', seen: savedAt }));
    expect(await drafts(founder)).toMatchObject([{ companyId: founder.companyId }]);
  });

  it('is there no longer once it is handed in, while that of another company stays', async () => {
    const second = await world.contacts.contact();
    await world.join(founder, second);
    for (const of of [founder, second]) made(await keep(founder, { ...company(of), title: '两家企业' }));
    await world.filed(founder);
    expect(await drafts(founder)).toMatchObject([{ companyId: second.companyId }]);
  });

  it('is deleted when its writer says so', async () => {
    made(await keep(founder, { ...company(founder), title: '不要了' }));
    made(await keep(founder, null, { company: founder.companyId }));
    expect(await drafts(founder)).toEqual([]);
  });

  it('that was kept on two devices is not written over unseen, unless its writer says so', async () => {
    const own = { company: founder.companyId };
    const first = made(await keep(founder, { ...company(founder), title: '电脑' }, { ...own, seen: null }));
    world.contacts.setTime('2026-11-21T05:00:00Z');
    made(await keep(founder, { ...company(founder), title: '手机' }, { ...own, seen: first.savedAt }));
    const late = await keep(founder, { ...company(founder), title: '旧' }, { ...own, seen: first.savedAt });
    expect(late).toMatchObject({ code: codeOf('CONFLICT'), msg: '这份草稿已在其他设备或窗口中更新' });
    expect(await drafts(founder)).toMatchObject([{ title: '手机' }]);
    made(await keep(founder, { ...company(founder), title: '旧' }, own));
    expect(await drafts(founder)).toMatchObject([{ title: '旧' }]);
  });

  it('does not take the place of the draft that another company has', async () => {
    const second = await world.contacts.contact();
    await world.join(founder, second);
    made(await keep(founder, { ...company(second), title: '已有的' }));
    const moved = await keep(founder, { ...company(second), title: '新写的' }, { company: '0', seen: null });
    expect(moved).toMatchObject({ code: codeOf('CONFLICT'), msg: '您已有一份该企业的草稿' });
  });

  it('is neither kept nor read for a company that one does not speak for, or speaks for no longer', async () => {
    const stranger = await world.contacts.contact();
    expect((await keep(stranger, { ...company(founder), title: '他人' })).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await read(stranger, founder.companyId)).code).toBe(codeOf('UNKNOWN_RECORD'));
    await world.join(stranger, founder);
    made(await keep(stranger, { ...company(founder), title: '离开之前' }));
    await world.leave(stranger, founder);
    expect((await read(stranger, founder.companyId)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(await drafts(stranger)).toEqual([]);
  });
});

describe('A request that has ended', () => {
  it('is raised again from its values, without days that are past, for the user to complete', async () => {
    const line = await world.raising(founder);
    made(await world.step(founder, line, 'close'));
    world.contacts.setTime('2027-07-02T04:00:00Z');
    made(await world.again(founder, line));
    const { values } = made(await read(founder, founder.companyId));
    expect(values).toMatchObject({
      title: REQUEST.title,
      round: 'A轮',
      amount: REQUEST.amount,
      contactPhone: expect.any(String),
    });
    expect(values).not.toHaveProperty('deadlineOn');
    expect(await drafts(founder)).toHaveLength(1);
    expect(await world.again(founder, line)).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '您已有这家企业的融资草稿：请在列表中“继续填写”，或删除后再次融资',
    });
    world.contacts.setTime('2026-11-21T05:00:00Z');
  });

  it('is raised again only while the company has no open one, which the refusal names', async () => {
    const ended = await world.filed(founder, { title: '已关闭的需求' });
    const other = await world.filed(founder, { title: '还在审核的需求' });
    expect((await world.again(founder, ended)).code).toBe(codeOf('CONFLICT'));
    made(await world.step(founder, ended, 'close'));
    expect(await world.again(founder, ended)).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: expect.stringContaining('“还在审核的需求”（审核中）'),
    });
    made(await world.step(founder, other, 'close'));
    made(await world.again(founder, ended));
  });

  it('takes over nothing that only its filer may read where a colleague raises again', async () => {
    const colleague = await world.contacts.person();
    await world.join(colleague, founder);
    const line = await world.filed(founder);
    made(await world.step(founder, line, 'close'));
    made(await world.again(colleague, line));
    const { values } = made(await read(colleague, founder.companyId));
    expect(values).toMatchObject({ title: REQUEST.title });
    expect(values).not.toHaveProperty('contactPhone');
  });
});
