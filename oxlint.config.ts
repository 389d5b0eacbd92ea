import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type OxlintOverride } from 'oxlint';

interface Ban {
  readonly regex: string;
  readonly allowTypeImports?: true;
  readonly message: string;
}

// One name for each rule about who may import what. The arrows between rooms (client never sees server, and so on)
// are not here: `tsc -b` refuses them, because each room is a project and its references are the arrows.
const NODE: Ban = { regex: '^node:', message: 'Pure rooms run in the browser too: no Node.' };
const SQL: Ban = { regex: '^(kysely|pg|@electric-sql)(/|$)', message: 'Only queries.ts and src/server/db speak SQL.' };
const AXIOS: Ban = { regex: '^axios(/|$)', message: 'Only src/client/lib speaks HTTP.' };
const API: Ban = { regex: '^#client/lib/api(\\.ts$|/)', message: 'Views talk to stores; stores talk to the API.' };
const ISLAND: Ban = {
  regex: '^#(client|server)/features/',
  message: 'Features are islands: compose them in app, or move the shared part down.',
};
const foldersOf = (folder: string): string[] => {
  const at = path.join(import.meta.dirname, folder);
  return existsSync(at) ? readdirSync(at) : [];
};
const FEATURES = [...new Set([...foldersOf('src/server/features'), ...foldersOf('src/client/features')])].toSorted();
/** Every feature but one: the rooms of a feature see each other. (Expressions here cannot look ahead.) */
const otherThan = (feature: string): Ban => ({
  ...ISLAND,
  regex: `^#(client|server)/features/(${FEATURES.filter((other) => other !== feature).join('|') || '-'})/`,
});
const ABOVE: Ban = {
  regex: '^#(client/app/|client/main|server/app|server/main|server/commands/)',
  message: 'What composes the product is never seen by its parts.',
};
const ROOMS_OF_SERVER: Ban = {
  regex: '^#server/(core|platform|http|features)/',
  message: 'db imports nothing of ours.',
};
const ABOVE_HTTP: Ban = { regex: '^#server/(core|platform)/', message: 'http is below core and platform.' };
const ABOVE_CORE: Ban = {
  regex: '^#server/(platform|http)/',
  message: 'The metadata engine does not know the platform.',
};
/** Generators of the metadata editor's forms, which run schemas: on the server alone. */
const SCHEMA_READERS = [
  'generators/language/language-forms.ts',
  'generators/language/definition-changes.ts',
  'generators/language/renamed-definition.ts',
];
const SCHEMAS: Ban = {
  regex:
    '^(typebox$|#schemas/(api|metadata)/|#generators/language/(language-forms|definition-changes|renamed-definition))',
  allowTypeImports: true,
  message: 'Schemas do not reach the browser: import their types, and routes and constants from #schemas/generated.',
};
const VIEWS: Ban = { regex: '^#client/ui/', message: 'lib is below ui.' };
const RJSF: Ban = {
  regex: '^@rjsf/',
  message: 'Only src/client/ui/schema-form/stretch-fields.tsx imports @rjsf: its version 7 renames the props.',
};

