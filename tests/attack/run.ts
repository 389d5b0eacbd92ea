// `npm run attack [-- --bodies N --seed N]`: every test that attacks, those of docs/threats.md and the matrices of roles, routes
// and owners, on both databases; malformed bodies in greater number and drawn by another seed than in `npm test`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openSuitePostgres } from '#tests/support/databases/suite-postgres.ts';
import { type Outcome, runVitest, total, words } from '#tests/support/project/checks.ts';

const MATRICES = ['routes', 'access-table', 'malformed-bodies'].map((name) => `tests/contract/${name}.test.ts`);
/** How the page names tests; those of screens have a page of their own, and those in a browser the built client. */
const NAMED = /`(tests\/(?:api|contract|regression|unit)\/[^`]+\.test\.ts)`/g;

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const named = Array.from(readFileSync('docs/threats.md', 'utf8').matchAll(NAMED), ([, file = '']) => file);
const files = [...new Set([...named, ...MATRICES])];
const drawn = { ATTACK_BODIES: values.bodies, ATTACK_SEED: values.seed };
console.log(`Bodies to each route: ${values.bodies}, seed ${values.seed}, ${files.length} files of tests`);

async function onPostgres(): Promise<Outcome> {
  const name = 'PostgreSQL';
  const postgres = await openSuitePostgres();
  if ('absent' in postgres) return { name, state: 'skipped', seconds: 0, reason: postgres.absent };
  try {
    return await runVitest(name, ['api'], { ...drawn, DATABASE_URL: postgres.url }, files);
  } finally {
    await postgres.stop();
  }
}

const outcomes = [await runVitest('embedded database', ['unit', 'api'], drawn, files), await onPostgres()];
for (const { name, state, reason, tally, failures = [] } of outcomes) {
  console.log([state, name, tally && words(tally), reason].filter(Boolean).join('  '));
  for (const failure of failures) console.log(`FAILED  ${name} › ${failure}`);
}
process.exitCode = total(outcomes).failed === 0 ? 0 : 1;
