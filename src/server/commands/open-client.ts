// `npm run open-client`: writes clients/typescript/calls.ts from the declarations of the open interface. With `--check` it
// writes nothing and fails when the file is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as open from '#schemas/api/open.ts';
import type { Route } from '#schemas/api/route.ts';
import { callsText } from '#server/commands/open-client/calls-text.ts';
import { readArguments, runCommand } from './command-line.ts';

const FILE = path.resolve(import.meta.dirname, '../../../clients/typescript/calls.ts');

const isRoute = (entry: readonly [string, unknown]): entry is [string, Route] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'action' in entry[1] && 'path' in entry[1];

await runCommand(async () => {
  const { values: options } = readArguments('用法：npm run open-client [-- --check]', { check: { type: 'boolean' } });
  const expected = callsText(Object.entries<unknown>(open).filter(isRoute));
  if (!options.check) {
    writeFileSync(FILE, expected);
    console.log('clients/typescript/calls.ts written.');
    return 0;
  }
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === expected) {
    console.log('clients/typescript/calls.ts is fresh.');
    return 0;
  }
  console.error('clients/typescript/calls.ts is stale. Run: npm run open-client');
  return 1;
});
