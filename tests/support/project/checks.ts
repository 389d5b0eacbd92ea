import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const REPORTS = path.resolve('.cache', 'test-reports');

/** How many tests ended in each way. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One check that was run, or was not and why. `seconds` is wall time. */
export interface Outcome {
  readonly name: string;
  readonly state: 'ok' | 'FAILED' | 'skipped';
  readonly seconds: number;
  readonly tally?: Tally;
  readonly reason?: string;
  /** The full names of the tests that failed, each with the first line of why. */
  readonly failures?: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

async function exitCode(command: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: 'inherit', env });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs a tool whose exit code is the verdict, its output passed through. */
export async function runTool(name: string, command: readonly string[]): Promise<Outcome> {
  console.log(`\n── ${name}: ${command.join(' ')}`);
  const started = performance.now();
  const code = await exitCode(command);
  return { name, state: code === 0 ? 'ok' : 'FAILED', seconds: (performance.now() - started) / 1000 };
}

const firstLine = (text: string | undefined): string => text?.split('\n')[0]?.slice(0, 1000) ?? '';

function readReport(file: string): { tally: Tally; failures: string[] } {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report;
  const failures = testResults.flatMap(({ message, assertionResults }) => [
    ...(message ? [firstLine(message)] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages?.[0])}`),
  ]);
  return {
    tally: { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests },
    failures,
  };
}

/** Runs the Vitest projects named, once, with `env` added to the environment and `more` to the command, and counts what came out. */
export async function runVitest(
  name: string,
  projects: readonly string[],
  env: NodeJS.ProcessEnv = {},
  more: readonly string[] = [],
): Promise<Outcome> {
  const report = path.join(REPORTS, `${projects.join('-')}-${Object.keys(env).join('-')}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = ['vitest', 'run', ...projects.flatMap((project) => ['--project', project]), ...more, ...reporters];
  console.log(`\n── ${name}: vitest run, projects ${projects.join(', ')}`);
  const started = performance.now();
  const code = await exitCode(command, { ...process.env, ...env });
  const seconds = (performance.now() - started) / 1000;
  try {
    return { name, state: code === 0 ? 'ok' : 'FAILED', seconds, ...readReport(report) };
  } catch (error) {
    return { name, state: 'FAILED', seconds, reason: `no test report was written (${String(error)})` };
  }
}

/**
 * The sum over all test runs. A check that failed without a failing test to show for it (a lint error, a test file that
 * does not load) counts as one failure, so that the sum never looks green when something was red.
 */
export function total(outcomes: readonly Outcome[]): Tally {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { state, tally } of outcomes) {
    sum.passed += tally?.passed ?? 0;
    sum.failed += tally?.failed || (state === 'FAILED' ? 1 : 0);
    sum.skipped += tally?.skipped ?? 0;
  }
  return sum;
}

/** "3 passed, 0 failed, 1 skipped" */
export function words({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
