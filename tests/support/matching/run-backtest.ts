import { execFile } from 'node:child_process';
import path from 'node:path';
import { runInside } from '#tests/support/processes/command-inside.ts';

const COMMAND = path.resolve(import.meta.dirname, '../../../src/server/commands/backtest.ts');

/** Runs the command of the back-test as a user would. */
export const runBacktestCommand = (...args: string[]): Promise<{ code: number; out: string; errors: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], (_, out, errors) =>
      resolve({ code: child.exitCode ?? -1, out, errors }),
    );
  });

/** The same within this process, for what is refused. */
export const backtestInside = async (...args: string[]): Promise<{ code: number; errors: string }> => {
  const { code, err } = await runInside(COMMAND, args, {});
  return { code, errors: err };
};
