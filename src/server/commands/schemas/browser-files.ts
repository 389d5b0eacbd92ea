import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { callsOf } from '#generators/calls.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../schemas/generated');
const SCHEMAS = path.resolve(FOLDER, '..');
const ROOMS = ['api', 'metadata'];

/** What a browser needs of each file of schemas: the schemas themselves stay on the server. */
async function calls(): Promise<ReadonlyMap<string, string>> {
  const names = ROOMS.flatMap((room) =>
    readdirSync(path.join(SCHEMAS, room)).map((file) => `${room}/${path.parse(file).name}`),
  );
  const texts = await Promise.all(
    names.map(async (name) => callsOf(name, (await import(`#schemas/${name}.ts`)) as Record<string, unknown>)),
  );
  return new Map(
    names.map((name, index) => [`${name}.ts`, texts[index] ?? ''] as const).filter(([, text]) => text !== ''),
  );
}

/** The first line that differs, as a person would look for it. */
function difference(name: string, expected: string | undefined, actual: string | undefined): string {
  if (actual === undefined) return `+ ${name}: missing`;
  if (expected === undefined) return `- ${name}: nothing makes this file`;
  const [want, have] = [expected.split('\n'), actual.split('\n')];
  const at = want.findIndex((text, index) => text !== have[index]);
  return `~ ${name}:${at + 1}\n  - ${have[at] ?? '(end of file)'}\n  + ${want[at] ?? '(end of file)'}`;
}

const presentFiles = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => path.extname(name) !== '');

/** Says which of the files of schemas/generated are stale, and how many there are. */
export async function checkBrowserFiles(): Promise<number> {
  const files = await calls();
  const read = (name: string) =>
    existsSync(path.join(FOLDER, name)) ? readFileSync(path.join(FOLDER, name), 'utf8') : undefined;
  const stale = [...new Set([...files.keys(), ...presentFiles()])]
    .filter((name) => files.get(name) !== read(name))
    .toSorted();
  for (const name of stale) console.error(difference(name, files.get(name), read(name)));
  if (stale.length > 0) {
    console.error(`\n${stale.length} generated files are stale. Run: npm run schemas`);
    return 1;
  }
  console.log(`${files.size} generated files are fresh.`);
  return 0;
}

/** Writes what a browser needs of schemas/api and schemas/metadata to folders of these names in schemas/generated. */
export async function writeBrowserFiles(): Promise<number> {
  const files = await calls();
  for (const room of ROOMS) mkdirSync(path.join(FOLDER, room), { recursive: true });
  for (const [name, text] of files) writeFileSync(path.join(FOLDER, name), text);
  for (const name of presentFiles().filter((candidate) => !files.has(candidate))) rmSync(path.join(FOLDER, name));
  console.log(`${files.size} files written to schemas/generated.`);
  return 0;
}
