// `npm test`: every check in order, then one table of what came out. It goes on after a failure, so that one run reports
// all there is to mend. The last line is the sum of all test runs. `npm run check` does the first ones, while one works.
import { longest, runTool, runVitest, total, words, type Outcome } from '#tests/support/project/checks.ts';
import { testsWithoutDatabase } from '#tests/support/project/database-tests.ts';
import { ensureChromium } from '#tests/support/browser/chromium-install.ts';
import { openSuitePostgres } from '#tests/support/databases/suite-postgres.ts';

/** @param chromium why there is none, once it is known */
async function browserTests(chromium: Promise<string | undefined>): Promise<Outcome> {
  const name = 'browser tests';
  const reason = await chromium;
  return reason === undefined ? runVitest(name, ['e2e']) : { name, state: 'FAILED', seconds: 0, reason };
}

async function postgresTests(): Promise<Outcome> {
  const name = 'API on PostgreSQL';
  if (process.env['DATABASE_URL']) {
    return {
      name,
      state: 'skipped',
      seconds: 0,
      reason: 'DATABASE_URL is set: the tests above ran on that PostgreSQL',
    };
  }
  const postgres = await openSuitePostgres();
  if ('absent' in postgres) return { name, state: 'skipped', seconds: 0, reason: postgres.absent };
  try {
    const same = testsWithoutDatabase().flatMap((file) => ['--exclude', file]);
    return await runVitest(`${name} ${postgres.version}`, ['api'], { DATABASE_URL: postgres.url }, same);
  } finally {
    await postgres.stop();
  }
}

/** The failures again, where they need not be looked for above. */
const failureLines = (outcomes: readonly Outcome[]): string =>
  outcomes.flatMap(({ name, failures = [] }) => failures.map((failure) => `FAILED  ${name} › ${failure}\n`)).join('');

function line({ name, state, seconds, tally, reason }: Outcome): string {
  const details = [tally && words(tally), reason].filter(Boolean).join(' · ');
  return `${state.padEnd(8)}${name.padEnd(26)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${details}`.trimEnd();
}

/** Runs the compiler and the linter again on planted faults. */
const BOUNDARIES = 'tests/architecture/boundaries.test.ts';
/** Files shown with their time, so that growth is seen. */
const SHOWN = 10;

const isQuick = process.argv.includes('--quick');
// It is fetched while all that needs no browser is checked.
const chromium = isQuick ? Promise.resolve(undefined) : ensureChromium();
const outcomes: Outcome[] = [
  await runTool('types', ['tsc', '-b']),
  await runTool('lint', ['oxlint']),
  await runTool('format', ['oxfmt', '--check']),
];
if (isQuick) outcomes.push(await runVitest('unit tests', ['unit'], {}, ['--exclude', BOUNDARIES]));
else
  outcomes.push(
    await runTool('dead code', ['knip']),
    await runTool('generated schemas', ['node', 'src/server/commands/schemas.ts', '--check']),
    await runTool('access table', ['node', 'src/server/commands/access-table.ts', '--check']),
    await runVitest('unit, API and UI tests', ['unit', 'api', 'stores', 'ui']),
    // Two files at once would both build it.
    await runTool('client', ['node', 'src/server/commands/build-client.ts']),
    await browserTests(chromium),
    await postgresTests(),
  );
const sum = total(outcomes);
const parts = [
  failureLines(outcomes),
  `Longest files of tests:\n${longest(outcomes, SHOWN).join('\n')}\n\n`,
  outcomes.map(line).join('\n'),
];
console.log(`\n${parts.join('')}\n\n${words(sum)}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
