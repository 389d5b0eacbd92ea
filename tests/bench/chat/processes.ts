import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ServerOrder, ServerReport } from './server.ts';

/** A process of a bench, asked and answering by messages. */
export interface Helper {
  readonly child: ChildProcess;
  /** Its next message. */
  readonly next: <T>() => Promise<T>;
  readonly ask: <T>(message: unknown) => Promise<T>;
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

/** Starts a file of this folder with an order. @throws when the process ends before it answers. */
export function startHelper(file: string, order: unknown, execArgv: readonly string[] = []): Helper {
  const child = fork(path.join(import.meta.dirname, file), [JSON.stringify(order)], {
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const next = async <T>(): Promise<T> => {
    const given = new AbortController();
    try {
      const answer = once(child, 'message', { signal: given.signal }).then(([message]: T[]) => message as T);
      const end = once(child, 'exit', { signal: given.signal }).then(([code]) => {
        throw new Error(`${file} ended with ${String(code)}`);
      });
      return await Promise.race([answer, end]);
    } finally {
      given.abort();
    }
  };
  return {
    child,
    next,
    ask: async <T>(message: unknown) => {
      const answer = next<T>();
      child.send(message as never);
      return answer;
    },
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** A server on a database, with its first report; PROFILE_DIR of the environment names where its CPU profile goes. */
export async function startServer(order: ServerOrder): Promise<Helper & ServerReport> {
  const { PROFILE_DIR } = process.env;
  const profile = PROFILE_DIR ? ['--cpu-prof', `--cpu-prof-dir=${PROFILE_DIR}`] : [];
  const helper = startHelper('server.ts', order, ['--expose-gc', ...profile]);
  return { ...helper, ...(await helper.next<ServerReport>()) };
}

/** The value below which a share of the sorted values is. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
