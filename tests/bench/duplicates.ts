import { csvRows } from '#server/commands/match-files.ts';
import { matchFacts, type MatchTexts } from '#server/core/duplicates/match-facts.ts';
import { matchList } from '#server/core/duplicates/match-list.ts';
import { scoreOf } from '#server/core/duplicates/score.ts';
import { seededRandom } from '#sample/draw/random.ts';
import { dataAbsent, sharedData } from '#tests/support/imports/import-desk.ts';
import { trialOf } from '#tests/support/matching/trial.ts';
import type { Row } from './row.ts';

const DATA = 'smoothnlp-2019';
const COPIES = 2000;
/** Aims for the precision and the recall of all pairs of a grade and better. */
const AIMS = [
  { grade: 4, precision: 0.999, recall: 0.27 },
  { grade: 3, precision: 0.999, recall: 0.78 },
  { grade: 2, precision: 0.99, recall: 0.9 },
  { grade: 1, precision: 0.99, recall: 0.96 },
] as const;
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

/**
 * Real companies, and copies of some of them as another source would write them: which pairs are found. Made-up copies
 * flatter, since another source is wrong in more ways than these.
 */
export function run(): Promise<Row[]> {
  if (dataAbsent(DATA)) {
    console.error(`duplicates: skipped, ${DATA} is not beside the project`);
    return Promise.resolve([]);
  }
  const originals = csvRows(sharedData(`${DATA}/companies_10k.csv.gz`)).map(companyOf);
  const { list, truth } = trialOf(seededRandom(39), originals, COPIES);
  const start = performance.now();
  const pairs = matchList(list.map(matchFacts));
  const rate = list.length / ((performance.now() - start) / 1000);
  return Promise.resolve(
    AIMS.map(({ grade, precision, recall }) => {
      const score = scoreOf(pairs, truth, grade);
      return {
        name: `duplicates of grade ${grade} and better among ${originals.length} companies and ${COPIES} copies`,
        ours: `precision ${percent(score.precision)}, recall ${percent(score.recall)}`,
        limit: `${score.found} pairs, ${score.wrong} wrong`,
        ratio: `${Math.round(rate)} records/s`,
        target: `≥ ${percent(precision)}, ≥ ${percent(recall)}`,
        met: score.precision >= precision && score.recall >= recall,
      };
    }),
  );
}

/** The place of registration is in the code: two digits of the province, two of the city, 00 where it is not one. */
const placeOf = (code: string): string[] => {
  const place = code.slice(2, 6);
  return /^[1-6]\d{3}$/.test(place) && !place.startsWith('10') ? [place.replace(/00$/, '')] : [];
};

function companyOf(row: Readonly<Record<string, string>>): MatchTexts {
  const of = (column: string): string[] => [row[column] ?? ''].filter(Boolean);
  const codes = of('统一信用代码');
  return {
    codes,
    legalNames: of('公司名称'),
    names: of('名称'),
    sites: of('网址'),
    regions: codes.flatMap(placeOf),
    people: of('法人代表'),
    founded: of('成立时间'),
  };
}
