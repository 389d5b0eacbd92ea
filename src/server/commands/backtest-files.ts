import { addDays } from '#shared/time/days.ts';
import { Failure } from '#shared/errors.ts';
import { CsvTokenizer } from '#server/features/imports/reading/csv-tokenizer.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import type { EdgeRow, RoundRow } from '#server/features/matching/backtest/history.ts';
import { readGivenFile } from './command-line.ts';

/** Whether a text is a day that there is. */
export const isDay = (text: string): boolean => {
  const [, month = '', day = ''] = /^\d{4}-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return month >= '01' && month <= '12' && day >= '01' && day <= '31' && addDays(text, 0) === text;
};

/** One row of a file: the cell of a column, as text, day or amount. */
interface Cells {
  readonly text: (column: string) => string;
  readonly day: (column: string) => string;
  /** A number above 0; null where there is none. */
  readonly amount: (column: string) => number | null;
}

/** The rows of a CSV file with these columns, in any order among others. @throws Failure that names file, line and column. */
function readRows<Row>(file: string, columns: readonly string[], read: (cells: Cells) => Row): Row[] {
  const wrong = (what: string): never => {
    throw new Failure('INVALID_BODY', `“${file}”${what}`);
  };
  let headings: readonly string[] | undefined;
  const rows: Row[] = [];
  const tokenizer = new CsvTokenizer({ delimiter: ',', quote: '"' }, limitsOf(undefined), ({ line, cells, fault }) => {
    if (fault) wrong(`第 ${line} 行“${headings?.[fault.position - 1] ?? fault.position}”列：${fault.reason}`);
    if (!headings) {
      headings = cells.map((cell) => cell.trim());
      const missing = columns.find((column) => !headings?.includes(column));
      if (missing !== undefined) wrong(`缺少“${missing}”列`);
      return;
    }
    if (cells.length !== headings.length) wrong(`第 ${line} 行有 ${cells.length} 列，应有 ${headings.length} 列`);
    const text = (column: string): string => cells[headings?.indexOf(column) ?? -1]?.trim() ?? '';
    rows.push(
      read({
        text,
        day: (column) =>
          text(column) === '' || isDay(text(column))
            ? text(column)
            : wrong(`第 ${line} 行“${column}”列：“${text(column)}”不是日期`),
        amount(column) {
          const cell = text(column);
          if (cell !== '' && !/^\d{1,18}(\.\d{1,6})?$/.test(cell))
            wrong(`第 ${line} 行“${column}”列：“${cell}”不是金额`);
          return Number(cell) || null;
        },
      }),
    );
  });
  tokenizer.push(readGivenFile(file).replace(/^\uFEFF/, ''));
  tokenizer.end();
  if (!headings) wrong('是空文件');
  return rows;
}

export const readRounds = (file: string): RoundRow[] =>
  readRows(
    file,
    [
      'company_name',
      'company_category_code',
      'company_state_code',
      'company_region',
      'funding_round_type',
      'funded_at',
      'raised_amount_usd',
    ],
    (cells) => ({
      company: cells.text('company_name'),
      on: cells.day('funded_at'),
      sector: cells.text('company_category_code'),
      state: cells.text('company_state_code'),
      region: cells.text('company_region'),
      type: cells.text('funding_round_type'),
      amount: cells.amount('raised_amount_usd'),
    }),
  );

export const readEdges = (file: string): EdgeRow[] =>
  readRows(file, ['company_name', 'investor_name', 'funded_when', 'amount_usd'], (cells) => ({
    company: cells.text('company_name'),
    investor: cells.text('investor_name'),
    on: cells.day('funded_when'),
    amount: cells.amount('amount_usd'),
  }));
