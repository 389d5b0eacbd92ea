import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Two worker processes are what a small machine can carry. All but the tests of screens share a process between files:
// to start one for each, load the whole server into it and compile its database takes longer than most files run. So a
// file leaves the process as it found it, and spies on a module instead of replacing it, which the others would notice.
const EVERYWHERE = {
  pool: 'forks',
  // A wait ends when what it names is there: a busy machine must not end it first.
  expect: { poll: { timeout: 30_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  env: {
    // Processes that a test starts on one PostgreSQL must open each other's sealed values.
    SECRET_KEY: 'dGhlIHNlY3JldCBrZXkgb2YgdGhlIHRlc3RzIGFsb25lIQ==',
    // Tests start hundreds of processes: each takes what the ones before it have compiled.
    NODE_COMPILE_CACHE: path.join(import.meta.dirname, '.cache', 'compiled'),
  },
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    // What was found is named in the line of the failure, not counted.
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      {
        test: {
          ...EVERYWHERE,
          name: 'unit',
          environment: 'node',
          include: ['tests/{unit,architecture}/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          // Set-ups run the compiler and the linter, which wait for their turn on a busy machine.
          hookTimeout: 330_000,
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'api',
          environment: 'node',
          include: ['tests/{api,contract,regression}/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 330_000,
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'ui',
          environment: 'jsdom',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/ui/patient-queries.ts'],
          testTimeout: 120_000,
          hookTimeout: 330_000,
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          isolate: false,
          // A server and a browser at once already fill the machine; one file at a time, after all the others.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 330_000,
        },
      },
    ],
  },
});
