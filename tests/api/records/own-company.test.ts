import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { HistoryEntry, RecordReply } from '#schemas/api/records.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { MemberWorld } from '#tests/support/identity/member-world.ts';

const DATA = '/api/metadata/data';
let world: MemberWorld;
let owner: Contact;
beforeAll(async () => {
  world = await MemberWorld.open();
});
beforeEach(async () => {
  owner = await world.contacts.contact();
});
afterAll(() => world.close());

type Sender = Pick<Person, 'send'>;
const path = () => `${DATA}/InsightCompany/${owner.companyId}`;
const read = async (who: Sender = owner) => made(await who.send<RecordReply>('GET', path()));
const change = (values: object, who: Sender = owner, version = 1) =>
  who.send<RecordReply>('POST', path(), { version, values });
const pending = async () =>
  world.db
    .selectFrom('correction')
    .select(['id', 'field', 'proposed', 'title', 'state'])
    .where('record_id', '=', owner.companyId)
    .orderBy('id')
    .execute();
const shownTo = async (who: Sender) => {
  const { record } = await read(who);
  return record;
};

describe('A company on the page of its members', () => {
  it('says which fields are theirs to change, and which of them staff decide on', async () => {
    const { editable, writable = [], reviewed = [], locked } = await read();
    expect(editable).toBe(true);
    expect(locked).toEqual([]);
    expect(writable).toEqual(expect.arrayContaining(['brief', 'introduction', 'website', 'legalName', 'industry']));
    expect(reviewed).toEqual(expect.arrayContaining(['name', 'legalName', 'creditCode', 'industry']));
    expect(reviewed).not.toContain('brief');
    for (const closed of ['fundingTotal', 'latestRound', 'source', 'tags', 'bp', 'isRaising'])
      expect(writable).not.toContain(closed);
  });

  it('takes what is theirs to say at once, into its history', async () => {
    const editor = await world.editor(owner);
    made(await change({ brief: '由成员填写的一句话简介' }));
    made(await change({ introduction: '由编辑填写的详细介绍' }, editor, 2));
    expect(await shownTo(world.contacts.staff)).toMatchObject({
      brief: '由成员填写的一句话简介',
      introduction: '由编辑填写的详细介绍',
      version: 3,
    });
    const history = made(await owner.send<HistoryEntry[]>('GET', `${path()}/history`));
    expect(history.slice(0, 2).map(({ actor }) => actor)).toEqual([editor.name, owner.name]);
    expect(await pending()).toEqual([]);
  });

  it('keeps facts as they are until staff accept the change', async () => {
    const reply = made(await change({ brief: '随事实一同填写', legalName: '示例新名科技有限公司' }));
    expect(reply.record).toMatchObject({ brief: '随事实一同填写' });
    expect(reply.record).not.toHaveProperty('legalName', '示例新名科技有限公司');
    const [proposal] = await pending();
    expect(proposal).toMatchObject({ field: 'legalName', state: 'pending', proposed: '示例新名科技有限公司' });
    const decide = `/api/metadata/correction/${proposal?.id}/decide`;
    const answer = await world.contacts.staff.send('POST', decide, { decision: 'accept' });
    made(answer);
    expect(await shownTo(owner)).toMatchObject({ legalName: '示例新名科技有限公司' });
  });

  it('has one proposal of a member for a value: the last one', async () => {
    made(await change({ legalName: '示例甲科技有限公司' }));
    made(await change({ legalName: '示例乙科技有限公司' }));
    expect((await pending()).map(({ proposed, state }) => [proposed, state])).toEqual([
      ['示例甲科技有限公司', 'withdrawn'],
      ['示例乙科技有限公司', 'pending'],
    ]);
  });

  it('refuses what is not marked, and then takes nothing', async () => {
    for (const values of [
      { source: '自称' },
      { isRaising: true },
      { fundingTotal: { num: '1', currency: 'CNY' } },
      { bp: null },
    ]) {
      const refused = await change({ ...values, brief: '不应写入', legalName: '不应提交的名称' });
      expect(refused).toMatchObject({ status: 422, code: codeOf('INVALID_BODY') });
      expect(refused.problems.map(({ field }) => field)).toEqual(Object.keys(values));
    }
    expect(await shownTo(owner)).toMatchObject({ version: 1 });
    expect(await pending()).toEqual([]);
  });

  it('keeps the rules of its object, also for what staff decide on', async () => {
    const refused = await change({ brief: '不应写入', foundedOn: '2031-01-01' });
    expect(refused.problems).toMatchObject([{ field: 'foundedOn', message: '成立时间不能晚于今天' }]);
    expect(await shownTo(owner)).toMatchObject({ version: 1 });
    expect(await pending()).toEqual([]);
  });

  it('is changed on what was read alone: of two at once one is refused whole', async () => {
    const answers = await Promise.all(
      ['甲', '乙'].map((name) => change({ brief: `同时填写${name}`, legalName: `同时${name}有限公司` })),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, codeOf('CONFLICT')]);
    expect((await pending()).filter(({ state }) => state === 'pending')).toHaveLength(1);
    expect(await change({ legalName: '过时有限公司' }, owner, 1)).toMatchObject({ code: codeOf('CONFLICT') });
  });

  it('is changed by no other user', async () => {
    const stranger = await world.contacts.contact();
    const investor = await world.contacts.person(['ORG_INVESTOR']);
    const svip = await world.contacts.person([], { vip: true });
    const values = { brief: '外人填写' };
    for (const who of [stranger, investor, svip, await world.contacts.person()])
      expect([codeOf('FORBIDDEN'), codeOf('VIP_REQUIRED')]).toContain((await change(values, who)).code);
    expect(await read(investor)).toMatchObject({ editable: false });
    expect(await read(investor)).not.toHaveProperty('writable');
    const editor = await world.editor(owner);
    made(await world.act(owner, await world.lineOf(owner, editor.name), 'remove'));
    expect((await change(values, editor)).code).toBe(codeOf('FORBIDDEN'));
    expect(await pending()).toEqual([]);
  });

  it('offers a new field as soon as the metadata marks it', async () => {
    const { staff } = world.contacts;
    const current = async () => made(await staff.send<ObjectDefinition>('GET', '/api/metadata/object/InsightCompany'));
    const add = async (apiName: string, ownerEdits?: string) => {
      const field = {
        apiName,
        type: 'text',
        label: `新增${apiName}`,
        maxLength: 60,
        config: ownerEdits && { ownerEdits },
      };
      const { version } = await current();
      const body = { objectApiName: 'InsightCompany', baseVersion: version, field: JSON.parse(JSON.stringify(field)) };
      made(await staff.send('POST', '/api/metadata/field/save', body));
    };
    await add('slogan', 'direct');
    await add('award', 'review');
    await add('remark');
    const { writable, reviewed } = await read();
    expect(writable).toEqual(expect.arrayContaining(['slogan', 'award']));
    expect(reviewed).toContain('award');
    made(await change({ slogan: '让工厂更聪明', award: '示例奖' }));
    expect(await shownTo(owner)).toMatchObject({ slogan: '让工厂更聪明' });
    expect(await pending()).toMatchObject([{ field: 'award', proposed: '示例奖' }]);
    expect((await change({ remark: '不可' }, owner, 2)).problems).toMatchObject([{ field: 'remark' }]);
  });
});
