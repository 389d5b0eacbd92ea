import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectFiles } from '#tests/support/project/project-files.ts';

const TEXT = /\.(ts|tsx|mjs|js|json|md|css|html|svg|sql|csv|yml|yaml|txt)$|(^|\/)[^.]+$|(^|\/)\.[a-z]+$/;
const HOMES = ['tmp', 'root', 'home', 'work', 'farm', 'Users'].join('|');
const MACHINE_PATH = new RegExp(String.raw`(^|["'\`(=: ])/(${HOMES})/[A-Za-z.]`);
const REGISTRY = new RegExp(String.raw`https?://[^\s"']*(registry|npmmirror|artifactory|verdaccio|nexus)[^\s"']*`);

const texts = projectFiles()
  .filter((file) => TEXT.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }));

function mentions(pattern: RegExp): string[] {
  return texts.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? `${file}:${index + 1}: ${line.trim().slice(0, 120)}` : [])),
  );
}

test('no file mentions a folder of the machine it was written on', () => {
  expect(mentions(MACHINE_PATH)).toEqual([]);
});

test('no file names the registry its packages came from', () => {
  expect(mentions(REGISTRY)).toEqual([]);
});

test('the lock file records no download address', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "(https?|git|ssh|file)/);
});
