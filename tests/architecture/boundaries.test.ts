import { beforeAll, describe, expect, test } from 'vitest';
import { PlantedTree, type Verdicts } from '#tests/support/project/planted-tree.ts';

/** What is planted: [sentence, file, text, the verdict that must come]. */
type Plant = readonly [sentence: string, file: string, text: string, verdict: string];

const taking = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`;
const takingType = (specifier: string) => `import type { X } from '${specifier}';\nexport type Y = X;\n`;
const X = 'export const x = 1;\nexport type X = typeof x;\n';

const SOIL: Readonly<Record<string, string>> = {
  'schemas/metadata/field.ts': `export const FIELD_TYPES = ['date', 'rating'] as const;\nexport type FieldTypeName = (typeof FIELD_TYPES)[number];\n`,
  'schemas/x.ts': X,
  'generators/x.ts': X,
  'src/shared/x.ts': X,
  'schemas/api/x.ts': X,
  'schemas/metadata/x.ts': X,
  'schemas/generated/api/x.ts': X,
  'sample/x.ts': X,
  'src/server/app.ts': X,
  'src/server/core/x.ts': X,
  'src/server/platform/x.ts': X,
  'src/server/platform/wire.ts': X,
  'src/server/http/x.ts': X,
  'src/server/features/beta/service.ts': X,
  'src/client/app/root.ts': X,
  'src/client/lib/api.ts': X,
  'src/client/lib/events.ts': X,
  'src/client/lib/api-failure.ts': X,
  'src/client/ui/x.ts': X,
  'src/client/features/beta/store.ts': X,
  'src/client/features/wallet/store.ts': X,
  'tests/support/x.ts': X,
};

// Each must be let through: a lint that refuses everything would pass the rest of this file.
const WELCOME: Readonly<Record<string, string>> = {
  'generators/reads-schemas.ts': taking('#schemas/x.ts'),
  'src/client/lib/types-of-schemas.ts': `import type { x } from '#schemas/api/x.ts';\nexport type X = typeof x;\n`,
  'src/client/lib/generated-routes.ts': taking('#schemas/generated/api/x.ts'),
  'src/shared/reads-both.ts': taking('#schemas/x.ts') + `export { x as z } from '#generators/x.ts';\n`,
  'sample/reads-shared.ts': taking('#shared/x.ts'),
  'src/server/commands/reads-sample.ts': taking('#sample/x.ts'),
  'src/server/features/gamma/queries.ts': `import { sql } from 'kysely';\nexport const one = sql\`1\`;\n`,
  'src/server/db/pool.ts': `import { Pool } from 'pg';\nexport const pool = new Pool();\n`,
  'src/server/features/gamma/service.ts': taking('#server/core/x.ts') + `export { one } from './queries.ts';\n`,
  'src/client/features/gamma/gamma-store.ts': taking('#client/lib/api.ts'),
  'src/client/features/gamma/gamma-page.tsx':
    taking('#client/ui/x.ts') + `export { y as z } from './gamma-store.ts';\n`,
  'src/client/features/chat/room/gamma.tsx': taking('#client/features/chat/outbox/gamma.ts'),
  'src/client/features/chat/outbox/gamma.ts': X,
  'src/client/ui/notice.tsx': taking('#client/lib/api-failure.ts'),
  'src/client/app/shell/shell.tsx': taking('#client/features/beta/store.ts'),
  'src/client/ui/schema-form/stretch-fields.tsx': `import Form from '@rjsf/core';\nexport const StretchFields = Form;\n`,
  'generators/field-types/rating.ts': `export const isRating = (type: string) => type === 'rating';\n`,
  'src/client/ui/field-types/rating.tsx': `export const TYPES = ['date', 'rating'];\n`,
  'generators/schema-type.ts': `export const isDate = (schema: { type: string }) => schema.type === 'date';\n`,
  'src/client/lib/http.ts': `import axios from 'axios';\nexport const http = axios.create();\n`,
};

