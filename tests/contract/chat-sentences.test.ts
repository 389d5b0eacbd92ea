import { expect, test } from 'vitest';
import { missingTests, readNotedPage } from '#tests/support/project/named-tests.ts';

const PAGE = readNotedPage('docs/chat.md', 'sentence');

test('every sentence about the chat names a test', () => {
  expect(PAGE.rows.length).toBeGreaterThan(150);
  expect(PAGE.rows.filter((row) => row.split(' | ').length !== 2 || !row.includes('` › '))).toEqual([]);
});

test('every test that the sentences name is there in its words', () => {
  expect(PAGE.tests.length).toBeGreaterThan(200);
  expect(missingTests(PAGE.tests)).toEqual([]);
});
