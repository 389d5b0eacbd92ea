import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { vi } from 'vitest';

/** How a command ended, and all that it said. */
export interface Ended {
  readonly code: number;
  readonly words: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a command as a user does, as a process of its own: for its start and its exit. */
export const runAlone = (command: string, args: readonly string[], env: Environment = {}): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, words: stdout + stderr }),
    );
  });

let before: Promise<unknown> = Promise.resolve();
let runs = 0;

/**
 * Runs a command within this process, which has loaded what it needs: a process of its own takes seconds to do that. One at
 * a time, as they share the arguments, the environment and the console of the process.
 */
export function runHere(command: string, args: readonly string[], env: Environment = {}): Promise<Ended> {
  const run = before.then(() => runNow(command, args, env));
  before = run.catch(() => undefined);
  return run;
}

async function runNow(command: string, args: readonly string[], env: Environment): Promise<Ended> {
  const words: string[] = [];
  const say = (...parts: unknown[]) => void words.push(`${format(...parts)}\n`);
  const spies = [vi.spyOn(console, 'log').mockImplementation(say), vi.spyOn(console, 'error').mockImplementation(say)];
  const { argv, exitCode } = process;
  const outer = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
  Object.assign(process.env, env);
  process.argv = [process.execPath, command, ...args];
  try {
    // A file of a command runs when it is loaded: each run loads it again, by another address.
    runs += 1;
    await import(`${pathToFileURL(command).href}?run=${runs}`);
    return { code: Number(process.exitCode ?? 0), words: words.join('') };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    for (const [name, value] of Object.entries(outer)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    for (const spy of spies) spy.mockRestore();
  }
}
