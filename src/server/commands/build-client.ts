import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runScript } from './child-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OUTPUT = path.join(ROOT, 'dist', 'client');
/** Its program, not its API: a bundler takes hundreds of megabytes, which a process of its own gives back. */
const VITE = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
/** What the system says of a file that may not be written. */
const READ_ONLY: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
const RECORD = path.join(OUTPUT, '.build-hash');
// Everything the bundle is made of. `schemas` and `generators` are compiled into it, the lock file represents the
// packages.
const SOURCES = [
  '{schemas,generators,src/shared,src/client}/**/*',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** `stat` is cheap and changes when a file is touched; `content` changes only when the bundle would. */
interface BuildRecord {
  readonly stat: string;
  readonly content: string;
}

function digest(parts: Iterable<string | Buffer>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function sourceFiles(): string[] {
  return globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

function statHash(files: readonly string[]): string {
  return digest(
    files.map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${path.relative(ROOT, file)} ${size} ${mtimeMs}`;
    }),
  );
}

function contentHash(files: readonly string[]): string {
  return digest(files.flatMap((file) => [path.relative(ROOT, file), readFileSync(file)]));
}

function lastBuild(): BuildRecord | undefined {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')) as BuildRecord;
  } catch {
    // Never built, or a record that an older version wrote: both mean building.
    return undefined;
  }
}

/** So that the next start need not compare contents. A program that may not write to its own folder does so each time. */
function remember(record: BuildRecord): void {
  try {
    writeFileSync(RECORD, JSON.stringify(record));
  } catch (error) {
    if (!READ_ONLY.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function build(record: BuildRecord): Promise<void> {
  const fresh = `${OUTPUT}-${process.pid}`;
  const old = `${fresh}-old`;
  try {
    const args = ['build', '--config', 'vite.config.ts', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'];
    // Every caller, a test run too, gets the client that users get: React is another one under another name.
    const code = await runScript([VITE, ...args], { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } });
    if (code !== 0) throw new Error('The client does not build; the bundler says above why.');
    writeFileSync(path.join(fresh, path.basename(RECORD)), JSON.stringify(record));
    // Swapped in whole, so that a stopped build or a second process never leaves half a client to be served.
    mkdirSync(OUTPUT, { recursive: true });
    renameSync(OUTPUT, old);
    renameSync(fresh, OUTPUT);
  } finally {
    for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true });
  }
}

/**
 * Brings `dist/client` up to date with its sources; a few milliseconds when nothing changed.
 * Under NODE_ENV=development it does nothing, for the Vite dev server serves the client then.
 * @throws Error when the client does not build; the previous bundle is left as it was
 */
export async function buildClientIfStale(): Promise<{ built: boolean }> {
  if (process.env['NODE_ENV'] === 'development') return { built: false };
  const files = sourceFiles();
  const last = lastBuild();
  const stat = statHash(files);
  if (last?.stat === stat) return { built: false };
  const content = contentHash(files);
  if (last?.content === content) {
    remember({ stat, content });
    return { built: false };
  }
  await build({ stat, content });
  return { built: true };
}

if (import.meta.main) {
  const started = performance.now();
  const { built } = await buildClientIfStale();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(built ? `Client built in ${seconds} s.` : 'Client is up to date.');
}
