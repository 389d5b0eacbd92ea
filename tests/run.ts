// `npm test`: every check in order, then one table of what came out. It goes on after a failure, so that one run reports
// all there is to mend. The last line is the sum of all test runs. `npm run check` does the first ones, while one works.
import { longest, runTool, runVitest, total, words, type Outcome } from '#tests/support/project/checks.ts';
import { testsOfBothDatabases } from '#tests/support/project/database-tests.ts';
import { ensureChromium } from '#tests/support/browser/chromium-install.ts';
import { openSuitePostgres } from '#tests/support/databases/suite-postgres.ts';

/** @param chromium why there is none, once it is known */
async function browserTests(chromium: Promise<string | undefined>): Promise<Outcome> {
  const name = 'browser tests';
  const reason = await chromium;
  return reason === undefined ? runVitest(name, ['e2e']) : { name, state: 'FAILED', seconds: 0, reason };
}

/**
 * On PostgreSQL where there is one, as it is the older of the two and the one that processes share. Then what a database
 * itself does is tested on the embedded one as well, on which the browser tests run in any case.
 */
async function databaseTests(): Promise<Outcome[]> {
  const name = 'unit, API and UI tests';
  const embedded = 'API, embedded database';
  const projects = ['unit', 'api', 'stores', 'ui'];
  if (process.env['DATABASE_URL']) {
    const reason = 'DATABASE_URL is set: the tests above ran on that PostgreSQL';
    return [await runVitest(name, projects), { name: embedded, state: 'skipped', seconds: 0, reason }];
  }
  const postgres = await openSuitePostgres();
  if ('absent' in postgres) {
    const reason = `all ran on the embedded database: ${postgres.absent}`;
    return [await runVitest(name, projects), { name: 'API on PostgreSQL', state: 'skipped', seconds: 0, reason }];
  }
  try {
    const all = await runVitest(name, projects, { DATABASE_URL: postgres.url });
    return [
      { ...all, reason: all.reason ?? `on PostgreSQL ${postgres.version}` },
      await runVitest(embedded, ['api'], { DATABASE_URL: '' }, testsOfBothDatabases()),
    ];
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
    ...(await databaseTests()),
    // Two files at once would both build it.
    await runTool('client', ['node', 'src/server/commands/build-client.ts']),
    await browserTests(chromium),
  );
const sum = total(outcomes);
const parts = [
  failureLines(outcomes),
  `Longest files of tests:\n${longest(outcomes, SHOWN).join('\n')}\n\n`,
  outcomes.map(line).join('\n'),
];
console.log(`\n${parts.join('')}\n\n${words(sum)}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
