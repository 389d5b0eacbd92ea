import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const CHILD = path.join(import.meta.dirname, 'chat-child.ts');

/** What a process that sends receives. */
export interface SenderTask {
  readonly url?: string;
  readonly dataDir?: string;
  /** What it sent and what was acknowledged, and what processes before it left without an answer. */
  readonly log: string;
  /** Who talks with whom; with none it only asks for what was left. */
  readonly pairs: readonly (readonly [string, string])[];
  /** The database may go away and come back: what failed is sent again until it is answered. */
  readonly outlives?: boolean;
}

export interface Sender {
  /** The first of its messages was acknowledged, or it had nothing to send. */
  readonly begun: Promise<unknown>;
  /** It is gone. @throws when it went by itself with a fault. */
  readonly ended: Promise<void>;
  readonly kill: () => void;
}

export function startSender(task: SenderTask): Sender {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) =>
    child.on('close', (code, signal) =>
      signal === 'SIGKILL' || code === 0 ? resolve() : reject(new Error(`A sender ended with ${code ?? signal}`)),
    ),
  );
  // A caller that awaits it receives its fault; one that no caller awaits yet must not end the test.
  ended.catch(() => undefined);
  return { begun: Promise.race([once(child.stdout, 'data'), ended]), ended, kill: () => void child.kill('SIGKILL') };
}
