import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { DATA, type FinancingLine, FinancingWorld } from '#tests/support/financing/financing-world.ts';

let world: FinancingWorld;
let founder: Contact;
let editor: Person;
let owner: Person;
let outsiders: readonly (readonly [string, Person])[];
beforeAll(async () => {
  world = await FinancingWorld.open();
  founder = await world.contacts.contact();
  editor = await world.contacts.person();
  owner = await world.contacts.person(['START_UP']);
  await world.join(editor, founder);
  await world.join(owner, founder, 'owner');
  const left = await world.contacts.person(['START_UP']);
  await world.join(left, founder);
  await world.leave(left, founder);
  outsiders = [
    ['a member of another company', await world.contacts.contact()],
    ['a founder of no company', await world.contacts.person(['START_UP'])],
    ['a member who has left', left],
    ['an investor', await world.contacts.person(['ORG_INVESTOR'])],
    ['an organisation', await world.contacts.person(['FA'])],
    ['an SVIP', await world.contacts.person([], { vip: true })],
    ['an uncertified user', await world.contacts.person()],
  ];
});
afterAll(() => world.close());

const DEAL = { fundedOn: '2026-01-01', others: ['某投资方'] };
/** Each route of a request, with the state that it is asked in and the one that it leads to. */
const STEPS = [
  ['pause', 'raising', 'paused', {}],
  ['resume', 'paused', 'raising', {}],
  ['conclude', 'raising', 'done', DEAL],
  ['close', 'raising', 'closed', {}],
] as const;

async function inState(state: string): Promise<FinancingLine> {
  const line = await world.raising(founder);
  if (state !== 'paused') return line;
  made(await world.step(founder, line, 'pause'));
  return world.mine(founder, line.id);
}
const open = (who: Person, line: FinancingLine) =>
  who.send<RecordReply>('GET', `${DATA}/FinancingRequest/${line.requestId}`);

