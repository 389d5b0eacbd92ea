import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { missingTests, readNotedPage } from '#tests/support/project/named-tests.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readNotedPage('docs/threats.md', 'threat');

test('every threat of the notes names a defence and a test', () => {
  expect(PAGE.rows.length).toBeGreaterThan(30);
  expect(PAGE.rows.filter((row) => row.split(' | ').length !== 3 || !row.includes('` › '))).toEqual([]);
});

test('every test that the notes name is there in its words', () => {
  expect(PAGE.tests.length).toBeGreaterThan(60);
  expect(missingTests(PAGE.tests)).toEqual([]);
});

test('the server sends requests only to configured providers, and webhooks', () => {
  // Those of commands are of people at the terminal; the rest take their addresses from the environment.
  const known = [
    /^src\/server\/platform\/providers\//,
    /^src\/server\/commands\//,
    /^src\/server\/core\/catalog\/remote-metadata\.ts$/,
    /^src\/server\/platform\/files\/hosted-storage\.ts$/,
    /^src\/server\/platform\/objects\/bucket-requests\.ts$/,
    // Of webhooks, whose addresses users choose: tests/unit/webhooks/post.test.ts has what it refuses.
    /^src\/server\/features\/open\/webhooks\/outbound\/post\.ts$/,
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
