import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backtest, Row } from '#server/features/matching/backtest/backtest.ts';
import { EDGES, historyAbsent, ROUNDS } from '#tests/support/matching/crunchbase-history.ts';
import { runBacktestCommand } from '#tests/support/matching/run-backtest.ts';

const absent = historyAbsent();

describe.skipIf(absent)(
  `a month of real rounds is replayed${absent ? ' (skipped: crunchbase-2013 is not beside the project)' : ''}`,
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-backtest-'));
    let result: Backtest;
    const row = (rows: readonly Row[], name: string): Row => {
      const found = rows.find((one) => one.name === name);
      if (!found) throw new Error(`There is no row ${name}`);
      return found;
    };
    beforeAll(async () => {
      const json = path.join(folder, 'result.json');
      const files = ['--rounds', ROUNDS, '--edges', EDGES];
      // Without rounds to fit on, the weight that ships is taken.
      const dates = ['--train-until', '1990-12-31', '--test', '2011-07-01..2011-07-31'];
      const { errors } = await runBacktestCommand(...files, ...dates, '--json', json);
      if (!existsSync(json)) throw new Error(errors);
      result = JSON.parse(readFileSync(json, 'utf8')) as Backtest;
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    test('and finds those who invest a third more often than points for criteria do', () => {
      const { rows, pairs } = result.investors;
      const ours = row(rows, '最可能，不计展示');
      const points = Math.max(...rows.filter(({ name }) => name.startsWith('条件积分')).map(({ hit10 }) => hit10));
      expect(ours.hit10).toBeGreaterThan((4 / 3) * points);
      expect(ours.auc).toBeGreaterThan(0.87);
      expect(pairs.gated).toBe(0);
      expect(pairs.cheque).toBeLessThanOrEqual(0.01 * pairs.candidates);
    });

    test('and finds projects half as often again as points do', () => {
      const { rows } = result.projects;
      expect(row(rows, '更对口').hit20).toBeGreaterThan(1.5 * row(rows, '条件积分').hit20);
      expect(row(rows, '更对口').auc).toBeGreaterThan(0.8);
    });
  },
);
