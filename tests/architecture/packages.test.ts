import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, test } from 'vitest';

/** Runs the server beside the bundler, while the product is developed. */
const OF_DEVELOPMENT = /^src\/server\/commands\/dev\.ts$/;
/** Rooms that the server is made of. */
const SERVER = 'src/server/**/*.ts {schemas,generators,sample}/**/*.ts src/shared/**/*.ts'.split(' ');
const IMPORTED = /(?:^(?:import|export)(?! type) [^;']*? from |\bimport\()'((?:@[\w.-]+\/)?[\w.-]+)[^']*'/gm;
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

test('the server imports no package of development: it runs where they are left out', () => {
  const missing = globSync(SERVER)
    .filter((file) => !OF_DEVELOPMENT.test(file))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(IMPORTED), ([, name = '']) => name)
        .filter((name) => /^[@a-z]/.test(name) && !isBuiltin(name) && dependencies[name] === undefined)
        .map((name) => `${file}: ${name}`),
    );
  expect(missing).toEqual([]);
});
