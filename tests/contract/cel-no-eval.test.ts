import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';

test('rules, schemas and money work where eval is forbidden, as in a browser under a strict policy', () => {
  const output = execFileSync(
    process.execPath,
    ['--disallow-code-generation-from-strings', 'tests/support/rules/no-eval-probe.ts'],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(output)).toEqual({
    refusesEval: true,
    checked: (shippedObjects().size + 1) * 20,
    money: '1234.57万人民币',
  });
});
