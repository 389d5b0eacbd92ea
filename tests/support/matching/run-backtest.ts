import path from 'node:path';
import { runAlone, runHere } from '#tests/support/processes/commands.ts';

const COMMAND = path.resolve(import.meta.dirname, '../../../src/server/commands/backtest.ts');

/** Runs the command of the back-test as a user would. */
export const runBacktestCommand = async (...args: string[]): Promise<{ code: number; out: string; errors: string }> => {
  const { code, out, err } = await runAlone(COMMAND, args);
  return { code, out, errors: err };
};

/** The same within this process, for what is refused. */
export const backtestInside = async (...args: string[]): Promise<{ code: number; errors: string }> => {
  const { code, err } = await runHere(COMMAND, args);
  return { code, errors: err };
};
