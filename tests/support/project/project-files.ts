import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = process.cwd();

function ignoredNames(): ReadonlySet<string> {
  const lines = readFileSync(path.join(ROOT, '.gitignore'), 'utf8').split('\n');
  return new Set(['.git', ...lines.map((line) => line.replace(/\/$/, '')).filter(Boolean)]);
}

/**
 * Every file of the project, as a path from its root with forward slashes, sorted; what git ignores is left out.
 * Reads the folder and not git, so that a copy without a repository is checked as well.
 */
export function projectFiles(): string[] {
  const ignored = ignoredNames();
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? readdirSync(entry.name, { recursive: true, withFileTypes: true }) : entry,
    )
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

/** The source files that people write: TypeScript and plain JavaScript, not what the command line tool generates. */
export function sourceFiles(): string[] {
  return projectFiles().filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('schemas/generated/'));
}