const IMPORTS = 'no-restricted-imports';
const TYPE_NAMES = 'no-type-names';
const LINTED: readonly Plant[] = [
  ['the client runs the schemas of a route', 'src/client/features/alpha/s.ts', taking('#schemas/api/x.ts'), IMPORTS],
  ['a view runs the schemas of metadata', 'src/client/ui/s.tsx', taking('#schemas/metadata/x.ts'), IMPORTS],
  ['a generator runs the schemas of a route', 'generators/s.ts', taking('#schemas/api/x.ts'), IMPORTS],
  [
    'the client makes a schema',
    'src/client/lib/s.ts',
    `import { Type } from 'typebox';\nexport const s = Type.String();\n`,
    IMPORTS,
  ],
  [
    'a server feature imports another',
    'src/server/features/alpha/a.ts',
    taking('#server/features/beta/service.ts'),
    IMPORTS,
  ],
  [
    'a client feature imports another',
    'src/client/features/alpha/a.ts',
    taking('#client/features/beta/store.ts'),
    IMPORTS,
  ],
  [
    'a room of a feature imports another feature',
    'src/client/features/chat/room/a.ts',
    taking('#client/features/wallet/store.ts'),
    IMPORTS,
  ],
  [
    'a page imports another feature',
    'src/client/features/alpha/b.tsx',
    taking('#client/features/beta/store.ts'),
    IMPORTS,
  ],
  [
    'a feature imports another by type',
    'src/client/features/alpha/c.ts',
    takingType('#client/features/beta/store.ts'),
    IMPORTS,
  ],
  [
    'a feature imports another lazily',
    'src/client/features/alpha/d.ts',
    `export const load = async () => import('#client/features/beta/store.ts');\n`,
    IMPORTS,
  ],
  [
    'a feature re-exports another',
    'src/client/features/alpha/e.ts',
    `export { x } from '#client/features/beta/store.ts';\n`,
    IMPORTS,
  ],
  ['a path climbs', 'src/client/features/alpha/f.ts', taking('../beta/store.ts'), 'no-relative-parent-imports'],
  ['a test climbs', 'tests/unit/climb.test.ts', taking('../support/x.ts'), 'no-relative-parent-imports'],
  ['a page calls the API', 'src/client/features/alpha/g.tsx', taking('#client/lib/api.ts'), IMPORTS],
  ['a view of ui calls the API', 'src/client/ui/h.tsx', taking('#client/lib/api.ts'), IMPORTS],
  ['the shell calls the API', 'src/client/app/i.tsx', taking('#client/lib/api.ts'), IMPORTS],
  ['ui knows a feature', 'src/client/ui/j.tsx', taking('#client/features/beta/store.ts'), IMPORTS],
  ['ui knows the app', 'src/client/ui/k.tsx', taking('#client/app/root.ts'), IMPORTS],
  ['a client feature knows the app', 'src/client/features/alpha/l.ts', taking('#client/app/root.ts'), IMPORTS],
  ['client lib knows a feature', 'src/client/lib/m.ts', taking('#client/features/beta/store.ts'), IMPORTS],
  ['client lib knows ui', 'src/client/lib/n.ts', taking('#client/ui/x.ts'), IMPORTS],
  ['the platform knows a feature', 'src/server/platform/o.ts', taking('#server/features/beta/service.ts'), IMPORTS],
  ['the engine knows a feature', 'src/server/core/o.ts', taking('#server/features/beta/service.ts'), IMPORTS],
  ['the engine knows the platform', 'src/server/core/p.ts', taking('#server/platform/x.ts'), IMPORTS],
  [
    'the queries of the engine know the platform',
    'src/server/core/queries.ts',
    taking('#server/platform/x.ts'),
    IMPORTS,
  ],
  ['the engine knows the platform by type', 'src/server/core/q.ts', takingType('#server/platform/x.ts'), IMPORTS],
  [
    'the engine loads the platform lazily',
    'src/server/core/r.ts',
    `export const load = async () => import('#server/platform/x.ts');\n`,
    IMPORTS,
  ],
  ['the engine knows http', 'src/server/core/s.ts', taking('#server/http/x.ts'), IMPORTS],
  ['http knows the engine', 'src/server/http/o.ts', taking('#server/core/x.ts'), IMPORTS],
  ['db knows the engine', 'src/server/db/o.ts', taking('#server/core/x.ts'), IMPORTS],
  ['db knows http', 'src/server/db/p.ts', taking('#server/http/x.ts'), IMPORTS],
  ['http knows a feature', 'src/server/http/p.ts', taking('#server/features/beta/service.ts'), IMPORTS],
  ['db knows a feature', 'src/server/db/q.ts', taking('#server/features/beta/service.ts'), IMPORTS],
  ['a server feature knows the app', 'src/server/features/alpha/r.ts', taking('#server/app.ts'), IMPORTS],
  ['a service writes SQL', 'src/server/features/alpha/s.ts', `export { sql } from 'kysely';\n`, IMPORTS],
  ['a route opens a connection', 'src/server/features/alpha/t.ts', `export { Client } from 'pg';\n`, IMPORTS],
  ['a command writes SQL', 'src/server/commands/u.ts', `export { sql } from 'kysely';\n`, IMPORTS],
  [
    'a second file imports the form library',
    'src/client/ui/v.tsx',
    `export { getDefaultRegistry } from '@rjsf/core';\n`,
    IMPORTS,
  ],
  ['a store speaks HTTP itself', 'src/client/features/alpha/w.ts', `export { AxiosError } from 'axios';\n`, IMPORTS],
  ['a pure room opens a file', 'generators/a.ts', `export { readFileSync } from 'node:fs';\n`, IMPORTS],
  ['a pure room has a clock', 'generators/b.ts', 'export const now = () => new Date();\n', 'no-restricted-globals'],
  ['shared has a clock', 'src/shared/b.ts', 'export const now = () => Date.now();\n', 'no-restricted-globals'],
  ['a pure room has dice', 'schemas/c.ts', 'export const chance = () => Math.random();\n', 'no-restricted-properties'],
  ['sample data has a clock', 'sample/b.ts', 'export const now = () => new Date();\n', 'no-restricted-globals'],
  ['sample data has dice', 'sample/c.ts', 'export const chance = () => Math.random();\n', 'no-restricted-properties'],
  ['two files import each other', 'src/shared/d.ts', takingType('./e.ts') + 'export type X = 1;\n', 'no-cycle'],
  ['… by type alone', 'src/shared/e.ts', takingType('#shared/d.ts') + 'export type X = 1;\n', 'no-cycle'],
  [
    'a promise floats',
    'src/server/platform/f.ts',
    'export function f() {\n  Promise.resolve(1);\n}\n',
    'no-floating-promises',
  ],
  ['a file has a default export', 'src/server/platform/g.ts', 'export default 1;\n', 'no-default-export'],
  ['a value is any', 'src/server/platform/h.ts', 'export const h: any = 1;\n', 'no-explicit-any'],
  ['the compiler is silenced', 'src/server/platform/i.ts', '// @ts-ignore\nexport const i = 1;\n', 'ban-ts-comment'],
  ['a file is not in kebab-case', 'src/server/platform/pageStore.ts', X, 'filename-case'],
  [
    'a field type is compared by name',
    'src/server/core/k.ts',
    `export const k = (field?: { type: string }) => field?.type !== 'rating';\n`,
    TYPE_NAMES,
  ],
  [
    'a case names a field type',
    'src/shared/k.ts',
    `export function k(type: string) {\n  switch (type) {\n    case 'date':\n      return 1;\n    default:\n      return 0;\n  }\n}\n`,
    TYPE_NAMES,
  ],
  ['a set names field types', 'generators/k.ts', `export const K = new Set(['date', 'rating']);\n`, TYPE_NAMES],
  [
    'a table names field types',
    'src/client/features/alpha/x.ts',
    `import type { FieldTypeName } from '#schemas/metadata/field.ts';\nexport const X: Partial<Record<FieldTypeName, 1>> = {};\n`,
    TYPE_NAMES,
  ],
  [
    'work is left for later',
    'src/server/platform/j.ts',
    `// TO${'DO'} later\nexport const j = 1;\n`,
    'no-warning-comments',
  ],
];

