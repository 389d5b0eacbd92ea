import { defineConfig } from 'vitest/config';

// Two worker processes are what a small machine can carry. Only the pure tests share a process between files: they are
// many and quick, and starting a process for each would cost more than running it.
const EVERYWHERE = {
  pool: 'forks',
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  // Processes that a test starts on one PostgreSQL must open each other's sealed values.
  env: { SECRET_KEY: 'dGhlIHNlY3JldCBrZXkgb2YgdGhlIHRlc3RzIGFsb25lIQ==' },
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
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'api',
          environment: 'node',
          include: ['tests/{api,contract,regression}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'ui',
          environment: 'jsdom',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          // A server and a browser at once already fill the machine; one file at a time, after all the others.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
