import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, sourceFiles } from '#tests/support/project/project-files.ts';

const LONGEST = 300;
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*$/;
const DRAWERS = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types']);

test(`no source file is longer than ${LONGEST} lines`, () => {
  const long = sourceFiles()
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONGEST);
  expect(long).toEqual([]);
});

test('source files and their folders are named in kebab-case', () => {
  const odd = sourceFiles().filter((file) => {
    const folders = path
      .dirname(file)
      .split('/')
      .filter((part) => part !== '.');
    const [name = ''] = path.basename(file).split('.');
    return ![...folders, name].every((part) => KEBAB.test(part));
  });
  expect(odd).toEqual([]);
});

test('no folder is a drawer for things without a name', () => {
  const drawers = projectFiles().filter((file) =>
    path
      .dirname(file)
      .split('/')
      .some((part) => DRAWERS.has(part)),
  );
  expect(drawers).toEqual([]);
});

test('no file gathers the exports of its folder', () => {
  expect(sourceFiles().filter((file) => /^index\.(ts|tsx|mjs)$/.test(path.basename(file)))).toEqual([]);
});

test('tests that share a process with others replace no module: the process may have it already, and keeps it', () => {
  const replacing = sourceFiles().filter(
    (file) =>
      /^tests\/(unit|api|contract|regression|e2e)\//.test(file) &&
      /\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')),
  );
  expect(replacing).toEqual([]);
});
