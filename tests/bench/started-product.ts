import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PORT = 3999;

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${PORT}/`)).ok;
  } catch {
    return false;
  }
}

/** Runs `npm start` on the embedded database of a folder, until the first page is answered. */
export async function startProduct(dataDir: string): Promise<{ readonly stop: () => Promise<void> }> {
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, JINGTU_DATA: dataDir, PORT: String(PORT), DATABASE_URL: '' },
    stdio: 'ignore',
    detached: true,
  });
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await wait(20);
  }
  return {
    stop: async () => {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await ended;
      // npm ends before the server has closed its database.
      while (existsSync(path.join(dataDir, '.lock'))) await wait(20);
    },
  };
}
