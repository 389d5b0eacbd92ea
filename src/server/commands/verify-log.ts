// `npm run verify-log [-- --expect <number>:<hash>]`: works out the hash chain of the audit log anew, prints where it breaks
// and ends with 1. A chain says nothing of entries cut off at its end: keep the last line that this prints somewhere else,
// and give it with `--expect` the next time.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { verifyWholeLog } from '#server/lib/audit/verification.ts';

const { values: options } = parseArgs({ options: { expect: { type: 'string' } } });
const dataDir = process.env['JINGTU_DATA'] ?? path.resolve(import.meta.dirname, '../../../data');
const database = await openDatabase({ url: process.env['DATABASE_URL'], dataDir });
const outcome = await verifyWholeLog(database.db, options.expect);
for (const line of outcome.lines) (outcome.holds ? console.log : console.error)(line);
await database.close();
process.exitCode = outcome.holds ? 0 : 1;
