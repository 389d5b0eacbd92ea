import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Memory that a worker may take, with the servers and the browser that its tests start, in bytes. */
const WORKER_BYTES = 5 * 1024 ** 3;
/** What a small machine can carry, and beyond which the one PostgreSQL of a run is what all wait for. */
const [LEAST, MOST] = [2, 4];
// A worker that waits for PostgreSQL or for a process leaves its core to one more.
const carried = Math.floor(Math.min(availableParallelism() + 1, totalmem() / WORKER_BYTES));

// All but the tests that draw share a process between files: to start one for each, load the whole server into it and
// compile its database takes longer than most files run. So a file leaves the process as it found it, and spies on a module instead of replacing it, which the others would notice.
// What is drawn (`.test.tsx`) has a page, which is global, and so a world of its own within a process; to make one takes
// longer than a store (`.test.ts`) is tested, which needs none.
const EVERYWHERE = {
  pool: 'forks',
  // Waits and tests end when what they name is there; time ends only what hangs. On a machine with thirty others at work
  // everything takes twenty times as long, so no test has a time of its own.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 120_000 } },
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
    maxWorkers: Math.min(Math.max(carried, LEAST), MOST),
    // Worlds of files that were run stay with their process in part: it is replaced once it holds so much.
    vmMemoryLimit: '1GB',
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
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'api',
          environment: 'node',
          include: ['tests/{api,contract,regression}/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'stores',
          environment: 'node',
          include: ['tests/ui/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'ui',
          pool: 'vmForks',
          environment: 'jsdom',
          include: ['tests/ui/**/*.test.tsx'],
          setupFiles: ['tests/support/ui/patient-queries.ts', 'tests/support/ui/quick-queries.ts'],
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          isolate: false,
        },
      },
    ],
  },
});
