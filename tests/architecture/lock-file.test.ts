import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };

/** The entry that a package at `place` finds under a name: its own first, then those around it. */
function found(place: string, name: string): Entry | undefined {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const entry = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (entry || at === '') return entry;
  }
}

const binaries = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies).map(([name, range]) => ({ place, name, range, entry: found(place, name) })),
);

test('The lock file lists every optional package, so that `npm ci` takes it on every system', () => {
  expect(binaries.filter(({ entry }) => entry === undefined).map(({ place, name }) => `${place} → ${name}`)).toEqual(
    [],
  );
  const pinned = binaries.filter(({ range }) => /^\d/.test(range));
  expect(pinned.filter(({ range, entry }) => entry?.version !== range).map(({ name }) => name)).toEqual([]);
});

// Every tool and library with binaries of its own, by a package that holds one of them.
const NATIVE: readonly (readonly [name: string, prefix: string])[] = [
  ['the linter', '@oxlint/binding-'],
  ['the linter’s type checker', '@oxlint-tsgolint/'],
  ['the formatter', '@oxfmt/binding-'],
  ['the compiler', '@typescript/typescript-'],
  ['the bundler', '@rolldown/binding-'],
  ['the bundler’s styles', 'lightningcss-'],
  ['the finder of dead code', '@oxc-parser/binding-'],
  ['pictures', '@img/sharp-'],
  ['passwords', '@node-rs/argon2-'],
];
const SYSTEMS = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64', 'win32 x64', 'win32 arm64'];

test.each(NATIVE)('The lock file has the binaries of %s for Linux, macOS and Windows', (_, prefix) => {
  const entries = Object.entries(packages).filter(([place]) => place.startsWith(`node_modules/${prefix}`));
  const systems = entries.flatMap(([, { os = [], cpu = [] }]) =>
    os.flatMap((name) => cpu.map((chip) => `${name} ${chip}`)),
  );
  expect(SYSTEMS.filter((system) => !systems.includes(system))).toEqual([]);
});

test('The lock file names no registry', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
});
