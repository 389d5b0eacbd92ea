import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { testsOfBothDatabases, testsWithoutDatabase } from '#tests/support/project/database-tests.ts';

let without: readonly string[];
beforeAll(() => {
  without = testsWithoutDatabase();
});

describe('tests that come to no database', () => {
  it('are those that neither open a database nor start a process that might', () => {
    expect(without).toContain('tests/contract/cel-second-engine.test.ts');
    expect(without).toContain('tests/api/processes/commands.test.ts');
    expect(without).not.toContain('tests/api/imports/command.test.ts');
    expect(without).not.toContain('tests/api/imports/import-run.test.ts');
    expect(without).not.toContain('tests/contract/conditions/whole-periods.test.ts');
  });

  it('have none of the words with which a database is opened', () => {
    const opening = /\b(?:openTestApp|openServices|openDatabase|open\w+Database|open\w+Desk|onPostgres)\b/;
    const found = globSync('tests/{api,contract,regression}/**/*.test.ts').filter((file) =>
      opening.test(readFileSync(file, 'utf8')),
    );
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter((file) => without.includes(file))).toEqual([]);
  });
});

describe('tests that run on both databases', () => {
  it('are those about what databases do, and those for the embedded one alone', () => {
    const both = testsOfBothDatabases();
    expect(both).toContain('tests/api/lists/reading.test.ts');
    expect(both).toContain('tests/contract/conditions/whole-periods.test.ts');
    expect(both).toContain('tests/api/metadata/kills.test.ts');
    expect(both).toContain('tests/api/staff/staff-command.test.ts');
    expect(both).not.toContain('tests/api/wallet/orders.test.ts');
    expect(both.filter((file) => without.includes(file))).toEqual([]);
  });
});
