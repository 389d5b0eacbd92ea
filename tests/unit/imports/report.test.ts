import { describe, expect, test } from 'vitest';
import { prng } from '#tests/support/prng.ts';
import { DigestSet } from '#server/features/imports/run/digest-set.ts';
import { ProgressLine, progressText } from '#server/features/imports/run/progress-line.ts';
import { ratesInCny } from '#server/features/imports/run/rates.ts';
import { addsUp, noCounts } from '#server/features/imports/report/counts.ts';
import { plainCell, safeCell } from '#server/platform/files/safe-cell.ts';

describe('a cell of a CSV', () => {
  test('is guarded where a spreadsheet would run it, whatever separator it opens the file with', () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '#NAME?', 'plain', '', '2019-01-01', 'a=b', "it's", "O'-x"];
    expect(texts.map((text) => safeCell(text))).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "'\t'=1",
      '#NAME?',
      'plain',
      '',
      '2019-01-01',
      'a=b',
      "it's",
      "O'-x",
    ]);
    const split = ['a;=1+1', 'a\t=1', 'a; "=1"', 'a|+1', 'a,@x', 'a\n-1', 'a\r\n＝1', 'a;\n=1', ' =1', '"=1"', "'=1"];
    for (const text of split) {
      const cells = safeCell(text).split(/[,;|\t\r\n]/);
      expect(cells.filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell))).toEqual([]);
    }
  });

  test('gives its text back when it is read again, whatever the text', () => {
    const draw = prng(7);
    const signs = [...'=+-@;,|\t\r\n\'" a＝鲸'];
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: draw.int(0, 8) }, () => draw.pick(signs)).join('');
      expect(plainCell(safeCell(text))).toBe(text);
    }
  });

  test('of a million line breaks is guarded in one pass', () => {
    const text = `${'\n'.repeat(1_000_000)}x`;
    const began = performance.now();
    expect(plainCell(safeCell(text))).toBe(text);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

test('a hundred thousand rows are distinguished from each other and known again', () => {
  const digests = new DigestSet();
  for (let row = 0; row < 100_000; row += 1) expect(digests.add(`row ${row}`)).toBe(true);
  for (let row = 0; row < 100_000; row += 997) expect(digests.add(`row ${row}`)).toBe(false);
});

test('counts add up only when every row ended once', () => {
  expect(
    addsUp({
      ...noCounts(),
      lines: 7,
      blank: 1,
      rows: 6,
      created: 1,
      updated: 1,
      unchanged: 1,
      duplicate: 1,
      rejected: 2,
    }),
  ).toBe(true);
  expect(addsUp({ ...noCounts(), lines: 7, blank: 1, rows: 6, created: 5 })).toBe(false);
});

describe('progress', () => {
  const counts = { ...noCounts(), lines: 15_000, rejected: 2 };

  test('says how far, at what rate, and how long it will take', () => {
    expect(progressText({ done: 50, total: 100 }, counts, { lines: 15_000, bytes: 50, seconds: 5 })).toBe(
      '████████████░░░░░░░░░░░░  50.0%  15000 行，3000 行/秒，剩余约 0:05，拒绝 2',
    );
    expect(progressText({ done: 1, total: 1000 }, counts, { lines: 10, bytes: 1, seconds: 10 })).toContain(
      '剩余约 2:46:30',
    );
  });

  test('counts rate and time left by the rows that this run read, not by those that an earlier one had kept', () => {
    let at = 0;
    const written: string[] = [];
    const line = new ProgressLine({ isTerminal: true, write: (text) => written.push(text) }, () => at);
    // The first 800 of 1,000 bytes were kept by a run that was stopped; reading them again takes two seconds.
    at = 2000;
    line.begin({ done: 800, total: 1000 }, { ...counts, lines: 8000 });
    at = 12_000;
    line.show({ done: 900, total: 1000 }, { ...counts, lines: 9000 });
    expect(written.at(-1)).toContain('9000 行，100 行/秒，剩余约 0:10');
  });

  test('redraws its line on a terminal and writes a line now and then elsewhere', () => {
    for (const isTerminal of [true, false]) {
      let at = 0;
      const written: string[] = [];
      const line = new ProgressLine({ isTerminal, write: (text) => written.push(text) }, () => at);
      for (; at < 20_000; at += 50) line.show({ done: at, total: 20_000 }, counts);
      expect(written.every((text) => (isTerminal ? text.startsWith('\r') : text.endsWith('\n')))).toBe(true);
      expect(written).toHaveLength(isTerminal ? 200 : 3);
    }
  });
});

test('rates go through the dollar, in the direction each is quoted', () => {
  const day = '2013-01-01';
  const quotes = [
    { day, country: 'China', rate: '6.2' },
    { day, country: 'Euro', rate: '1.3' },
    { day, country: 'Japan', rate: '100' },
    { day, country: 'Sweden', rate: '6.5' },
    { day: '1975-01-01', country: 'Japan', rate: '300' },
  ];
  expect(ratesInCny(quotes)).toEqual([
    { currency: 'USD', day, cny: '6.2' },
    { currency: 'EUR', day, cny: '8.06' },
    { currency: 'JPY', day, cny: '0.062' },
  ]);
});
