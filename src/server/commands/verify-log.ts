// `npm run verify-log [-- --expect <number>:<hash>]`: works out the hash chain of the audit log again with the key of the
// installation, prints where it breaks and ends with 1. A chain says nothing of entries cut off at its end: keep the last
// line that this prints somewhere else, and give it with `--expect` the next time.
// `--anchor <reason>` takes the log as it is for right where only its seals do not hold: after an older release wrote beside
// this one, or when the key of before is lost. The chain itself must hold; the reason goes into the log.
import { Failure } from '#shared/errors.ts';
import { anchorWithReason } from '#server/platform/audit/anchor.ts';
import { verifyWholeLog } from '#server/platform/audit/verification.ts';
import { openOwnDatabase, readArguments, runCommand } from './command-line.ts';

const USAGE = '用法：npm run verify-log [-- --expect 123:哈希] [--anchor 原因]';
const ENTRY = /^\d{1,18}:[0-9a-f]{64}$/;

await runCommand(async () => {
  const { values } = readArguments(USAGE, { expect: { type: 'string' }, anchor: { type: 'string' } });
  if (values.expect !== undefined && !ENTRY.test(values.expect))
    throw new Failure('INVALID_QUERY', `--expect 应为上次打印的“编号:哈希”，收到的是“${values.expect}”。`);
  const database = await openOwnDatabase();
  try {
    if (values.anchor !== undefined) await anchorWithReason(database, values.anchor, new Date());
    const outcome = await verifyWholeLog(database, values.expect);
    for (const line of outcome.lines) (outcome.holds ? console.log : console.error)(line);
    return outcome.holds ? 0 : 1;
  } finally {
    await database.close();
  }
});
