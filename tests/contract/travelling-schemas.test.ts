import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { FIELD_TYPES } from '#schemas/metadata/field.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import { openapiOf } from '#generators/portable/openapi.ts';
import { keywordsOf, X_KEYWORDS } from '#generators/portable/keywords.ts';
import { objectFiles } from '#server/commands/schemas/object-files.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { plainAjv, GENERATED, inFiles, SHIPPED } from '#tests/support/metadata/portable.ts';
import { twoValues } from '#tests/support/metadata/known-values.ts';
import { context } from '#tests/support/metadata/sample-object.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { plausibleValue, wildValue } from '#tests/support/records/random-records.ts';

const ALL = [...SHIPPED, ...GENERATED];
const WRONG: readonly unknown[] = ['{', 5.5, true, { nope: 1 }, [[1]]];
const MODULES = path.resolve(import.meta.dirname, '../../node_modules');
const ZOD = path.dirname(fileURLToPath(import.meta.resolve('zod/package.json')));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'travelling-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(ZOD, path.join(folder, 'node_modules/zod'));
  for (const [name, text] of objectFiles(ALL, '1.0.0', true)) writeFileSync(path.join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const checks = new Map<ObjectDefinition, Record<'read' | 'write' | 'change', ValidateFunction>>();
/** What plain ajv makes of the schemas of an object, each compiled once. */
function checksOf(object: ObjectDefinition) {
  const known = checks.get(object);
  if (known) return known;
  const { read, write } = inFiles(object);
  const ajv = plainAjv();
  const change = { $ref: `${String(write['$id'])}#/$defs/change` };
  const made = { read: ajv.compile(read), write: ajv.compile(write), change: ajv.compile(change) };
  checks.set(object, made);
  return made;
}

/** One value of one field, as people and broken programs write it. */
function anyValue(object: ObjectDefinition, random: Prng): Record<string, unknown> {
  const field = random.pick(liveFields(object).filter((one) => !isComputed(one)));
  const value = random.chance(0.7) ? plausibleValue(field, random) : wildValue(random);
  return value === undefined ? {} : { [field.apiName]: JSON.parse(JSON.stringify(value)) as unknown };
}

describe('generated schemas of the objects that ship and of 100 that were drawn', () => {
  it('have fields of every type', () => {
    const types = new Set(GENERATED.flatMap(({ fields }) => fields.map(({ type }) => type)));
    expect([...types].toSorted()).toEqual([...FIELD_TYPES].toSorted());
  });

  it.each(ALL)(
    '$apiName: plain ajv takes them in strict mode, and the keywords of ours are documented ones',
    (object) => {
      expect(() => checksOf(object)).not.toThrow();
      const { own, fields } = keywordsOf(inFiles(object).read);
      const named = [own, ...Object.values(fields)].flatMap((keywords) => Object.keys(keywords));
      const known: readonly string[] = ['format', ...X_KEYWORDS];
      expect(named.filter((name) => !known.includes(name))).toEqual([]);
    },
  );

  it.each(GENERATED)(
    '$apiName: the schema of what is written refuses and takes a value as the server does',
    (object) => {
      const { change } = checksOf(object);
      const check = compileObject({ ...object, fields: object.fields.map((field) => ({ ...field, required: false })) });
      const random = prng(object.fields.length);
      const verdicts = Array.from({ length: 60 }, () => {
        const sent = anyValue(object, random);
        const { values, problems } = check.clean(sent);
        const found = problems.length + check.check(values, context).problems.length;
        return { sent, byServer: found === 0, bySchema: change(sent) };
      });
      // What the server makes of a value first, such as a blank that is none, is not for a schema to say.
      const taken = verdicts.filter(({ byServer, bySchema }) => bySchema && !byServer);
      expect(taken.filter(({ sent }) => !JSON.stringify(sent).includes('\\ud83d'))).toEqual([]);
      expect(verdicts.filter(({ sent, byServer, bySchema }) => byServer && !bySchema && isClean(check, sent))).toEqual(
        [],
      );
    },
  );

  it.each(FIELD_TYPES.filter((type) => !isComputed({ type })))(
    'of a field of type %s, what is no value is refused when read and written',
    (type) => {
      const found = GENERATED.flatMap((object) =>
        object.fields.filter((field) => field.type === type).map((field) => ({ object, field })),
      );
      const [{ object, field } = { object: GENERATED[0] as ObjectDefinition, field: undefined }] = found;
      expect(field?.type).toBe(type);
      const name = field?.apiName ?? '';
      const { read, write } = inFiles(object);
      const ajv = plainAjv().addSchema(write).addSchema(read);
      const validators = [
        ajv.compile({ $ref: `${String(write['$id'])}#/properties/${name}` }),
        ajv.compile({ $ref: `${String(read['$id'])}#/properties/${name}` }),
      ];
      const [one] = twoValues({ apiName: 'x', type: 'text', label: 'x', ...field });
      for (const validate of validators) {
        expect({ one, fits: validate(one) }).toEqual({ one, fits: true });
        expect(WRONG.filter((value) => !validate(value)).length).toBeGreaterThan(2);
      }
    },
  );

  it('make components of OpenAPI whose references lead somewhere', () => {
    const { components } = openapiOf(ALL, '1') as { components: { schemas: Record<string, object> } };
    const text = JSON.stringify(components);
    const refs = Array.from(text.matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)/g), ([, name]) => name ?? '');
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((name) => !Object.hasOwn(components.schemas, name))).toEqual([]);
    expect(Object.keys(components.schemas).filter((name) => !/^[A-Za-z0-9._-]+$/.test(name))).toEqual([]);
    const ajv = plainAjv().addVocabulary([...X_KEYWORDS, 'components']);
    for (const format of ['date', 'date-time', 'email', 'uri']) ajv.addFormat(format, true);
    ajv.addSchema({ $id: 'https://data.example/api', components }, undefined, undefined, false);
    for (const { apiName } of GENERATED.slice(0, 20))
      expect(() =>
        ajv.compile({ $ref: `https://data.example/api#/components/schemas/${apiName}.change` }),
      ).not.toThrow();
  });

  it('make TypeScript and validators that compile by themselves outside this repository', () => {
    const options = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--types', ''];
    const files = [...objectFiles(ALL, '1.0.0', true).keys()].filter((name) => name.endsWith('.ts'));
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      path.join(folder, 'wrong.ts'),
      `import type { InsightFundWrite } from './InsightFund.ts';\nexport const fund: InsightFundWrite = { name: 1 };\n`,
    );
    const tsc = (...names: string[]) => {
      const command = [path.join(MODULES, '.bin/tsc'), ...options, '--allowImportingTsExtensions', ...names];
      try {
        return execFileSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    };
    const [found, ...more] = tsc(...files, 'wrong.ts')
      .trimEnd()
      .split('\n');
    expect(found).toMatch(/^wrong\.ts\(.*Type 'number' is not assignable to type 'string'/);
    expect(more).toEqual([]);
  });

  it.each(GENERATED.slice(0, 40))('$apiName: zod takes and refuses what ajv does', async (object) => {
    const made = (await import(path.join(folder, `${object.apiName}.zod.ts`))) as Record<
      string,
      { safeParse: (value: unknown) => { success: boolean } }
    >;
    const { read, write } = checksOf(object);
    const pairs = [
      [read, made[object.apiName]],
      [write, made[`${object.apiName}Write`]],
    ] as const;
    const random = prng(object.fields.length + 5);
    const sound = soundRecord(object);
    for (let turn = 0; turn < 60; turn += 1) {
      const record = { ...sound, ...anyValue(object, random), ...(turn % 9 === 0 && { nope: 1 }) };
      for (const [ajvTakes, zod] of pairs)
        for (const value of [record, { id: '7', ...record }])
          expect({ value, takes: zod?.safeParse(value).success }).toEqual({ value, takes: ajvTakes(value) });
    }
  });
});

const soundRecord = (object: ObjectDefinition): Record<string, unknown> =>
  Object.fromEntries(
    liveFields(object)
      .filter((field) => field.required)
      .map((field) => [field.apiName, twoValues(field)[0]]),
  );

/** Is the record what the server makes of it, so that there is nothing for it to mend? */
const isClean = (check: ReturnType<typeof compileObject>, sent: Record<string, unknown>): boolean =>
  JSON.stringify(check.clean(sent).values) === JSON.stringify(sent);
