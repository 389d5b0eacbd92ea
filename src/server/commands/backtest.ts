// `npm run backtest -- --rounds FILE --edges FILE --train-until DATE --test DATE..DATE [--json FILE]`: replays a history of deals
// month by month and prints how well matching would have found who invested next, beside simpler rankings in the same run.
import { writeFileSync } from 'node:fs';
import { addDays } from '#shared/time/days.ts';
import { Failure } from '#shared/errors.ts';
import { runBacktest } from '#server/features/matching/backtest/backtest.ts';
import { historyOf } from '#server/features/matching/backtest/history.ts';
import type { Period } from '#server/features/matching/backtest/periods.ts';
import { reportOf } from '#server/features/matching/backtest/report.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import { isDay, readEdges, readRounds } from './backtest-files.ts';
import { readArguments, runCommand, UsageError } from './command-line.ts';

const USAGE =
  '用法：npm run backtest -- --rounds 轮次.csv --edges 投资.csv --train-until 日期 --test 起始日期..截止日期 [--json 文件]（日期为 YYYY-MM-DD）';

function dayOf(text: string, name: string): string {
  if (!isDay(text)) throw new UsageError(`参数 ${name} 中的“${text}”不是日期\n${USAGE}`);
  return text;
}

function periodOf(text: string): Period {
  const [from = '', to = '', more] = text.split('..');
  if (more !== undefined) throw new UsageError(`参数 --test 须是“起始日期..截止日期”\n${USAGE}`);
  const period = { from: dayOf(from, '--test'), to: dayOf(to, '--test') };
  if (period.to < period.from) throw new UsageError(`参数 --test 的截止日期早于起始日期\n${USAGE}`);
  return period;
}

await runCommand(async () => {
  const { values } = readArguments(USAGE, {
    rounds: { type: 'string' },
    edges: { type: 'string' },
    'train-until': { type: 'string' },
    test: { type: 'string' },
    json: { type: 'string' },
  });
  const { rounds, edges, json } = values;
  if (rounds === undefined || edges === undefined || values['train-until'] === undefined || values.test === undefined)
    throw new UsageError(USAGE);
  const test = periodOf(values.test);
  const until = dayOf(values['train-until'], '--train-until');
  if (until >= test.from) throw new UsageError(`参数 --train-until 须早于 --test 的起始日期\n${USAGE}`);
  const train = { from: addDays(`${Number(until.slice(0, 4)) - 1}${until.slice(4)}`, 1), to: until };
  const history = historyOf(readRounds(rounds), readEdges(edges));
  const result = runBacktest(history, { train, test }, (text) => console.error(text));
  if (json !== undefined) writeJson(json, result);
  console.log(reportOf(result));
});

function writeJson(file: string, result: unknown): void {
  try {
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  } catch (error) {
    throw new Failure('INVALID_BODY', `无法写入“${file}”：${fileTrouble(error)}`);
  }
}
