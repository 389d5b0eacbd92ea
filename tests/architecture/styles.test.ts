import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const THEME = 'src/client/app/shell/tokens.css';
// The text layer of a PDF is laid out by rules that its library dictates.
const PDF = 'src/client/features/uploads/pdf/pdf.css';
const theme = readFileSync(THEME, 'utf8');
const sheets = globSync('src/client/**/*.css').filter((file) => file !== PDF && file !== THEME);
const sources = globSync('src/client/**/*.{ts,tsx}');

const linesWith = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test('only the theme writes a colour as a literal', () => {
  expect(linesWith([...sheets, PDF], /:.*#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i)).toEqual([]);
  expect(linesWith(sources, /['"` ]#([0-9a-f]{3}|[0-9a-f]{6})\b|\b(rgb|hsl)a?\(/i)).toEqual([]);
});

test('a size of letters and a radius that the theme names are written by their names', () => {
  expect(linesWith(sheets, /font-size: (1[1-8]px|(0\.\d+|1|1\.0\d+|1\.125)rem)/)).toEqual([]);
  expect(linesWith(sheets, /border-radius: ([346789]|1[0246])px/)).toEqual([]);
});

test('every sheet is loaded by a view', () => {
  const views = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  const imported = [...views.matchAll(/^import '.*?([^/']+\.css)';/gm)].map(([, name]) => name);
  expect(sheets.filter((file) => !imported.includes(basename(file)))).toEqual([]);
});

test('every custom property that a sheet reads is set by the theme, a sheet or a view', () => {
  const set = [theme, ...[...sheets, ...sources].map((file) => readFileSync(file, 'utf8'))].join('\n');
  const read = sheets.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/var\((--[a-z-]+)\)/g)]);
  const unknown = read.map(([, name = '']) => name).filter((name) => !new RegExp(`['"\\s]${name}['"]?[:,]`).test(set));
  expect([...new Set(unknown)]).toEqual([]);
});
