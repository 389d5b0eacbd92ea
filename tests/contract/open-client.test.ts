import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { callsText } from '#server/commands/open-client/calls-text.ts';
import { ROUTES } from '#tests/support/app/routes.ts';

const FILE = path.resolve(import.meta.dirname, '../../clients/typescript/calls.ts');

it('the published client has every call of the open interface as it is declared today: npm run open-client', () => {
  const routes = ROUTES.filter(([name, { action }]) => action === 'open.read' && name !== 'callMcp').toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  expect(routes.length).toBeGreaterThan(6);
  expect(callsText(routes)).toBe(readFileSync(FILE, 'utf8'));
});
