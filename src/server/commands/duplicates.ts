// `npm run duplicates -- --names names.csv [--pairs pairs.csv]`: looks for duplicates in a list of names and prints them; with
// pairs that are known to be one it prints how many of them were found, and how many pairs are wrong, grade by grade.
import { Failure } from '#shared/errors.ts';
import { matchFacts } from '#server/core/duplicates/match-facts.ts';
import { type MatchedPair, matchList } from '#server/core/duplicates/match-list.ts';
import { scoreOf } from '#server/core/duplicates/score.ts';
import { readArguments, runCommand, UsageError } from './command-line.ts';
import { csvRows, textsOfRow } from './match-files.ts';

const USAGE = '用法：npm run duplicates -- --names 名单.csv [--pairs 同一主体.csv]';
/** Columns of a file of pairs: the numbers (编号) of two rows of the list. */
const PAIR = ['编号1', '编号2'] as const;
/** More pairs than these are counted and not printed. */
const PRINTED = 50;
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

await runCommand(async () => {
  const { values } = readArguments(USAGE, { names: { type: 'string' }, pairs: { type: 'string' } });
  if (values.names === undefined) throw new UsageError(USAGE);
  const rows = csvRows(values.names);
  const pairs = matchList(rows.map((row) => matchFacts(textsOfRow(row))));
  const ids = rows.map((row, place) => row['编号'] ?? String(place + 1));
  const name = (place: number): string => `${ids[place]} ${rows[place]?.['工商名称'] || rows[place]?.['名称'] || ''}`;
  console.log(`${rows.length} 行，${pairs.length} 对疑似重复`);
  if (values.pairs === undefined) {
    for (const { grade, left, right, reasons } of strongest(pairs).slice(0, PRINTED))
      console.log(`${grade}  ${name(left)}  ${name(right)}  （${reasons.join('、')}）`);
    return;
  }
  const places = new Map(ids.map((id, place) => [id, place]));
  const truth = csvRows(values.pairs).map((row): [number, number] => {
    const [one, other] = PAIR.map((column) => places.get(row[column] ?? ''));
    if (one === undefined || other === undefined)
      throw new Failure('INVALID_BODY', `“${values.pairs}”的“${PAIR.join('、')}”须是名单中的编号`);
    return one < other ? [one, other] : [other, one];
  });
  for (const least of [4, 3, 2, 1]) {
    const { found, wrong, precision, recall } = scoreOf(pairs, truth, least);
    console.log(`${least} 级以上：${found} 对，误报 ${wrong}，精确率 ${percent(precision)}，召回率 ${percent(recall)}`);
  }
});

const strongest = (pairs: readonly MatchedPair[]): MatchedPair[] => pairs.toSorted((a, b) => b.grade - a.grade);
