// `npm run verify-log [-- --expect <number>:<hash>]`: works out the hash chain of the audit log again, prints where it breaks
// and ends with 1. A chain says nothing of entries cut off at its end: keep the last line that this prints somewhere else,
// and give it with `--expect` the next time.
import { Failure } from '#shared/errors.ts';
import { verifyWholeLog } from '#server/platform/audit/verification.ts';
import { openOwnDatabase, readArguments, runCommand } from './command-line.ts';

const USAGE = '用法：npm run verify-log [-- --expect 123:哈希]';
const ENTRY = /^\d{1,18}:[0-9a-f]{64}$/;

await runCommand(async () => {
  const { values } = readArguments(USAGE, { expect: { type: 'string' } });
  if (values.expect !== undefined && !ENTRY.test(values.expect))
    throw new Failure('INVALID_QUERY', `--expect 应为上次打印的“编号:哈希”，收到的是“${values.expect}”。`);
  const database = await openOwnDatabase();
  try {
    const outcome = await verifyWholeLog(database.db, values.expect);
    for (const line of outcome.lines) (outcome.holds ? console.log : console.error)(line);
    return outcome.holds ? 0 : 1;
  } finally {
    await database.close();
  }
});
