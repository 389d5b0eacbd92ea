import { spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a script in a Node of its own, which takes its memory with it when it ends, and says what it says. Signals to end
 * reach it as well.
 * @returns its exit code; null when a signal ended it
 */
export async function runScript(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<number | null> {
  const child = spawn(process.execPath, args, { ...options, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  try {
    return await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}
