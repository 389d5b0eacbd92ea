import { expect, it } from 'vitest';
import { configuredOrigin } from '#server/http/configured-address.ts';

it.each([
  ['https://data.example', 'https://data.example'],
  ['https://data.example/', 'https://data.example'],
  ['http://127.0.0.1:3600', 'http://127.0.0.1:3600'],
  ['', undefined],
  [undefined, undefined],
])('PUBLIC_ORIGIN %s is read as %s', (given, read) => {
  expect(configuredOrigin('PUBLIC_ORIGIN', given)).toBe(read);
});

it.each([
  'data.example',
  'javascript:alert(1)',
  'https://data.example/path',
  'ftp://data.example',
  'https://a@b.example',
])('PUBLIC_ORIGIN %s is refused in words', (given) => {
  expect(() => configuredOrigin('PUBLIC_ORIGIN', given)).toThrow(`现在是“${given}”`);
});
