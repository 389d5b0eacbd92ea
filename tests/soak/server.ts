import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '#tests/support/databases/postgres-programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Level of pino's `error`. */
const ERROR_LEVEL = 50;
const HEAP = /^nodejs_heap_size_used_bytes (\S+)$/m;

/** The product in a process of its own, as an operator runs it. */
export interface SoakServer {
  readonly address: string;
  /** What it logged as an error, or wrote beside the log. */
  readonly errors: readonly string[];
  /** Bytes of JavaScript that are in use, garbage included. */
  readonly heapBytes: () => Promise<number>;
  /** Ends it as an operator does. @throws Error where its exit code is not 0. */
  readonly stop: () => Promise<void>;
}

const isError = (line: string): boolean => {
  if (!line.startsWith('{')) return false;
  const { level } = JSON.parse(line) as { level?: number };
  return (level ?? 0) >= ERROR_LEVEL;
};

/** Starts a server that knows its database by `env`; settles when it listens. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<SoakServer> {
  const [port, metrics] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const own = { HOST: '127.0.0.1', PORT: String(port), METRICS_LISTEN: `127.0.0.1:${metrics}`, LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['src/server/main.ts'], { cwd: ROOT, env: { ...process.env, ...env, ...own } });
  const errors: string[] = [];
  const listens = new Promise<void>((resolve, reject) => {
    let rest = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      errors.push(...lines.filter(isError));
      if (lines.some((line) => line.includes(address))) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${errors.join('\n')}`)));
  });
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = once(child, 'exit');
  await listens;
  return {
    address,
    errors,
    heapBytes: async () => {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
      return Number(HEAP.exec(text)?.[1]);
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      if (code !== 0) throw new Error(`The server ended with ${code}: ${errors.join('\n')}`);
    },
  };
}
