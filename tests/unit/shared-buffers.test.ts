import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sharedBuffers } from '#server/db/shared-buffers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'buffers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MEGABYTE = 1024 * 1024;

it.each([
  ['an empty database holds 32 MB of its pages in memory', 0, 32],
  ['one of 200 MB holds a quarter of its pages', 200, 50],
  ['one of 8 GB holds 128 MB', 8192, 128],
])('%s', (_, megabytes, expected) => {
  const file = path.join(folder, 'base', '5', '16384');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  // The file has a length and no content: it takes no room on the disk.
  truncateSync(file, megabytes * MEGABYTE);
  expect(sharedBuffers(folder)).toBe(expected);
});

it('a database in memory holds 32 MB of its pages', () => {
  expect(sharedBuffers(undefined)).toBe(32);
});
