import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BINDINGS } from '#schemas/bindings.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';

const ROOMS = ['src', 'generators', 'schemas/api', 'schemas/metadata'];
/** Migrations say what was true when they ran; the sample data of the first start are records of the objects that ship. */
const EXEMPT = ['src/server/db/migrations', 'src/server/commands/seed'];
/** The example in the help of a list's address. */
const EXAMPLE = '/data/InsightCompany';

const files = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => path.join(room, name)),
).filter((file) => /\.tsx?$/.test(file) && !EXEMPT.some((room) => file.startsWith(room)));

/** A file's code without its comments. */
const codeOf = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(EXAMPLE, '');

const objects = [...shippedObjects().keys()];
const fields = new Set(
  Object.values(BINDINGS).flatMap(({ object }) =>
    (shippedObjects().get(object)?.fields ?? []).map(({ apiName }) => apiName),
  ),
);
/** A word of the language of the code as well: only in quotes does it mean the object. */
const COMMON_WORD = 'Product';
const NAMED = new RegExp(
  `\\b(?:${objects.filter((name) => name !== COMMON_WORD).join('|')})\\b|['"\`/]${COMMON_WORD}['"\`]`,
  'g',
);
const READ = /\b(?:values|record|row|handedIn|form)(?:\?\.)?\[['"](\w+)['"]\]/g;
const COLUMN = /\b[a-z]\w*\."(\w+)"/g;

it('no code names an object that ships, but through a binding', () => {
  const found = files.flatMap((file) => (codeOf(file).match(NAMED) ?? []).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

it('no code reads a field that ships by its name, but through a binding', () => {
  const found = files
    .filter((file) => file.startsWith('src'))
    .flatMap((file) =>
      [...codeOf(file).matchAll(READ), ...codeOf(file).matchAll(COLUMN)]
        .filter(([, name = '']) => fields.has(name))
        .map(([text]) => `${file}: ${text}`),
    );
  expect(found).toEqual([]);
});
