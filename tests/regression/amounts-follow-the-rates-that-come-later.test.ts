import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { passEquivalents } from '#server/core/records/equivalent-pass.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { made } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let created = 0;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const rows = async <T>(text: string) => (await test.services.database.pool.query(text)).rows as T[];
beforeEach(async () => {
  await rows('truncate "InsightTransaction", "InsightFund", record_history, exchange_rate');
  await rows('update equivalent_pass set state = null');
  await rows('update rate_state set revision = revision + 1');
});

async function create(object: string, values: object): Promise<string> {
  const clientKey = `rates-come-later-${(created += 1)}`;
  return made(await test.post<RecordReply>('staff', `/api/metadata/data/${object}`, { clientKey, values })).record.id;
}
const deal = (num: string, more: object = {}) =>
  create('InsightTransaction', {
    title: `交易 ${num}`,
    amount: { num, currency: 'USD' },
    fundedOn: '2012-06',
    ...more,
  });
const usd = (day: string, cny: string) => writeRates(test.services.database.db, [{ currency: 'USD', day, cny }]);
const pass = (again = false, options = {}) => passEquivalents(test.services, again, options);
const worth = async () =>
  (await rows<{ cny: string | null }>('select amount_cny::text as cny from "InsightTransaction" order by id')).map(
    ({ cny }) => cny,
  );
/** All of a record that only a person changes. */
const marks = () =>
  rows(`select id, version, "updatedAt", (select count(*)::int from record_history h
    where h.object_api_name = 'InsightTransaction' and h.record_id = t.id) as history from "InsightTransaction" t order by id`);

/** So many deals of a dollar each, without a word of them but their amount. */
const many = (count: number) =>
  rows(`insert into "InsightTransaction" (title, amount, amount_currency, "fundedOn", "fundedOn_precision")
    select 'deal ' || i, 1, 'USD', '2012-06-15', 10 from generate_series(1, ${count}) i`);

describe('amounts that were kept before there were rates', () => {
  it('get their equivalents and formulas when rates come, and no user is named as their editor', async () => {
    const large = await deal('20000000');
    await deal('5', { amount: { num: '5', currency: 'CNY' } });
    await deal('1', { amount: { band: '未透露' } });
    await create('InsightFund', { name: '甲基金', size: { num: '3', currency: 'USD' }, vintage: 2012 });
    const before = await marks();
    expect(await worth()).toEqual([null, '5', null]);
    await usd('2012-01-01', '6.5');
    expect(await pass()).toEqual({ looked: 3, changed: 2, finished: true });
    expect(await worth()).toEqual(['130000000', '5', null]);
    expect(await marks()).toEqual(before);
    const { data } = await test.get<RecordReply>('staff', `/api/metadata/data/InsightTransaction/${large}`);
    expect(data.record).toMatchObject({ isLarge: true, amount: { equivalentMoney: '130000000' } });
    expect(await rows('select size_cny::text as cny from "InsightFund"')).toEqual([{ cny: '19.5' }]);
  });

  it('are worked out again where a rate was corrected, or one nearer to their day came', async () => {
    await deal('10');
    await usd('2012-01-01', '6.5');
    await pass();
    await usd('2012-01-01', '6.6');
    expect(await pass()).toMatchObject({ changed: 1 });
    expect(await worth()).toEqual(['66']);
    await usd('2012-05-01', '6.25');
    await pass();
    expect(await worth()).toEqual(['62.5']);
  });

  it('are converted at the day on which they were written where they have no day of their own', async () => {
    await deal('10', { fundedOn: null });
    const [record] = await rows<{ day: string }>(
      `select to_char("updatedAt" at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from "InsightTransaction"`,
    );
    await usd('2000-01-01', '8');
    await usd(record?.day ?? '', '7');
    await usd('2999-01-01', '1');
    await pass();
    expect(await worth()).toEqual(['70']);
  });

  it('are gone through by the command although no rate is new, and not at all by a pass that none began', async () => {
    await deal('10');
    await rows(`insert into exchange_rate values ('USD', '2012-01-01', 6)`);
    expect(await pass()).toEqual({ looked: 0, changed: 0, finished: true });
    await rows('update rate_state set revision = revision + 1');
    expect(await pass(true)).toEqual({ looked: 1, changed: 1, finished: true });
    expect(await worth()).toEqual(['60']);
  });
});

describe('a pass over the amounts', () => {
  it('is begun by rates that differ, and neither by the same again nor where no record is', async () => {
    const state = async () => (await rows<{ state: unknown }>('select state from equivalent_pass'))[0]?.state;
    await usd('2012-01-01', '6.5');
    expect(await state()).toBeNull();
    await deal('1');
    await usd('2012-01-01', '6.50');
    expect(await state()).toBeNull();
    await usd('2012-01-01', '6.51');
    expect(await state()).toMatchObject({ looked: 0 });
  });

  it('goes on where it was stopped, and says how far it is', async () => {
    await deal('1');
    await many(1300);
    await usd('2012-01-01', '6.5');
    const stop = new AbortController();
    const stopOnceLooked = ({ looked }: { looked: number }) => looked > 0 && stop.abort();
    const stopped = await pass(false, { signal: stop.signal, onProgress: stopOnceLooked });
    expect(stopped).toEqual({ looked: 500, changed: 500, finished: false });
    expect((await worth()).filter((cny) => cny === null)).toHaveLength(801);
    const told: number[] = [];
    const rest = await pass(true, { onProgress: ({ looked }: { looked: number }) => told.push(looked) });
    expect(told.slice(0, 2)).toEqual([1000, 1301]);
    expect(rest).toEqual({ looked: 1301, changed: 1301, finished: true });
    expect((await worth()).filter((cny) => cny === null)).toEqual([]);
  });

  it('keeps a slice and how far it is together: one that fails is done again', async () => {
    await deal('1');
    await many(700);
    await usd('2012-01-01', '6.5');
    await rows(`create function refuse() returns trigger language plpgsql as $$ begin raise 'cut'; end $$`);
    await rows(`create trigger refuse before update on equivalent_pass for each row
      when ((new.state ->> 'looked')::int > 600) execute function refuse()`);
    await expect(pass()).rejects.toThrow('cut');
    expect((await worth()).filter((cny) => cny === null)).toHaveLength(201);
    await rows('drop function refuse() cascade');
    expect(await pass()).toEqual({ looked: 701, changed: 701, finished: true });
    expect((await worth()).every((cny) => cny === '6.5')).toBe(true);
  });

  it('is shared by processes that run it at once, each slice done by one', async () => {
    await deal('1');
    await many(2200);
    await usd('2012-01-01', '6.5');
    const outcomes = await Promise.all([pass(), pass(), pass()]);
    expect(outcomes.every(({ finished }) => finished)).toBe(true);
    expect(Math.max(...outcomes.map(({ looked }) => looked))).toBe(2201);
    expect((await worth()).every((cny) => cny === '6.5')).toBe(true);
  });
});

it('A record is written with rates that came a moment ago', async () => {
  await usd('2012-01-01', '6.5');
  await deal('1');
  await usd('2012-01-01', '7');
  await deal('2');
  expect((await worth())[1]).toBe('14');
});
