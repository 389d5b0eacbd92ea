import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A time given to a test, a hook or a wait; the second is one at the end of a call, where `vi.waitFor` has it as well. */
const OWN_TIME = [
  /\btimeout: (?:\d|MINUTE)/,
  /^\s*\}, (?:\d+ \* MINUTES?|\d+_000)\);/m,
  /^\s*\d+ \* MINUTES?,$/m,
  /\bvi\.waitFor\(/,
];
/** Tests that are run longer by a setting of the environment, and a time that is asserted. */
const LONG = new Set([
  'tests/api/metadata/kills.test.ts',
  'tests/api/metadata/packages/package-kills.test.ts',
  'tests/api/chat/unread.test.ts',
  'tests/ui/lib/api.test.ts',
]);

test('no test or wait has a time of its own, which a busy machine would exceed', () => {
  const files = globSync('tests/{unit,architecture,api,contract,regression,ui,e2e}/**/*.test.{ts,tsx}');
  const own = files.filter((file) => {
    const source = readFileSync(file, 'utf8');
    return (
      !LONG.has(file) && file !== 'tests/architecture/patience.test.ts' && OWN_TIME.some((time) => time.test(source))
    );
  });
  expect(files.length).toBeGreaterThan(400);
  expect(own).toEqual([]);
});
