import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROUTES } from '#tests/support/app/routes.ts';
import { projectFiles, sourceFiles } from '#tests/support/project/project-files.ts';

const README = readFileSync('README.md', 'utf8');
const FILES = projectFiles();

/** What stands between backticks, without blocks of code. */
const NAMED = [...README.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? '');

/** `<name>` stands for one part of a path, `{a,b}` for either. */
const asPattern = (named: string) =>
  new RegExp(
    `(?:^|/)${named
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/<[^>]*>/g, '[^/]+')
      .replaceAll(
        /\{([^}]*)\}/g,
        (_, either: string) => `(?:${either.replaceAll(',', '|')})`,
      )}${named.endsWith('/') ? '' : '$'}`,
  );

const NAMED_FILES = NAMED.filter((text) => /^[\w<>{},./-]+\.(?:ts|tsx|mjs|md|json)$|^[\w<>/-]+\/$/.test(text)).filter(
  // `data/` is made by the first start.
  (text) => !text.startsWith('/') && text !== 'data/',
);

test.each(NAMED_FILES)('%s, which README names, exists', (named) => {
  expect(FILES.filter((file) => asPattern(named).test(file)).length).toBeGreaterThan(0);
});

test('README links to files that exist', () => {
  const links = [...README.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link ?? '');
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

test('README names scripts that package.json has', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = [...README.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? '');
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

test('README names routes that the server has', () => {
  const named = NAMED.filter((text) => /^(?:GET|POST|DELETE) \//.test(text));
  const routes = ROUTES.map(([, { method, path }]) => `${method} ${path}`);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((route) => !routes.includes(route))).toEqual([]);
});

test('README lists the variables that the product reads, and no others', () => {
  const [, table = ''] = /\n\| variable \|([\s\S]*?)\n\n/.exec(README) ?? [];
  const [full, endings] = [/`([A-Z][A-Z0-9_]+)`/g, /`(_[A-Z0-9_]+)`/g].map((named) =>
    [...table.matchAll(named)].map(([, name]) => name ?? ''),
  ) as [string[], string[]];
  // `_EMAIL` after `CUSTOMER_SERVICE_PHONE` is short for a name with the same beginning.
  const isListed = (name: string) =>
    full.includes(name) ||
    endings.some(
      (ending) => name.endsWith(ending) && full.some((other) => other.startsWith(name.slice(0, -ending.length))),
    );
  const source = sourceFiles()
    .filter((file) => file.startsWith('src/server/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const read = [...source.matchAll(/\benv\[?\.?'?([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name ?? '');
  expect(read.length).toBeGreaterThan(20);
  expect([...new Set(read)].filter((name) => !isListed(name))).toEqual([]);
  // The names of the two buckets are put together from one pattern.
  const isRead = (name: string) => [name, name.replace(/PUBLIC|PRIVATE/, '*')].some((known) => source.includes(known));
  expect(full.filter((name) => !isRead(name))).toEqual([]);
});
