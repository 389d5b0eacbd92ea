import { execFile } from 'node:child_process';
import path from 'node:path';
import { format, stripVTControlCharacters } from 'node:util';
import { vi } from 'vitest';

/** How a command ended, and what it said: results, errors and progress, and all of it together. */
export interface CommandEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly words: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a command as a user does, as a process of its own: for its start and its exit. */
export const runAlone = (command: string, args: readonly string[], env: Environment = {}): Promise<CommandEnd> =>
  new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err, words: out + err }),
    );
  });

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
let before: Promise<unknown> = Promise.resolve();
let runs = 0;

/**
 * Runs a command within this process, which has loaded what it needs: a process of its own takes seconds to do that. One at
 * a time, as they share the arguments, the environment and the console of the process. What a command leaves behind in it is
 * taken back.
 */
export function runHere(command: string, args: readonly string[], env: Environment = {}): Promise<CommandEnd> {
  const run = before.then(() => runNow(path.resolve(command), args, env));
  before = run.catch(() => undefined);
  return run;
}

async function runNow(command: string, args: readonly string[], env: Environment): Promise<CommandEnd> {
  const said = { out: '', err: '', words: '' };
  const hear = (stream: 'out' | 'err', text: string) => {
    said[stream] += text;
    said.words += text;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...parts) => hear('out', `${format(...parts)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...parts) => hear('err', `${format(...parts)}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      hear('err', stripVTControlCharacters(String(text)));
      return true;
    }),
  ];
  const { argv, exitCode } = process;
  const outer = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
  const listeners = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
  Object.assign(process.env, env);
  process.argv = [process.execPath, command, ...args];
  process.exitCode = undefined;
  try {
    // A file of a command runs when it is loaded: each run loads it again, by another address.
    runs += 1;
    await import(/* @vite-ignore */ `${command}?run=${runs}`);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    for (const [name, value] of Object.entries(outer)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    for (const spy of spies) spy.mockRestore();
    for (const [signal, known] of listeners)
      for (const listener of process.listeners(signal))
        if (!known.includes(listener)) process.removeListener(signal, listener);
  }
}
