import { performance } from 'node:perf_hooks';
import { fold } from '#shared/text/fold.ts';
import { spelling } from '#server/core/search/letters.ts';
import { readWord } from '#server/core/search/search-word.ts';
import type { Services } from '#server/services.ts';
import { prng } from '#tests/support/prng.ts';
import { type CompanyName, companyNames, shortNames } from './company-names.ts';
import { fillSearch } from './fill-search.ts';
import { withBenchDatabase } from './million-companies.ts';
import { bareScan, idsByKeyword, insertNames, naiveSearch, settleTable } from './queries.ts';
import { type Row, table } from './row.ts';

const OBJECT = 'InsightCompany';
const COUNT = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const WORDS = Number(process.env['BENCH_WORDS'] ?? 200);
/** Words whose every match is compared with a plain scan. */
const COMPARED = 60;
/** Words that the slow ways are measured with. */
const RIVALS = 20;
const LIMIT_MS = 200;
const SLICE = 20_000;

/** Words as people type them, by the same chance in every run. */
function words(
  names: readonly CompanyName[],
): Readonly<Record<'substring' | 'pinyin' | 'initials', readonly string[]>> {
  const random = prng(20_261_121);
  const some = (make: (text: string) => string) => {
    const found: string[] = [];
    while (found.length < WORDS) {
      const { name, legalName } = random.pick(names);
      const word = make(random.chance(0.7) ? name : legalName).trim();
      if (word !== '') found.push(word);
    }
    return found;
  };
  const part = (items: readonly string[], least: number, most: number) => {
    const length = Math.min(random.int(least, most), items.length);
    const start = random.int(0, items.length - length);
    return items.slice(start, start + length);
  };
  const syllables = (text: string) => spelling(text).match(/[A-Z][a-z]*/g) ?? [];
  return {
    substring: some((text) => part(Array.from(text), 1, 4).join('')),
    pinyin: some((text) => part(syllables(text), 2, 4).join('').toLowerCase()),
    initials: some((text) =>
      part(syllables(text), 2, 5)
        .map((syllable) => syllable.charAt(0))
        .join('')
        .toLowerCase(),
    ),
  };
}

const SCOPE = { readable: () => true, rowsOf: () => undefined, today: '2026-11-21' };

/** Milliseconds of each call. */
async function times(items: readonly string[], call: (item: string) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (const item of items) {
    const started = performance.now();
    await call(item);
    taken.push(performance.now() - started);
  }
  return taken.toSorted((left, right) => left - right);
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
const shown = (sorted: readonly number[]): string =>
  `p95 ${quantile(sorted, 0.95).toFixed(0)} ms, median ${quantile(sorted, 0.5).toFixed(1)} ms, longest ${(sorted.at(-1) ?? NaN).toFixed(0)} ms`;

async function fill({ database, catalog, metadata }: Services): Promise<string> {
  const object = catalog.object(OBJECT);
  const names = companyNames(shortNames() ?? [], COUNT);
  for (let at = 0; at < names.length; at += SLICE) await insertNames(database.pool, names.slice(at, at + SLICE));
  const started = performance.now();
  await fillSearch(database, object);
  console.log(`found by their names after ${Math.round((performance.now() - started) / 1000)} s more`);
  await metadata.runIndexJobs();
  await settleTable(database.pool, object.definition);
  return `${COUNT.toLocaleString('en')} companies of real names`;
}

/**
 * How many of the words have other ids than reading every name here gives, and how many ids were compared. A word of
 * letters also finds what is spelt so, which is not among those: then no id may be missing.
 */
async function misses({ database, catalog }: Services, names: readonly CompanyName[], asked: readonly string[]) {
  const object = catalog.object(OBJECT);
  const folded = names.map(({ name, legalName }) => `${fold(name)}\n${fold(legalName)}`);
  let [wrong, compared] = [0, 0];
  for (const word of asked.slice(0, COMPARED)) {
    const { text, letters } = readWord(word);
    const expected = folded.flatMap((line, index) => (line.includes(text) ? [String(index + 1)] : []));
    const found = new Set(await idsByKeyword(database.pool, object, word));
    const isMissing = expected.some((id) => !found.has(id));
    if (isMissing || (letters === undefined && found.size !== expected.length)) wrong += 1;
    compared += expected.length;
  }
  return { wrong, compared };
}

async function measure(services: Services): Promise<Row[]> {
  const { database, catalog, reader } = services;
  const object = catalog.object(OBJECT);
  const names = companyNames(shortNames() ?? [], COUNT);
  const asked = words(names);
  const page = async (keyword: string) => reader.listJson(object, { keyword, pageSize: 20 }, SCOPE);
  const count = async (keyword: string) => reader.count(object, { keyword }, SCOPE);
  const best = async (text: string) => reader.searchNames(object, { text, limit: 10, scope: SCOPE });
  const size = `${COUNT.toLocaleString('en')} names`;
  const met = (taken: readonly number[]) => quantile(taken, 0.95) <= LIMIT_MS;
  await times(asked.substring.slice(0, 20), page);

  const pages = await times(asked.substring, page);
  const few = asked.substring.slice(0, RIVALS);
  const naive = await times(few, async (word) => naiveSearch(database.pool, word));
  const bare = await times(few, async (word) => bareScan(database.pool, fold(word)));
  const rivals = {
    rival: `${shown(naive)} naive: ilike on three fields`,
    limit: `${shown(bare)} bare driver: like on one column`,
  };
  const ratio = `${(quantile(naive, 0.95) / quantile(pages, 0.95)).toFixed(1)} ×`;
  const target = `p95 ≤ ${LIMIT_MS} ms`;
  const rows: Row[] = [
    {
      name: `first page of ${size} holding 1 to 4 characters, in the list’s own order`,
      ours: shown(pages),
      ...rivals,
      ratio,
      target,
      met: met(pages),
    },
  ];
  const more: readonly [string, readonly string[], (word: string) => Promise<unknown>][] = [
    ['how many they are, up to 1,000', asked.substring, count],
    ['the ten best of them, while typing', asked.substring, best],
    ['first page by pinyin of 2 to 4 syllables', asked.pinyin, page],
    ['the ten best by pinyin', asked.pinyin, best],
    ['first page by 2 to 5 initials', asked.initials, page],
    ['the ten best by initials', asked.initials, best],
  ];
  for (const [name, list, call] of more) {
    const taken = await times(list, call);
    rows.push({ name, ours: shown(taken), ratio: '–', target, met: met(taken) });
  }
  const { wrong, compared } = await misses(services, names, asked.substring);
  rows.push({
    name: `answers that differ from a plain scan, ${COMPARED} words, ${compared.toLocaleString('en')} matches`,
    ours: String(wrong),
    ratio: '–',
    target: '0',
    met: wrong === 0,
  });
  return rows;
}

/** Measures search by parts of Chinese names on PostgreSQL; no rows, with words, where the names or PostgreSQL are absent. */
export async function run(): Promise<Row[]> {
  if (shortNames()) return withBenchDatabase(process.env['BENCH_SEARCH_DATABASE'], fill, measure);
  console.log('Not measured: the list of real company names is not there.');
  return [];
}

if (import.meta.main) console.log(table(await run()));