// A later override replaces the same rule of an earlier one, so every file must match exactly one call of this.
function bans(files: string[], patterns: Ban[], excludeFiles: string[] = []): OxlintOverride {
  return { files, excludeFiles, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const QUERIES = '**/{queries,*-queries}.ts';
/** What a room of the server may not import; only its queries speak SQL. */
const server = (room: string, patterns: Ban[]): OxlintOverride[] => [
  bans([`src/server/${room}/**`], [SQL, RJSF, AXIOS, ...patterns], [QUERIES]),
  bans([`src/server/${room}/**/{queries,*-queries}.ts`], [RJSF, AXIOS, ...patterns]),
];
const FORM_LIBRARY = 'src/client/ui/schema-form/stretch-fields.tsx';
const PURE = ['schemas/**', 'generators/**', 'src/shared/**', 'sample/**'];
const CLOCK = 'Time is passed in: a pure room has no clock.';

export default defineConfig({
  options: {
    typeAware: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
    respectEslintDisableDirectives: false,
  },
  jsPlugins: ['./oxlint.plugin.ts'],
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  ignorePatterns: ['schemas/generated/**'],
  rules: {
    eqeqeq: ['error', 'always'],
    'no-alert': 'error',
    'no-console': 'error',
    'no-else-return': 'error',
    'no-empty': 'error',
    'no-implied-eval': 'error',
    'no-new-func': 'error',
    'no-param-reassign': 'error',
    'no-proto': 'error',
    'no-var': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'hack', 'xxx'] }],
    'prefer-const': 'error',
    'import/first': 'error',
    'import/no-commonjs': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'import/no-mutable-exports': 'error',
    'import/no-relative-parent-imports': 'error',
    'react/button-has-type': 'error',
    'react/jsx-no-target-blank': 'error',
    'react/no-array-index-key': 'error',
    'react/no-danger': 'error',
    'react/rules-of-hooks': 'error',
    // About the React compiler, which is not used.
    'react/incompatible-library': 'off',
    // Widgets of our own (tree select, listbox, popover that takes the focus) follow the ARIA patterns; axe judges the
    // result in the browser tests.
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/no-noninteractive-element-to-interactive-role': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'typescript/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/return-await': ['error', 'in-try-catch'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // With methods declared as properties, `unbound-method` speaks only of methods of classes, where it is right.
    'typescript/method-signature-style': ['error', 'property'],
    // Values of metadata fields are `unknown` until their field type has read them; `String(value ?? '')` is the idiom.
    'typescript/no-base-to-string': 'off',
    // Spreading a string counts code points, which is how lengths are counted here.
    'typescript/no-misused-spread': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/throw-new-error': 'error',
  },
  overrides: [
    bans(['schemas/**', ...SCHEMA_READERS], [NODE, SQL, RJSF, AXIOS]),
    bans(['generators/**', 'src/shared/**'], [NODE, SQL, RJSF, AXIOS, SCHEMAS], SCHEMA_READERS),
    bans(['src/server/*.ts', 'src/server/commands/**'], [SQL, RJSF, AXIOS], [QUERIES]),
    bans(['src/server/db/**'], [RJSF, AXIOS, ROOMS_OF_SERVER, ABOVE]),
    ...server('http', [ISLAND, ABOVE_HTTP, ABOVE]),
    ...server('core', [ISLAND, ABOVE_CORE, ABOVE]),
    ...server('platform', [ISLAND, ABOVE]),
    ...FEATURES.flatMap((feature) => [
      ...server(`features/${feature}`, [otherThan(feature), ABOVE]),
      bans([`src/client/features/${feature}/**/*.ts`], [SCHEMAS, SQL, RJSF, AXIOS, otherThan(feature), ABOVE]),
      bans([`src/client/features/${feature}/**/*.tsx`], [SCHEMAS, SQL, RJSF, AXIOS, otherThan(feature), ABOVE, API]),
    ]),
    bans(['src/client/*.ts', 'src/client/app/**/*.ts'], [SCHEMAS, SQL, RJSF, AXIOS]),
    bans(['src/client/*.tsx', 'src/client/app/**/*.tsx'], [SCHEMAS, SQL, RJSF, AXIOS, API]),
    bans(['src/client/ui/**'], [SCHEMAS, SQL, RJSF, AXIOS, ISLAND, ABOVE, API], [FORM_LIBRARY]),
    bans([FORM_LIBRARY], [SCHEMAS, SQL, AXIOS, ISLAND, ABOVE, API]),
    bans(['src/client/lib/**/*.ts'], [SCHEMAS, SQL, RJSF, ISLAND, ABOVE, VIEWS]),
    bans(['src/client/lib/**/*.tsx'], [SCHEMAS, SQL, RJSF, AXIOS, ISLAND, ABOVE, VIEWS, API]),
    {
      files: PURE,
      rules: {
        'no-restricted-globals': ['error', { name: 'Date', message: CLOCK }, { name: 'performance', message: CLOCK }],
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: 'Chance is passed in: a pure room has no dice.' },
        ],
      },
    },
    {
      files: ['generators/**', 'src/**'],
      excludeFiles: ['generators/field-types/**', 'src/client/ui/field-types/**'],
      rules: { 'product/no-type-names': 'error' },
    },
    // Its functions take every instant: the type is needed, a clock is not.
    { files: ['src/shared/time/**'], rules: { 'no-restricted-globals': 'off' } },
    { files: ['*.config.ts', '*.plugin.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['src/server/commands/**', 'src/server/main.ts', 'tests/**'], rules: { 'no-console': 'off' } },
  ],
});
