import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Board } from '#schemas/api/boards.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { PipelineWorld } from '#tests/support/pipeline/pipeline-world.ts';

let world: PipelineWorld;
let founder: Contact;
beforeAll(async () => {
  world = await PipelineWorld.open();
});
beforeEach(async () => {
  founder = await world.contacts.contact();
});
afterAll(() => world.close());

const ask = (who: Pick<Contact, 'send'>, more: object = {}) =>
  who.send<Board>('POST', '/api/metadata/data/board', { objectApiName: 'CompanyPipeline', ...more });
const cny = (num: string) => ({ num, currency: 'CNY' });

/** Puts institutions on the founder's list, each in a state with an amount. */
async function follow(...entries: readonly (readonly [name: string, state: string, amount?: string])[]) {
  for (const [name, state, amount] of entries) {
    made(await world.follow(founder, 'institution', { institutionName: name }));
    const line = (await world.lines(founder)).find(({ title }) => title === name);
    if (line && (state !== 'todo' || amount !== undefined))
      made(await world.step(founder, line, 'move', { state, ...(amount && { amount: cny(amount) }) }));
  }
}
const inColumn = (board: Board, value: string) => board.columns.find((column) => column.value === value);

describe('The board of a pipeline', () => {
  it('has a column for each state in its order, with its cards, how many they are and their sum', async () => {
    await follow(['甲资本', 'todo'], ['乙资本', 'committed', '1000000.5'], ['丙资本', 'committed', '2000000']);
    const board = made(await ask(founder));
    expect(board.columns.map(({ value }) => value).slice(0, 3)).toEqual(['todo', 'contacted', 'planSent']);
    expect(inColumn(board, 'committed')).toMatchObject({ total: 2, totalIsExact: true, sum: '3000000.5' });
    expect(
      inColumn(board, 'committed')
        ?.list.map(({ title }) => title)
        .toSorted(),
    ).toEqual(['丙资本', '乙资本']);
    expect(inColumn(board, 'todo')).toMatchObject({ total: 1, sum: null });
    expect(inColumn(board, 'terms')).toMatchObject({ total: 0, list: [] });
    // A card can be moved as it was read.
    const [card] = inColumn(board, 'todo')?.list ?? [];
    made(await world.step(founder, card as never, 'move', { state: 'meeting' }));
  });

  it('has what the list has of the same filter and keyword, and nothing of other companies', async () => {
    await follow(['甲资本', 'todo'], ['乙资本', 'meeting']);
    const filtered = made(await ask(founder, { filter: { field: 'state', op: 'in', value: ['meeting'] } }));
    expect(filtered.columns.filter(({ total }) => total > 0).map(({ value }) => value)).toEqual(['meeting']);
    const found = made(await ask(founder, { keyword: '甲资本' }));
    expect(found.columns.flatMap(({ list }) => list.map(({ title }) => title))).toEqual(['甲资本']);
    const other = await world.contacts.contact();
    expect(made(await ask(other)).columns.every(({ total }) => total === 0)).toBe(true);
  });

  it('compares what is committed and invested with what the company raises, whatever is filtered', async () => {
    await follow(
      ['甲资本', 'committed', '1000000'],
      ['乙资本', 'invested', '500000'],
      ['丙资本', 'meeting', '9000000'],
    );
    expect(made(await ask(founder)).goals).toEqual([]);
    const project = { company: { id: founder.companyId }, targetAmount: cny('3000000'), status: '融资中' };
    await world.record('InsightProject', '示例融资', project);
    await world.record('InsightProject', '往年融资', { ...project, status: '融资完成' });
    const goals = [expect.objectContaining({ id: founder.companyId, target: '3000000', reached: '1500000' })];
    expect(made(await ask(founder)).goals).toEqual(goals);
    expect(made(await ask(founder, { keyword: '丙资本' })).goals).toEqual(goals);
  });

  it('is refused of a list that is no board, and of a list that is closed', async () => {
    const companies = await founder.send('POST', '/api/metadata/data/board', { objectApiName: 'InsightCompany' });
    expect(companies).toMatchObject({ code: codeOf('INVALID_QUERY'), msg: '“企业”没有看板' });
    const orders = await founder.send('POST', '/api/metadata/data/board', { objectApiName: 'Order' });
    expect(orders.code).not.toBe(0);
  });
});
