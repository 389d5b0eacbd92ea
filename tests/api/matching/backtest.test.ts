import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { pick, seededRandom } from '#sample/draw/random.ts';
import { addDays } from '#shared/time/days.ts';
import { backtestInside, runBacktestCommand as run } from '#tests/support/matching/run-backtest.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-backtest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROUND_COLUMNS =
  'company_name,company_category_code,company_state_code,company_region,funding_round_type,funded_at,raised_amount_usd';
const EDGE_COLUMNS = 'company_name,investor_name,funded_when,amount_usd';
const write = (name: string, lines: readonly string[]): string => {
  const file = path.join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return file;
};

/** A made-up market of two years in which each institution keeps to one sector and one place. */
function madeUp(until: string): { rounds: string; edges: string } {
  const random = seededRandom(7);
  const [rounds, edges] = [[ROUND_COLUMNS], [EDGE_COLUMNS]];
  for (let at = 0; at < 240; at += 1) {
    const on = addDays('2010-01-01', at * 3);
    const [sector, state] = [pick(random, ['web', 'biotech', 'games']), pick(random, ['CA', 'NY'])];
    rounds.push(`Company ${at},${sector},${state},,angel,${on},${100_000 * (1 + (at % 9))}`);
    if (on > until) continue;
    for (const number of [1, 2].filter(() => random() < 0.7))
      edges.push(`Company ${at},${sector} ${state} fund ${number},${on},${100_000 * (1 + (at % 9))}`);
  }
  return { rounds: write('rounds.csv', rounds), edges: write(`edges-${until}.csv`, edges) };
}

const DATES = ['--train-until', '2011-06-30', '--test', '2011-07-01..2011-12-31'];
const files = madeUp('2011-12-31');

describe('the back-test of a history', () => {
  const json = path.join(folder, 'result.json');
  const first = run('--rounds', files.rounds, '--edges', files.edges, ...DATES, '--json', json);

  test('finds who invests next far better than chance, in both directions', async () => {
    expect((await first).code).toBe(0);
    const { investors, projects } = JSON.parse(readFileSync(json, 'utf8'));
    const auc = (rows: { name: string; auc: number }[], name: string) => rows.find((row) => row.name === name)?.auc;
    expect(auc(investors.rows, '最可能，不计展示')).toBeGreaterThan(0.9);
    expect(auc(investors.rows, '随机')).toBeLessThan(0.7);
    expect(auc(projects.rows, '更对口')).toBeGreaterThan(0.8);
    expect(investors.pairs.gated).toBe(0);
  });

  test('prints the same when it is run again, and its progress apart from it', async () => {
    const again = await run('--rounds', files.rounds, '--edges', files.edges, ...DATES);
    expect(again.out).toBe((await first).out);
    expect(again.out).toContain('条件积分，同分按活跃');
    expect(again.errors).toContain('2011-07');
  });

  test('says the same of a day whatever happens after it', async () => {
    const upTo = ['--train-until', '2011-06-30', '--test', '2011-07-01..2011-09-30'];
    const short = await run('--rounds', files.rounds, '--edges', madeUp('2011-09-30').edges, ...upTo);
    const whole = await run('--rounds', files.rounds, '--edges', files.edges, ...upTo);
    const figures = (text: string) => text.slice(text.indexOf('##'));
    expect(figures(short.out)).toBe(figures(whole.out));
  });
});

describe('a back-test refuses, and says where', () => {
  const bad = (line: string) => write('bad.csv', [EDGE_COLUMNS, 'Company 1,Fund,2010-01-04,1', line]);
  test.each([
    ['a day that is none', () => bad('Company 1,Fund,2010-02-30,1'), '第 3 行“funded_when”列：“2010-02-30”不是日期'],
    ['an amount that is none', () => bad('Company 1,Fund,2010-02-03,much'), '第 3 行“amount_usd”列：“much”不是金额'],
    ['a row that is too short', () => bad('Company 1,Fund'), '第 3 行有 2 列，应有 4 列'],
    ['a column that is not there', () => write('other.csv', ['company_name,x']), '缺少“investor_name”列'],
    ['a file that is not there', () => path.join(folder, 'none.csv'), '无法读取'],
    ['an empty file', () => write('empty.csv', []), '是空文件'],
  ])('%s', async (_, edges, words) => {
    const { code, errors } = await backtestInside('--rounds', files.rounds, '--edges', edges(), ...DATES);
    expect(errors).toContain(words);
    expect(code).toBe(1);
  });

  test.each([
    [['--train-until', '2011-07-01', '--test', '2011-07-01..2011-12-31'], '须早于'],
    [['--train-until', '2011-06-31', '--test', '2011-07-01..2011-12-31'], '不是日期'],
    [['--train-until', '2011-06-30', '--test', '2011-12-31..2011-07-01'], '早于起始日期'],
    [['--train-until', '2011-06-30', '--test', '2011-07-01'], '不是日期'],
  ])('%s', async (dates, words) => {
    const { code, errors } = await backtestInside('--rounds', files.rounds, '--edges', files.edges, ...dates);
    expect(errors).toContain(words);
    expect(code).toBe(2);
  });

  test('a period without investments', async () => {
    const dates = ['--train-until', '2014-06-30', '--test', '2015-01-01..2015-12-31'];
    const { code, errors } = await run('--rounds', files.rounds, '--edges', files.edges, ...dates);
    expect([code, errors]).toEqual([1, expect.stringContaining('没有可查询的轮次')]);
  });
});
