import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { Failure } from '#shared/errors.ts';
import { CsvTokenizer } from '#server/features/imports/reading/csv-tokenizer.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import type { MatchTexts } from '#server/core/duplicates/match-facts.ts';
import { regionNamed } from '#server/core/duplicates/regions.ts';

/** The rows of a CSV file in UTF-8, packed or not, by their headings. @throws Failure for one without headings. */
export function csvRows(file: string): Readonly<Record<string, string>>[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '');
  const rows: (readonly string[])[] = [];
  const tokenizer = new CsvTokenizer({ delimiter: ',', quote: '"' }, limitsOf(undefined), ({ cells }) => {
    rows.push(cells);
  });
  tokenizer.push(text);
  tokenizer.push('');
  tokenizer.end();
  const [headings, ...rest] = rows;
  if (!headings) throw new Failure('INVALID_BODY', `“${file}”是空文件`);
  return rest.map((cells) => Object.fromEntries(headings.map((name, at) => [name.trim(), (cells[at] ?? '').trim()])));
}

/** Headings of a file of names, and what each is of a record. */
const COLUMNS = {
  codes: '统一社会信用代码',
  legalNames: '工商名称',
  names: '名称',
  sites: '官网',
  regions: '地区',
  people: '法定代表人',
  founded: '成立时间',
} as const satisfies Readonly<Record<keyof MatchTexts, string>>;

/** What a row of a file of names says of its record. @throws Failure where no column holds names. */
export function textsOfRow(row: Readonly<Record<string, string>>): MatchTexts {
  if (row[COLUMNS.names] === undefined && row[COLUMNS.legalNames] === undefined)
    throw new Failure('INVALID_BODY', `名单需要“${COLUMNS.names}”或“${COLUMNS.legalNames}”列`);
  const texts = Object.entries(COLUMNS).map(([key, column]) => [key, row[column] ? [row[column]] : []]);
  const read = Object.fromEntries(texts) as Record<keyof MatchTexts, string[]>;
  return { ...read, regions: read.regions.flatMap((text) => regionNamed(text) ?? []) };
}
