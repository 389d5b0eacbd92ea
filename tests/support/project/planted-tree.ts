import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = process.cwd();
const ROOMS = ['schemas', 'generators', 'sample', 'src', 'tests'];
const SETTINGS = [
  'package.json',
  'oxlint.{config,plugin}.ts',
  'tsconfig*.json',
  '{schemas,generators,sample,src/*,tests}/tsconfig.json',
];

/** What the tools said, by file: oxlint rules such as "no-restricted-imports", compiler errors such as "TS2304". */
export type Verdicts = ReadonlyMap<string, ReadonlySet<string>>;

function collect(pairs: Iterable<readonly [string, string]>): Verdicts {
  const verdicts = new Map<string, Set<string>>();
  for (const [file, verdict] of pairs) {
    const known = verdicts.get(file) ?? new Set();
    verdicts.set(file, known.add(verdict));
  }
  return verdicts;
}

/** A throw-away project with this one's settings and packages, and none of its sources. */
export class PlantedTree {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'planted-'));

  constructor(files: Readonly<Record<string, string>>) {
    for (const file of globSync(SETTINGS, { cwd: ROOT })) cpSync(path.join(ROOT, file), path.join(this.#folder, file));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.#folder, 'node_modules'));
    for (const [file, text] of Object.entries(files)) this.write(file, text);
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.#folder, file)), { recursive: true });
    writeFileSync(path.join(this.#folder, file), text);
  }

  /** Brings folders or files of this project along. */
  copy(...from: readonly string[]): void {
    for (const part of from) cpSync(path.join(ROOT, part), path.join(this.#folder, part), { recursive: true });
  }

  /** Changes a text in a file. @throws Error when the text is not there. */
  change(file: string, from: string | RegExp, to: string): void {
    const before = readFileSync(path.join(this.#folder, file), 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} has nothing like ${from}`);
    this.write(file, after);
  }

  #run(tool: string, args: readonly string[]): string {
    const { stdout, error } = spawnSync(path.join(ROOT, 'node_modules', '.bin', tool), args, {
      cwd: this.#folder,
      encoding: 'utf8',
      // Ends a tool that hangs; one that only waits for its turn on a busy machine takes minutes.
      timeout: 600_000,
    });
    if (error) throw error;
    return stdout;
  }

  lint(): Verdicts {
    const { diagnostics } = JSON.parse(this.#run('oxlint', ['--format=json', ...ROOMS])) as {
      diagnostics: readonly { code: string; filename: string }[];
    };
    return collect(diagnostics.map(({ code, filename }) => [filename, /\((.+)\)$/.exec(code)?.[1] ?? code]));
  }

  compile(): Verdicts {
    return this.#compiled(['-b']);
  }

  /** Compiles some files and all that they read at once, as the browser has them. */
  compileTogether(include: readonly string[]): Verdicts {
    const compilerOptions = {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      jsx: 'react-jsx',
      types: ['vite/client'],
    };
    this.write('tsconfig.together.json', JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include }));
    return this.#compiled(['-p', 'tsconfig.together.json']);
  }

  #compiled(args: readonly string[]): Verdicts {
    const lines = this.#run('tsc', [...args, '--pretty', 'false']).matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+):/gm);
    return collect(Array.from(lines, ([, file = '', code = '']) => [file, code] as const));
  }

  /** What a script of the tree prints. */
  runScript(file: string): string {
    return this.#run('node', [file]);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