describe('A financing request belongs to its company', () => {
  it('is seen by every member, with who filed it, in the list and on the page of the company', async () => {
    const line = await world.filed(founder);
    for (const member of [founder, editor, owner]) {
      expect(await world.mine(member, line.id)).toMatchObject({ filer: founder.name, title: line.title });
      expect(made(await open(member, line)).editable).toBe(true);
    }
  });

  it.each(STEPS)('may be asked to %s by the owner and the editor who did not file it', async (step, from, to, more) => {
    for (const member of [editor, owner]) {
      const line = await inState(from);
      made(await world.step(member, line, step, more));
      expect((await world.mine(founder, line.id)).state).toBe(to);
    }
  });

  it('is changed by an editor, but for the contact that its filer alone may read', async () => {
    const line = await world.filed(founder);
    const { record, locked } = made(await open(editor, line));
    expect(locked).toContain('contactPhone');
    expect(record).not.toHaveProperty('contactPhone');
    made(await world.edit(editor, line, { useOfProceeds: '由同事补充的资金用途说明' }));
    expect(await world.record('FinancingRequest', line.requestId)).toMatchObject({
      useOfProceeds: '由同事补充的资金用途说明',
    });
    const guess = { version: 2, values: { contactPhone: '19900000199' } };
    const refused = await editor.send('POST', `${DATA}/FinancingRequest/${line.requestId}`, guess);
    expect(refused.problems).toMatchObject([{ field: 'contactPhone' }]);
  });

  it('is neither seen nor acted on by anyone else, route by route', async () => {
    const line = await world.raising(founder);
    for (const [name, who] of outsiders) {
      expect([name, await world.lines(who)]).toEqual([name, []]);
      expect([name, (await open(who, line)).code]).toEqual([name, codeOf('UNKNOWN_RECORD')]);
      const path = `${DATA}/FinancingRequest/${line.requestId}`;
      const change = await who.send('POST', path, { version: 1, values: { title: '他人的修改' } });
      expect([name, change.code]).toEqual([name, codeOf('UNKNOWN_RECORD')]);
      const { list } = made(
        await who.send<{ list: unknown[] }>('POST', `${DATA}/getLayoutAndDataList`, {
          objectApiName: 'FinancingRequest',
        }),
      );
      expect([name, list]).toEqual([name, []]);
      for (const [step, , , more] of STEPS)
        expect([name, step, (await world.step(who, line, step, more)).code]).toEqual([
          name,
          step,
          codeOf('UNKNOWN_RECORD'),
        ]);
      expect([name, (await world.again(who, line)).code]).toEqual([name, codeOf('UNKNOWN_RECORD')]);
      for (const decision of ['approve', 'return', 'file', 'refuse']) {
        const body = { version: line.version, ...(['return', 'refuse'].includes(decision) && { reason: '不应可行' }) };
        const answer = await who.send('POST', `/api/staff/financing/${line.id}/${decision}`, body);
        expect([name, decision, answer.code]).toEqual([name, decision, codeOf('FORBIDDEN')]);
      }
    }
    expect(await world.mine(founder, line.id)).toMatchObject({ state: 'raising', version: line.version });
  });

  it('is lost at once to its filer who leaves, and stays with the others', async () => {
    const filer = await world.contacts.contact();
    const colleague = await world.contacts.person();
    await world.join(colleague, filer, 'owner');
    const line = await world.raising(filer);
    await world.leave(filer, filer);
    expect(await world.lines(filer)).toEqual([]);
    expect((await open(filer, line)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await world.step(filer, line, 'pause')).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await world.step(colleague, line, 'pause'));
  });

  it('goes to a colleague when the account that filed it is closed, without what is personal', async () => {
    const filer = await world.contacts.contact();
    const colleague = await world.contacts.person();
    await world.join(colleague, filer, 'owner');
    const line = await world.raising(filer, { contactName: '即将注销者' });
    made(await filer.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD }));
    const kept = await world.mine(colleague, line.id);
    expect(kept).toMatchObject({ state: 'raising', filer: colleague.name });
    const { record, editable } = made(await open(colleague, line));
    expect([editable, record['title']]).toEqual([true, line.title]);
    expect(record).not.toHaveProperty('contactName');
    const { pool } = world.contacts.test.services.database;
    const { rows } = await pool.query(
      `select changes::text as line from record_history where object_api_name = 'FinancingRequest' and record_id = $1`,
      [line.requestId],
    );
    expect(rows).not.toEqual([]);
    expect(JSON.stringify(rows)).not.toContain('即将注销者');
    const change = await world.edit(colleague, line, { contactName: '接手同事', contactPhone: '19900000177' });
    made(change);
    made(await world.step(colleague, await world.mine(colleague, line.id), 'pause'));
  });

  it('is announced to all members, and is not decided on by staff who are members', async () => {
    const insider = await world.contacts.person(['staff']);
    await world.join(insider, founder);
    const line = await world.filed(founder);
    const path = `/api/staff/financing/${line.id}/approve`;
    expect((await insider.send('POST', path, { version: line.version })).code).toBe(codeOf('FORBIDDEN'));
    await world.leave(insider, founder);
    made(await world.decide(line, 'approve'));
    for (const member of [founder, editor, owner]) expect((await world.notices(member.uid))[0]).toBe('融资需求已发布');
  });
});

describe('A company that raises', () => {
  const isRaising = async () => (await world.record('InsightCompany', founder.companyId))['isRaising'] ?? false;

  it('is one that has a project in that state: the platform counts it and no one writes it', async () => {
    const other = await world.contacts.contact();
    const raising = async () => {
      await world.contacts.test.services.derived.drain();
      return (await world.record('InsightCompany', other.companyId))['isRaising'] ?? false;
    };
    expect(await raising()).toBe(false);
    const line = await world.raising(other);
    expect(await raising()).toBe(true);
    made(await world.step(other, line, 'pause'));
    expect(await raising()).toBe(false);
    const path = `${DATA}/InsightCompany/${other.companyId}`;
    const { record } = made(await world.contacts.staff.send<RecordReply>('GET', path));
    await world.contacts.staff.send('POST', path, { version: record['version'], values: { isRaising: true } });
    expect(await raising()).toBe(false);
  });

  it('and is given up by its only member ends what it asks for', async () => {
    await world.contacts.test.services.derived.drain();
    expect(await isRaising()).toBe(true);
    const alone = await world.contacts.contact();
    const line = await world.raising(alone);
    const path = (step: string) => `/api/rong/company/chuang/${alone.companyId}/${step}`;
    expect(await alone.send('POST', path('leave'))).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: expect.stringContaining('放弃管理'),
    });
    expect((await world.mine(alone, line.id)).state).toBe('raising');
    made(await alone.send('POST', path('release')));
    expect(await world.record('InsightProject', line.project?.id)).toMatchObject({ status: '已关闭' });
    expect(await world.lines(alone)).toEqual([]);
    const heir = await world.contacts.contact();
    await world.join(heir, alone);
    expect(await world.mine(heir, line.id)).toMatchObject({ state: 'closed' });
  });
});