// The compiler names a file of another room once a project, so each case of one project reaches for a file of its own.
const COMPILED: readonly Plant[] = [
  ['the client imports the server', 'src/client/lib/ca.ts', taking('#server/core/x.ts'), 'TS6307'],
  ['the client imports a type of the server', 'src/client/lib/cb.ts', takingType('#server/platform/wire.ts'), 'TS6307'],
  ['the server imports the client', 'src/server/platform/cc.ts', taking('#client/lib/events.ts'), 'TS6307'],
  ['shared imports the server', 'src/shared/cd.ts', taking('#server/core/x.ts'), 'TS6307'],
  ['generators import shared', 'generators/ce.ts', taking('#shared/x.ts'), 'TS6307'],
  ['schemas import generators', 'schemas/cf.ts', taking('#generators/x.ts'), 'TS6307'],
  ['sample data imports the server', 'sample/cp.ts', taking('#server/core/x.ts'), 'TS6307'],
  ['the client imports sample data', 'src/client/lib/cq.ts', taking('#sample/x.ts'), 'TS6307'],
  ['the server imports its tests', 'src/server/platform/cg.ts', taking('#tests/support/x.ts'), 'TS6307'],
  ['a pure room touches the page', 'generators/ch.ts', 'export const t = document.title;\n', 'TS2584'],
  ['a pure room asks the network', 'src/shared/ci.ts', `export const r = fetch('/');\n`, 'TS2304'],
  ['a pure room waits', 'src/shared/cj.ts', 'export const t = setTimeout(String, 1);\n', 'TS2304'],
  ['a pure room reads the environment', 'schemas/ck.ts', 'export const e = process.env;\n', 'TS2591'],
  ['the client reads the environment', 'src/client/lib/cl.ts', 'export const e = process.env;\n', 'TS2591'],
  ['the server touches the window', 'src/server/platform/cm.ts', 'export const w = window.name;\n', 'TS2304'],
  ['an enum needs a build step', 'src/server/platform/cn.ts', 'export enum E {\n  A,\n}\n', 'TS1294'],
  [
    'a parameter property needs a build step',
    'src/server/platform/co.ts',
    'export class C {\n  constructor(readonly a: number) {}\n}\n',
    'TS1294',
  ],
];

const textOf = (plants: readonly Plant[]) => Object.fromEntries(plants.map(([, file, text]) => [file, text]));

describe('what may import what', () => {
  let lint: Verdicts;
  let compile: Verdicts;
  beforeAll(() => {
    const tree = new PlantedTree({ ...SOIL, ...WELCOME, ...textOf(LINTED), ...textOf(COMPILED) });
    try {
      lint = tree.lint();
      compile = tree.compile();
    } finally {
      tree.remove();
    }
  });

  test.each(LINTED)('the lint refuses it when %s', (_sentence, file, _text, rule) => {
    expect([...(lint.get(file) ?? [])]).toContain(rule);
  });

  test.each(COMPILED)('the compiler refuses it when %s', (_sentence, file, _text, code) => {
    expect([...(compile.get(file) ?? [])]).toContain(code);
  });

  test.each(Object.keys({ ...SOIL, ...WELCOME }))('%s is let through', (file) => {
    expect([...(lint.get(file) ?? []), ...(compile.get(file) ?? [])]).toEqual([]);
  });
});
