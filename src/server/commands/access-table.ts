// `npm run access-table`: writes docs/access.md from the policy, the routes and the metadata that ship. With `--check` it
// writes nothing and fails with the first line that differs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Route } from '#schemas/api/route.ts';
import { accessPage } from '#server/commands/access-table/page.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { readArguments, runCommand } from './command-line.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PAGE = path.join(ROOT, 'docs/access.md');

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'action' in value && 'path' in value;

/** Every route that a file of schemas/api declares. */
async function allRoutes(): Promise<Route[]> {
  const folder = path.join(ROOT, 'schemas/api');
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const files = await Promise.all(
    names.map((name) => import(path.join(folder, name)) as Promise<Record<string, unknown>>),
  );
  return files.flatMap((exported) => Object.values(exported).filter(isRoute));
}

await runCommand(async () => {
  const { values: options } = readArguments('用法：npm run access-table [-- --check]', { check: { type: 'boolean' } });
  const expected = accessPage(await allRoutes(), shippedObjects());
  const actual = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  if (!options.check) {
    writeFileSync(PAGE, expected);
    console.log('docs/access.md written.');
  } else if (actual === expected) {
    console.log('docs/access.md is fresh.');
  } else {
    const [want, have] = [expected.split('\n'), actual.split('\n')];
    const at = want.findIndex((text, index) => text !== have[index]);
    console.error(`~ docs/access.md:${at + 1}\n  - ${have[at] ?? '(end of file)'}\n  + ${want[at] ?? '(nothing)'}`);
    console.error('\ndocs/access.md is stale. Run: npm run access-table');
    return 1;
  }
  return 0;
});
