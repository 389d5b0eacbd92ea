import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchList } from '#schemas/api/match-lists.ts';
import { addDays } from '#shared/time/days.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { criterionOf, MatchWorld, namesOf } from '#tests/support/matching/match-world.ts';

let world: MatchWorld;
let founder: Contact;
let investor: Person;
let project: string;
let fund: string;
beforeAll(async () => {
  world = await MatchWorld.open();
  founder = await world.contacts.contact();
  investor = await world.contacts.person(['PERSONAL_INVESTOR']);
  project = await world.project(founder);
  fund = await world.institution('示例守信资本', { focusStages: ['B轮'] });
  await world.deals(fund, 3);
});
afterAll(() => world.close());

const START = '2026-11-21';
const on = (days: number) => world.contacts.setTime(`${addDays(START, days)}T12:00:00+08:00`);
const lapsedOf = ({ list }: MatchList, id: string) => list.find((row) => row.id === id)?.lapsed;

describe('A mark', () => {
  it('lapses when the fact changes that was its reason, says so, and is no longer on the list of marks', async () => {
    made(await world.mark(investor, { project, reason: 'stage' }));
    await world.change('InsightProject', project, { region: '110000' });
    expect(await world.projects(investor)).toMatchObject({ list: [], hidden: [{ reason: 'unfit', count: 1 }] });
    await world.change('InsightProject', project, { targetRound: 'B轮' });
    const back = await world.projects(investor);
    expect(lapsedOf(back, project)).toEqual({ why: 'changed', reason: '阶段不符' });
    expect(await world.marks(investor)).toEqual([]);
    await world.change('InsightProject', project, { targetRound: 'A轮', region: '440300' });
    expect(lapsedOf(await world.projects(investor), project)?.why).toBe('changed');
    made(await world.mark(investor, { project, reason: 'stage' }));
    expect(await world.projects(investor)).toMatchObject({ list: [] });
    expect(await world.marks(investor)).toEqual(['示例芯片项目']);
    made(await world.mark(investor, { project }));
    expect(lapsedOf(await world.projects(investor), project)).toBeUndefined();
  });

  it('of an institution lapses when what it states changes, and not for what the founder may not read', async () => {
    const closed = await world.institution('示例闭口资本', { focusRegions: ['110000'] });
    made(await world.mark(founder, { project, institution: fund, reason: 'stage' }));
    made(await world.mark(founder, { project, institution: closed, reason: 'region' }));
    await world.change('InsightOrg', closed, { focusRegions: ['440300'] });
    expect(namesOf(await world.investors(founder, project))).toEqual([]);
    await world.change('InsightOrg', fund, { focusStages: ['A轮'] });
    const back = await world.investors(founder, project);
    expect(namesOf(back)).toEqual(['示例守信资本']);
    expect(lapsedOf(back, fund)).toEqual({ why: 'changed', reason: '阶段不符' });
    made(await world.mark(founder, { project, institution: closed }));
    made(await world.mark(founder, { project, institution: fund }));
  });
});

describe('Answers to first contacts', () => {
  /** Conversations that others opened with a user, the first of them answered. */
  async function contacted(uid: string, asked: number, answered: number, from: number): Promise<void> {
    const { pool } = world.contacts.test.services.database;
    for (let at = 0; at < asked; at += 1) {
      const { uid: other } = await world.contacts.person();
      const [low, high] = [uid, other].toSorted((one, two) => Number(one) - Number(two));
      const spoke = at < answered;
      await pool.query(
        `insert into chat_conversation (user_a, user_b, opened_by, spoke_a, spoke_b, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [low, high, other, low !== uid || spoke, high !== uid || spoke, `${addDays(START, -from)}T12:00:00+08:00`],
      );
    }
  }

  it('count from ten on, are said in the row, and are neutral before', async () => {
    const { uid } = await world.contacts.person(['ORG_INVESTOR']);
    const { pool } = world.contacts.test.services.database;
    await pool.query(`insert into investor_link (account_id, institution_id, linked_at) values ($1, $2, $3)`, [
      uid,
      fund,
      START,
    ]);
    await contacted(uid, 9, 9, 30);
    on(1);
    const before = await world.investors(founder, project);
    expect(before.list[0]?.criteria.map(({ key }) => key)).not.toContain('reply');
    await contacted(uid, 1, 0, 30);
    // Not answered yet, and asked too lately to count.
    await contacted(uid, 3, 0, 2);
    expect(await world.investors(founder, project)).toEqual(before);
    on(2);
    const after = criterionOf(await world.investors(founder, project), fund, 'reply');
    expect(after).toMatchObject({ label: '回应', words: '近两年在本平台 10 次首次联系中回应 9 次' });
    expect(Number(after.contribution)).toBeGreaterThan(0);
  });
});

describe('A row that leads to a user', () => {
  it('names the record by which the user is found, and none where there is no user', async () => {
    const silent = await world.institution('示例无人资本');
    const person = await world.record('InsightInvestor', { name: '示例投资人', org: { id: fund } });
    const { uid } = await world.contacts.person(['ORG_INVESTOR']);
    await world.contacts.test.services.database.pool.query(
      `insert into record_party (object_api_name, record_id, account_id, linked_at) values ('InsightInvestor', $1, $2, $3)`,
      [person, uid, START],
    );
    const { list } = await world.investors(founder, project);
    const contactOf = (id: string) => list.find((row) => row.id === id)?.contact;
    expect(contactOf(fund)).toEqual({ objectApiName: 'InsightInvestor', id: person });
    expect(contactOf(silent)).toBeUndefined();
    const [row] = (await world.projects(investor)).list;
    expect(row?.contact).toEqual({ objectApiName: 'InsightProject', id: project });
  });
});

describe('A mark of half a year', () => {
  it('lapses, and not a day before', async () => {
    on(3);
    made(await world.mark(investor, { project, reason: 'contacted' }));
    on(182);
    expect(await world.projects(investor)).toMatchObject({ list: [] });
    on(184);
    expect(lapsedOf(await world.projects(investor), project)).toEqual({ why: 'aged', reason: '已联系过' });
  });
});
