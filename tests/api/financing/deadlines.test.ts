import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { sweepDeadlines } from '#server/features/financing/sweep.ts';
import { forgetFinancing } from '#server/features/financing/closing.ts';
import { made } from '#tests/support/editing.ts';
import { type FinancingLine, FinancingWorld } from '#tests/support/financing/financing-world.ts';

const DEADLINE = { deadlineOn: '2027-06-30' };
let world: FinancingWorld;
let founder: Contact;
let line: FinancingLine;
beforeAll(async () => {
  world = await FinancingWorld.open();
});
beforeEach(async () => {
  founder = await world.contacts.contact();
  line = await world.raising(founder, DEADLINE);
});
afterAll(() => world.close());

/** What the sweeps of these days say to the founder. */
async function heardOn(...days: string[]): Promise<string[]> {
  const { services } = world.contacts.test;
  for (const day of days) await sweepDeadlines({ ...services, now: () => new Date(`${day}T04:00:00Z`) });
  return (await world.notices(founder.uid)).filter((title) => title !== '融资需求已发布').toReversed();
}
const status = async () => (await world.record('InsightProject', line.project?.id))['status'];

describe('A deadline', () => {
  it('is announced a week before and on the day, each once, and pauses the request after it', async () => {
    expect(await heardOn('2027-06-22')).toEqual([]);
    expect(await heardOn('2027-06-23', '2027-06-24', '2027-06-30', '2027-06-30')).toEqual([
      '融资需求即将到期',
      '融资需求今天到期',
    ]);
    expect([await status(), (await world.mine(founder, line.id)).state]).toEqual(['融资中', 'raising']);
    expect(await heardOn('2027-07-01', '2027-07-02')).toEqual([
      '融资需求即将到期',
      '融资需求今天到期',
      '融资需求已暂停',
    ]);
    expect([await status(), (await world.mine(founder, line.id)).state]).toEqual(['暂停融资', 'paused']);
  });

  it('is announced to every member of the company, and not to its filer who has left', async () => {
    const colleague = await world.contacts.person();
    await world.join(colleague, founder, 'owner');
    await world.leave(founder, founder);
    expect(await heardOn('2027-06-23', '2027-06-30', '2027-07-01')).toEqual([]);
    expect(await world.notices(colleague.uid)).toEqual(['融资需求已暂停', '融资需求今天到期', '融资需求即将到期']);
  });

  it('pauses a request once where two processes sweep at the same time', async () => {
    const { services } = world.contacts.test;
    const deps = { ...services, now: () => new Date('2027-07-01T04:00:00Z') };
    await Promise.all([sweepDeadlines(deps), sweepDeadlines(deps)]);
    expect(await heardOn()).toEqual(['融资需求已暂停']);
    expect((await world.mine(founder, line.id)).version).toBe(line.version + 1);
  });

  it('leaves nothing half done where a sweep fails, and the next one does it', async () => {
    const { services } = world.contacts.test;
    const { db } = services.database;
    await sql`alter table notice add constraint notice_stays_away check (title <> '融资需求已暂停') not valid`.execute(
      db,
    );
    const deps = { ...services, now: () => new Date('2027-07-01T04:00:00Z') };
    await expect(sweepDeadlines(deps)).rejects.toThrow('notice_stays_away');
    await sql`alter table notice drop constraint notice_stays_away`.execute(db);
    expect([await status(), (await world.mine(founder, line.id)).state]).toEqual(['融资中', 'raising']);
    expect(await heardOn('2027-07-01')).toEqual(['融资需求已暂停']);
    expect(await status()).toBe('暂停融资');
  });
});

it('A founder whose account is closed asks for nothing any more, and the project is closed', async () => {
  const { database, writer, now } = world.contacts.test.services;
  await database.db.transaction().execute((trx) => forgetFinancing(writer)(trx, founder.uid, now()));
  expect([await status(), (await world.mine(founder, line.id)).state]).toEqual(['已关闭', 'closed']);
});

describe('A deadline that is over', () => {
  it('is put off before the request goes on', async () => {
    await heardOn('2027-07-01');
    world.contacts.setTime('2027-07-02T04:00:00Z');
    const paused = await world.mine(founder, line.id);
    expect(await world.step(founder, paused, 'resume')).toMatchObject({
      msg: '需求截止日期已过，请先在“修改”中更新截止日期，再恢复融资',
    });
    made(await world.edit(founder, line, { deadlineOn: '2027-12-31' }));
    made(await world.step(founder, await world.mine(founder, line.id), 'resume'));
    expect([await status(), (await world.mine(founder, line.id)).state]).toEqual(['融资中', 'raising']);
  });
});
