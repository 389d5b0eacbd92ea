import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

const DATA = '/api/metadata/data';

let test: TestApp;
let world: FirmsAndDeals;
let merges: Merges;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  merges = new Merges(test);
  await world.begin(
    [overDeals('deals', { function: 'count' }), overDeals('total', { function: 'sum', of: ['amount'] })],
    [overDeals('deals', { function: 'count', fields: ['leads', 'follows'] })],
  );
});
afterAll(() => test.close());

const links = (...ids: string[]) => ids.map((id) => ({ id }));
const firm = (name: string) => world.create('Firm', { name });
const fund = (name: string) => world.create('Fund', { name });
/** A record without what each write moves on. */
const content = async (apiName: string, id: string) => {
  const { version: _version, updatedAt: _at, ...values } = await world.read(apiName, id);
  return values;
};
const undone = async (id: string) => {
  made(await merges.undo(id));
  return merges.ended(id);
};

describe('The undo of a merge', () => {
  it('brings back both records, every link in its place and every roll-up, exactly as they were', async () => {
    const [kept, gone, other] = [await fund('原样一'), await fund('原样二'), await fund('原样三')];
    const deals = [
      await world.create('Deal', { title: '一', leads: links(other, gone), follows: links(gone) }),
      await world.create('Deal', { title: '二', leads: links(gone, other, kept) }),
      await world.create('Deal', { title: '三', leads: links(kept) }),
    ];
    await test.services.derived.drain();
    const all = [
      ...deals.map((id) => ['Deal', id] as const),
      ...[kept, gone, other].map((id) => ['Fund', id] as const),
    ];
    const state = () => Promise.all(all.map(([apiName, id]) => content(apiName, id)));
    const before = await state();
    const id = await merges.done('Fund', kept, gone, { choices: { name: 'loser' } });
    expect(await content('Fund', kept)).toMatchObject({ name: '原样二', deals: 3 });
    await undone(id);
    expect(await state()).toEqual(before);
    expect(made(await merges.progress(id))).toMatchObject({ state: 'undone', waiting: 0 });
  });

  it('keeps what was changed since, and lists it', async () => {
    const [kept, gone, third] = [await firm('改动一'), await firm('改动二'), await firm('改动三')];
    const [moved, led] = [
      await world.create('Deal', { title: '跟着走', firm: { id: gone } }),
      await world.create('Deal', { title: '改到别处', firm: { id: gone } }),
    ];
    const id = await merges.done('Firm', kept, gone, { choices: { name: 'loser' } });
    await world.change('Deal', led, { firm: { id: third } });
    await world.change('Firm', kept, { name: '合并后改名' });
    await undone(id);
    expect((await world.read('Firm', kept))['name']).toBe('合并后改名');
    expect((await world.read('Firm', gone))['name']).toBe('改动二');
    expect((await world.read('Deal', moved))['firm']).toMatchObject({ id: gone });
    expect((await world.read('Deal', led))['firm']).toMatchObject({ id: third });
    const body = {
      objectApiName: 'MergedLink',
      filter: { field: 'merge', op: 'in', value: [id] },
      fields: ['recordId', 'field', 'state'],
    };
    const { list } = made(await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, body));
    const states = list.map(({ recordId, field, state }) => `${String(recordId)} ${String(field)} ${String(state)}`);
    expect(new Set(states)).toEqual(new Set([`${moved} firm back`, `${led} firm kept`, `${kept} name kept`]));
    expect(await world.read('Firm', gone)).toMatchObject({ deals: 1 });
    expect(await world.read('Firm', third)).toMatchObject({ deals: 1 });
  });

  it('does not touch links that led to the survivor before, nor those that were made since', async () => {
    const [kept, gone] = [await firm('之前一'), await firm('之前二')];
    const earlier = await world.create('Deal', { title: '早', firm: { id: kept } });
    const id = await merges.done('Firm', kept, gone);
    const later = await world.create('Deal', { title: '晚', firm: { id: kept } });
    await undone(id);
    for (const one of [earlier, later]) expect((await world.read('Deal', one))['firm']).toMatchObject({ id: kept });
  });

  it('waits until a later merge of the survivor is undone', async () => {
    const [first, second, third] = [await firm('次序一'), await firm('次序二'), await firm('次序三')];
    const earlier = await merges.done('Firm', second, first);
    const later = await merges.done('Firm', third, second);
    expect(await merges.undo(earlier)).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '之后“次序二”又合并到了“次序三”，请先撤销那次合并',
    });
    await undone(later);
    await undone(earlier);
    for (const id of [first, second, third])
      expect(made(await test.get<RecordReply>('staff', `${DATA}/Firm/${id}`)).mergedInto).toBeUndefined();
  });

  it('is done once, by staff alone, and within 90 days', async () => {
    const [kept, gone] = [await firm('期限一'), await firm('期限二')];
    const id = await merges.done('Firm', kept, gone);
    for (const who of ['member', 'investor'] as const) expect((await merges.undo(id, who)).status).toBe(403);
    const passDays = (days: number) =>
      sql`update merge set at = at - ${days} * interval '1 day' where id = ${id}`.execute(test.services.database.db);
    await passDays(91);
    expect(await merges.undo(id)).toMatchObject({ code: codeOf('CONFLICT'), msg: '合并已超过 90 天，不能撤销' });
    await passDays(-2);
    await undone(id);
    expect(await merges.undo(id)).toMatchObject({ code: codeOf('CONFLICT'), msg: '这次合并已经撤销' });
    expect(await merges.undo('999999')).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });

  it('is there again for another merge', async () => {
    const [kept, gone] = [await firm('再来一'), await firm('再来二')];
    await undone(await merges.done('Firm', kept, gone));
    await merges.done('Firm', gone, kept);
    expect(made(await test.get<RecordReply>('staff', `${DATA}/Firm/${kept}`)).mergedInto).toBe(gone);
  });
});
