import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyOfPipeline, forgetPipeline } from '#server/features/pipeline/closing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { PipelineWorld } from '#tests/support/pipeline/pipeline-world.ts';

const LIST = 'InvestorPipeline';
let world: PipelineWorld;
let investor: Person;
let company: string;
beforeAll(async () => {
  world = await PipelineWorld.open();
  company = (await world.contacts.contact()).companyId;
});
beforeEach(async () => {
  investor = await world.contacts.person(['ORG_INVESTOR']);
});
afterAll(() => world.close());

describe('The list of an investor', () => {
  it('takes a company or a project, one of the two, each once', async () => {
    const project = await world.record('InsightProject', '示例跟进项目', {
      company: { id: company },
      status: '融资中',
    });
    made(await world.follow(investor, 'deal', { company }));
    made(await world.follow(investor, 'deal', { project }));
    expect((await world.follow(investor, 'deal', { project })).code).toBe(codeOf('CONFLICT'));
    for (const body of [{}, { company, project }, { project: '999999999' }])
      expect((await world.follow(investor, 'deal', body)).code).toBe(codeOf('INVALID_BODY'));
    const lines = await world.lines(investor, LIST);
    expect(lines.map(({ state }) => state)).toEqual(['watching', 'watching']);
    expect(lines.map(({ title }) => title)).toContain('示例跟进项目');
  });

  it('is the investor’s alone, beside that of another about the same company', async () => {
    made(await world.follow(investor, 'deal', { company }));
    const line = await world.line(investor, LIST);
    const other = await world.contacts.person(['ORG_INVESTOR']);
    expect(await world.lines(other, LIST)).toEqual([]);
    expect(await world.lines(world.contacts.staff, LIST)).toEqual([]);
    for (const step of ['undo', 'drop', 'take', 'plan'])
      expect((await world.step(other, line, step)).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await world.follow(other, 'deal', { company }));
    expect(await world.lines(other, LIST)).toHaveLength(1);
  });

  it('knows the states of investors, and not those of companies', async () => {
    made(await world.follow(investor, 'deal', { company }));
    const line = await world.line(investor, LIST);
    expect((await world.step(investor, line, 'move', { state: 'meeting' })).code).toBe(codeOf('INVALID_BODY'));
    made(await world.step(investor, line, 'move', { state: 'declined', reason: 'stage' }));
    expect(await world.line(investor, LIST)).toMatchObject({ state: 'declined', reason: 'stage' });
    expect(await world.moves(investor)).toEqual([['watching', 'declined', 'hand']]);
  });

  it('is in the copy of what is kept, and goes with the account', async () => {
    made(await world.follow(investor, 'deal', { company, note: '看好团队' }));
    const { db } = world.contacts.test.services.database;
    expect(await copyOfPipeline(db, investor.uid)).toMatchObject([{ state: 'watching', note: '看好团队' }]);
    await db.transaction().execute((trx) => forgetPipeline(trx, investor.uid));
    expect(await world.lines(investor, LIST)).toEqual([]);
  });
});
