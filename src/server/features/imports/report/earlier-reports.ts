import { existsSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';

const NAMES = ['summary.json', 'rejected.csv'] as const;

/** Renames what an earlier import left in a report folder by the time at which it began, so that a new one does not write over it. */
export async function keepEarlierReports(folder: string): Promise<void> {
  const found = NAMES.filter((name) => existsSync(path.join(folder, name)));
  const [first] = found;
  if (!first) return;
  const began = (await beginOf(folder)) ?? (await stat(path.join(folder, first))).mtime.toISOString();
  const suffix = freeSuffix(folder, began.replaceAll(/[:.]/g, '-'));
  for (const name of found) await rename(path.join(folder, name), path.join(folder, suffixed(name, suffix)));
}

/** When the import began whose summary is in the folder; undefined where it has none that can be read. */
async function beginOf(folder: string): Promise<string | undefined> {
  try {
    const { startedAt } = JSON.parse(await readFile(path.join(folder, NAMES[0]), 'utf8')) as { startedAt?: unknown };
    return typeof startedAt === 'string' && !Number.isNaN(Date.parse(startedAt))
      ? new Date(startedAt).toISOString()
      : undefined;
  } catch {
    return undefined;
  }
}

function suffixed(name: string, suffix: string): string {
  const { name: base, ext } = path.parse(name);
  return `${base}-${suffix}${ext}`;
}

function freeSuffix(folder: string, wanted: string): string {
  const isTaken = (suffix: string) => NAMES.some((name) => existsSync(path.join(folder, suffixed(name, suffix))));
  let suffix = wanted;
  for (let count = 2; isTaken(suffix); count += 1) suffix = `${wanted}-${count}`;
  return suffix;
}
