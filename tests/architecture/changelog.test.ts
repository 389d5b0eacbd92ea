import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { release } from '#server/release.ts';

const CHANGELOG = readFileSync('CHANGELOG.md', 'utf8');
const entries = [...CHANGELOG.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/gm)].map(
  ([, version = '', day = '']) => ({ version, day }),
);
/** Numbers of the same width, so that texts have their order. */
const inOrder = (version: string): string =>
  version
    .split('.')
    .map((part) => part.padStart(6, '0'))
    .join('.');

test('The changelog begins with this release, and goes back in versions and days', () => {
  expect(entries[0]?.version).toBe(release());
  expect(entries.length).toBeGreaterThan(1);
  const versions = entries.map(({ version }) => inOrder(version));
  expect(versions).toEqual([...new Set(versions)].toSorted().toReversed());
  const days = entries.map(({ day }) => day);
  expect(days).toEqual(days.toSorted().toReversed());
});

test('Every heading of the changelog is a release or a kind of change', () => {
  const kinds = ['Before upgrading', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  const headings = [...CHANGELOG.matchAll(/^#{2,} (.+)$/gm)].map(([, heading = '']) => heading);
  const isRelease = (heading: string) => entries.some(({ version, day }) => heading === `[${version}] - ${day}`);
  expect(headings.filter((heading) => !isRelease(heading) && !kinds.includes(heading))).toEqual([]);
});

test('Each release says up to which migration it brings the database', () => {
  const sections = CHANGELOG.split(/^## /m).slice(1);
  expect(sections.filter((section) => !/^Database: up to migration `\d{4}-[\w-]+`\.$/m.test(section))).toEqual([]);
});
