import { VARIABLES } from '#server/commands/configuration/variables.ts';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '#tests/support/app/routes.ts';
import { projectFiles, sourceFiles } from '#tests/support/project/project-files.ts';

const FILES = projectFiles();
/** The pages that describe the product as it is; decisions are dated and say what was. */
const PAGES = [...globSync('*.md'), ...globSync('docs/*.md')].toSorted();
const textOf = (page: string): string => readFileSync(page, 'utf8');
const LONGEST_README_WORDS = 2_500;
const LARGEST_PICTURE_BYTES = 150 * 1024;

/** The text between backticks, without blocks of code. */
const namedIn = (page: string): string[] =>
  [
    ...textOf(page)
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text]) => text ?? '');

/** `<name>` means one part of a path, `{a,b}` either of two. */
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

/** Made by the product when it runs, or by a user. */
const MADE = /^(data\/|import-reports\/|(dry-run-)?summary)/;
const filesNamedIn = (page: string): string[] =>
  namedIn(page).filter(
    (text) =>
      /^[\w<>{},./-]+\.(?:ts|tsx|mjs|md|json|sql)$|^[\w<>/-]+\/$/.test(text) &&
      !text.startsWith('/') &&
      !MADE.test(text),
  );

describe.each(PAGES)('%s', (page) => {
  test('names files that exist', () => {
    const lost = filesNamedIn(page).filter((named) => {
      const pattern = asPattern(named);
      return !FILES.some((file) => pattern.test(file));
    });
    expect(lost).toEqual([]);
  });

  test('links to files that exist', () => {
    const links = [...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link ?? '');
    expect(links.filter((link) => !existsSync(path.join(path.dirname(page), link)))).toEqual([]);
  });

  test('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...textOf(page).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? '');
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  test('names routes that the server has', () => {
    const routes = ROUTES.map(([, { method, path: at }]) => `${method} ${at}`);
    const named = namedIn(page).filter((text) => /^(?:GET|POST|DELETE) \/[^ ]+$/.test(text));
    expect(named.filter((route) => !routes.includes(route))).toEqual([]);
  });
});

test('README can be read in ten minutes, and shows the product', () => {
  expect(textOf('README.md').split(/\s+/).length).toBeLessThanOrEqual(LONGEST_README_WORDS);
  expect(textOf('README.md')).toMatch(/!\[[^\]]+\]\(docs\/pictures\/\w+\.png\)/);
});

test('each picture is shown by a page, and is small', () => {
  const pictures = globSync('docs/pictures/*').map((file) => file.replaceAll('\\', '/'));
  const shown = PAGES.map(textOf).join('\n');
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter((file) => !shown.includes(`pictures/${path.basename(file)})`))).toEqual([]);
  expect(pictures.filter((file) => statSync(file).size > LARGEST_PICTURE_BYTES)).toEqual([]);
});

test('the walks through the code follow names that the code has, and functions that the database is asked for', () => {
  const steps = [...textOf('docs/how-it-works.md').matchAll(/`([\w/.-]+\.(?:ts|tsx|sql))` ›\s+`([^`]+)`/g)];
  expect(steps.length).toBeGreaterThan(15);
  const server = FILES.filter((file) => /^src\/server\/(?!db\/).*\.ts$/.test(file))
    .map(textOf)
    .join('\n');
  const lost = steps.filter(([, file = '', name = '']) =>
    file.endsWith('.sql')
      ? !textOf(file).includes(`function ${name}(`) || !server.includes(` ${name}(`)
      : !new RegExp(String.raw`(?<![\w.])${name.replace('.', String.raw`\.`)}\b`).test(textOf(file)),
  );
  expect(lost.map(([step]) => step)).toEqual([]);
});

test('docs/deploy.md lists the variables that the product reads, and no others', () => {
  const [, table = ''] = /\n\| variable \|([\s\S]*?)\n\n/.exec(textOf('docs/deploy.md')) ?? [];
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
    .filter((file) => file.startsWith('src/server/') && !file.endsWith('/variables.ts'))
    .map(textOf)
    .join('\n');
  const declared = Object.keys(VARIABLES);
  const read = [...source.matchAll(/\benv\[?\.?'?([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name ?? '');
  expect(read.length).toBeGreaterThan(20);
  expect([...new Set(read)].filter((name) => !declared.includes(name))).toEqual([]);
  expect(declared.filter((name) => !isListed(name))).toEqual([]);
  expect(full.filter((name) => !declared.includes(name))).toEqual([]);
  // The names of the two buckets are put together from one pattern.
  const isRead = (name: string) => [name, name.replace(/PUBLIC|PRIVATE/, '*')].some((known) => source.includes(known));
  expect(declared.filter((name) => !isRead(name))).toEqual([]);
});
