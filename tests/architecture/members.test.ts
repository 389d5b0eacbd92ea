import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from '#tests/support/project/project-files.ts';

it('no code gives a user without an id an empty one: routes for signed-in users get a user who has one', () => {
  const found = sourceFiles().filter((file) =>
    /\b(actor|viewer|member|me)\??\.id \?\? '/.test(readFileSync(file, 'utf8')),
  );
  expect(found).toEqual([]);
});
