import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { vi } from 'vitest';

/** What a command said and how it ended. */
export interface CommandEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
let runs = 0;

/**
 * Runs the file of a command in this process, as Node does when it is called with these parameters: a process of its own
 * would load the whole server again. What it leaves behind in the process is taken back.
 */
export async function runInside(
  file: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const said = { out: '', err: '' };
  const before = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
  const [argv, exitCode] = [process.argv, process.exitCode];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void (said.out += `${String(line)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void (said.err += `${String(line)}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said.err += stripVTControlCharacters(String(text));
      return true;
    }),
  ];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  process.argv = [process.execPath, path.resolve(file), ...parameters];
  process.exitCode = undefined;
  try {
    // A module runs once under one address.
    runs += 1;
    await import(/* @vite-ignore */ `${path.resolve(file)}?run=${runs}`);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    for (const [signal, listeners] of before)
      for (const listener of process.listeners(signal))
        if (!listeners.includes(listener)) process.removeListener(signal, listener);
  }
}
