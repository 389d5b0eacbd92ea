import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/threats.md'), 'utf8');
const CLAIMS = Array.from(PAGE.matchAll(/`(tests\/[\w./-]+)` › (.+?)(?=<br>| \|$)/gm), ([, file, words]) => ({
  file,
  words,
}));

test('every threat of the notes names a defence and a test', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|threat)/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((line) => line.split(' | ').length !== 3 || !line.includes('` › '))).toEqual([]);
});

test('every test that the notes name is there in its words', () => {
  const missing = CLAIMS.filter(({ file = '', words = '' }) => {
    const place = path.join(ROOT, file);
    return !existsSync(place) || !readFileSync(place, 'utf8').replaceAll(/\s+/g, ' ').includes(words.trim());
  });
  expect(CLAIMS.length).toBeGreaterThan(60);
  expect(missing).toEqual([]);
});

test('the server asks nobody else but configured providers', () => {
  // Those of commands are of people at the terminal; the rest take their addresses from the environment.
  const known = [
    /^src\/server\/lib\/providers\//,
    /^src\/server\/commands\//,
    /^src\/server\/lib\/catalog\/remote-metadata\.ts$/,
  ];
  const asking = globSync('src/server/**/*.ts', { cwd: ROOT })
    .filter((file) =>
      /(?<![.#\w]|async )fetch\(|from 'axios'|^import (?!type).* from 'node:https?'|undici/m.test(
        readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    )
    .filter((file) => !known.some((pattern) => pattern.test(file)));
  expect(asking).toEqual([]);
});
