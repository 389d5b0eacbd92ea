import { expect, test } from 'vitest';
import { isSame } from '#shared/metadata/merge-parts.ts';

test('parts are the same whatever the order of their keys, and with keys that say nothing', () => {
  expect(isSame({ a: 1, b: [{ c: 'x' }] }, { b: [{ c: 'x', d: undefined }], a: 1 })).toBe(true);
});

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: null }, {}],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: [1] }, { a: [1, 2] }],
  [{ a: [] }, { a: {} }],
  [undefined, null],
])('%j and %j are not the same', (left, right) => {
  expect(isSame(left, right)).toBe(false);
  expect(isSame(right, left)).toBe(false);
});

test('what both share is not looked into', () => {
  let looks = 0;
  const shared = {
    get label() {
      looks += 1;
      return '城市';
    },
  };
  expect(isSame({ fields: [shared], version: 1 }, { fields: [shared], version: 2 })).toBe(false);
  expect(looks).toBe(0);
});
