import { expect, it } from 'vitest';
import { readOrigin } from '#server/http/link-origin.ts';

it.each([
  ['https://data.example', 'https://data.example'],
  ['https://data.example/', 'https://data.example'],
  ['http://127.0.0.1:3600', 'http://127.0.0.1:3600'],
  ['', undefined],
  [undefined, undefined],
])('PUBLIC_ORIGIN %s is read as %s', (given, read) => {
  expect(readOrigin(given)).toBe(read);
});

it.each([
  'data.example',
  'javascript:alert(1)',
  'https://data.example/path',
  'ftp://data.example',
  'https://a@b.example',
])('PUBLIC_ORIGIN %s is refused in words', (given) => {
  expect(() => readOrigin(given)).toThrow(`现在是“${given}”`);
});
