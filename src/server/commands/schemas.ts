// `npm run schemas`: writes JSON Schema, uiSchema and TypeScript of every object to schemas/generated, and what a browser
// needs of schemas/api and schemas/metadata to folders of these names in there. With `--check` it
// writes nothing and fails with a diff when a file is stale. With `--from URL` it reads a running server instead of the
// shipped metadata, as `--username` (`staff` when absent) with the password in JINGTU_PASSWORD: only staff may see what
// every object is made of. Nothing generated is needed at run time: the same functions run at every request.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { callsOf } from '#generators/calls.ts';
import { isSystem } from '#generators/object.ts';
import { resolveOptions } from '#generators/options.ts';
import { typescriptOf } from '#generators/typescript.ts';
import { formUiSchema } from '#generators/ui-schema.ts';
import { RemoteMetadata } from '#server/core/catalog/remote-metadata.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { ownPassword, readArguments, runCommand } from './command-line.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../schemas/generated');
const SCHEMAS = path.resolve(FOLDER, '..');

function shipped(): ObjectDefinition[] {
  const optionSets = new Map<string, OptionSet>(shippedOptionSets().map((set) => [set.name, set]));
  return shippedObjects().map((object) => resolveOptions(object, optionSets));
}

async function fromServer(base: string, username: string): Promise<ObjectDefinition[]> {
  const remote = await RemoteMetadata.signIn(base, username, ownPassword());
  const definitions = await remote.definitions();
  await remote.close();
  return definitions;
}

/** What a browser needs of each file of schemas: the schemas themselves stay on the server. */
async function calls(): Promise<(readonly [file: string, text: string])[]> {
  const names = ['api', 'metadata'].flatMap((room) =>
    readdirSync(path.join(SCHEMAS, room)).map((file) => `${room}/${path.parse(file).name}`),
  );
  const texts = await Promise.all(
    names.map(async (name) => callsOf(name, (await import(`#schemas/${name}.ts`)) as Record<string, unknown>)),
  );
  return names.map((name, index) => [`${name}.ts`, texts[index] ?? ''] as const).filter(([, text]) => text !== '');
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function filesOf(objects: readonly ObjectDefinition[]): (readonly [file: string, text: string])[] {
  // Nothing fills or reads a form of what a feature keeps.
  const stored = objects.filter((object) => !isSystem(object));
  return stored.flatMap((object) => [
    [`${object.apiName}.schema.json`, json(recordSchema(object))] as const,
    [`${object.apiName}.ui-schema.json`, json(formUiSchema(object))] as const,
    [`${object.apiName}.ts`, typescriptOf(object)] as const,
  ]);
}

/** The first line that differs, as a person would look for it. */
function difference(name: string, expected: string | undefined, actual: string | undefined): string {
  if (actual === undefined) return `+ ${name}: missing`;
  if (expected === undefined) return `- ${name}: nothing makes this file`;
  const [want, have] = [expected.split('\n'), actual.split('\n')];
  const at = want.findIndex((text, index) => text !== have[index]);
  return `~ ${name}:${at + 1}\n  - ${have[at] ?? '(end of file)'}\n  + ${want[at] ?? '(end of file)'}`;
}

await runCommand(async () => {
  const { values: options } = readArguments(
    '用法：npm run schemas [-- --check] [-- --from http://127.0.0.1:3600 --username 账号]',
    {
      check: { type: 'boolean' },
      from: { type: 'string' },
      username: { type: 'string' },
    },
  );
  const objects = options.from === undefined ? shipped() : await fromServer(options.from, options.username ?? 'staff');
  const files = new Map([...filesOf(objects), ...(await calls())]);
  for (const room of ['api', 'metadata']) mkdirSync(path.join(FOLDER, room), { recursive: true });
  const present = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => path.extname(name) !== '');
  if (options.check) {
    const read = (name: string) =>
      existsSync(path.join(FOLDER, name)) ? readFileSync(path.join(FOLDER, name), 'utf8') : undefined;
    const stale = [...new Set([...files.keys(), ...present])].filter((name) => files.get(name) !== read(name)).sort();
    for (const name of stale) console.error(difference(name, files.get(name), read(name)));
    if (stale.length > 0) {
      console.error(`\n${stale.length} generated files are stale. Run: npm run schemas`);
      return 1;
    }
    console.log(`${files.size} generated files are fresh.`);
  } else {
    for (const [name, text] of files) writeFileSync(path.join(FOLDER, name), text);
    for (const name of present.filter((candidate) => !files.has(candidate))) rmSync(path.join(FOLDER, name));
    console.log(`${files.size} files written to schemas/generated.`);
  }
  return 0;
});
