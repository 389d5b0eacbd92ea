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
  /** How long each file of tests took, with its set-up. */
  readonly files?: readonly FileTime[];
}

/** Seconds of wall time: others run beside it. */
type FileTime = readonly [file: string, seconds: number];

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
  const times = report.replace(/json$/, 'times.json');
  mkdirSync(REPORTS, { recursive: true });
  for (const old of [report, times]) rmSync(old, { force: true });
  const reporters = [
    '--reporter=default',
    '--reporter=./vitest.plugin.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const command = ['vitest', 'run', ...projects.flatMap((project) => ['--project', project]), ...more, ...reporters];
  console.log(`\n── ${name}: vitest run, projects ${projects.join(', ')}`);
  const started = performance.now();
  const code = await exitCode(command, { ...process.env, ...env, FILE_SECONDS: times });
  const seconds = (performance.now() - started) / 1000;
  try {
    const files = JSON.parse(readFileSync(times, 'utf8')) as FileTime[];
    return { name, state: code === 0 ? 'ok' : 'FAILED', seconds, ...readReport(report), files };
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

/** The files that took longest over all test runs, longest first, as lines. */
export const longest = (outcomes: readonly Outcome[], count: number): readonly string[] =>
  outcomes
    .flatMap(({ name, files = [] }) => files.map(([file, seconds]) => ({ name, file, seconds })))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, file, seconds }) => `${seconds.toFixed(1).padStart(8)} s   ${file} (${name})`);

/** "3 passed, 0 failed, 1 skipped" */
export function words({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
