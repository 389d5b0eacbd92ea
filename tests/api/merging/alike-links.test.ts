import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

let test: TestApp;
let world: FirmsAndDeals;
let merges: Merges;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  merges = new Merges(test);
  await world.begin([overDeals('deals', { function: 'count' })], []);
  const keep = async (apiName: string, name: string, config: object) => {
    const saved = savedDefinition(test, apiName);
    const fields = saved.fields.map((one) =>
      one.apiName === name ? { ...one, config: { ...one.config, ...config } } : one,
    );
    made(await saveDefinition(test, { ...saved, fields }));
  };
  await keep('Deal', 'title', { unique: true, uniqueWithin: ['firm'] });
  await keep('Firm', 'name', { unique: true });
});
afterAll(() => test.close());

const deal = (firm: string, title: string) =>
  world.create('Deal', { title, firm: { id: firm }, round: 'A', on: '2024-03' });
const firm = (name: string) => world.create('Firm', { name });

it('a merge is refused while links of both records would be alike, and says of what and how many', async () => {
  const [kept, gone] = [await firm('甲'), await firm('甲（旧）')];
  await deal(kept, '天使轮');
  const twin = await deal(gone, '天使轮');
  await deal(gone, '另一轮');
  const refused = await merges.run('Firm', kept, gone);
  expect(refused).toMatchObject({ code: 40900, msg: expect.stringMatching(/有 1 条记录会重复.*不能重复/) });
  const saved = made(await test.get<RecordReply>('staff', `/api/metadata/data/Deal/${twin}`)).record;
  made(
    await test.post('staff', `/api/metadata/data/Deal/${twin}`, {
      version: saved.version,
      values: { title: '天使轮二' },
    }),
  );
  await merges.done('Firm', kept, gone);
  expect(await world.read('Firm', kept)).toMatchObject({ deals: 3 });
});

it('a merge takes over the value of the record that goes, and an undo gives it back', async () => {
  const [kept, gone] = [await firm('乙'), await firm('乙集团')];
  const id = await merges.done('Firm', kept, gone, { choices: { name: 'loser' } });
  expect(await world.read('Firm', kept)).toMatchObject({ name: '乙集团' });
  made(await merges.undo(id));
  await merges.ended(id);
  expect([await world.read('Firm', kept), await world.read('Firm', gone)]).toMatchObject([
    { name: '乙' },
    { name: '乙集团' },
  ]);
});
