import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Row } from './row.ts';
import { startProduct } from './started-product.ts';

const REST_MS = 90_000;
const TARGET_MB = 400;

/** Megabytes that a process has in memory, what it shares with others included. Linux alone says so. */
function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

async function atRest(dataDir: string): Promise<number> {
  const product = await startProduct(dataDir);
  await wait(REST_MS);
  const megabytes = residentMegabytes(Number(readFileSync(path.join(dataDir, '.lock'), 'utf8')));
  await product.stop();
  return megabytes;
}

/** Memory of a server with the sample data on the embedded database, a minute and a half after its start. */
export async function run(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'jingtu-memory-'));
  const first = await atRest(dataDir);
  const second = await atRest(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  return [
    {
      name: 'memory at rest after a first start, and after a second (embedded database, sample data)',
      ours: `${first} MB, ${second} MB`,
      ratio: '–',
      target: `≤ ${TARGET_MB} MB`,
      met: Math.max(first, second) <= TARGET_MB,
    },
  ];
}
