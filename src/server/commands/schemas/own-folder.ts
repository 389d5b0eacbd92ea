import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Failure } from '#shared/errors.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';

/** The file by which a folder knows what was written into it, and how. */
const MANIFEST = 'jingtu-schemas.json';
const MARK = 'npm run schemas';
/** Names that are ours to write; those of a manifest that was changed lead nowhere else. */
const OWN_NAME = /^[A-Za-z0-9][A-Za-z0-9.-]*\.(?:json|ts)$/;

interface Manifest {
  readonly generator: string;
  readonly source: string;
  readonly release: string;
  readonly objects: Readonly<Record<string, number>>;
  /** SHA-256 of each file as it was written. */
  readonly files: Readonly<Record<string, string>>;
  /** And as it is being written, where a run was cut off. */
  readonly pending?: Readonly<Record<string, string>>;
}

/** What is to be in a folder. */
export interface Content {
  readonly files: ReadonlyMap<string, string>;
  readonly source: string;
  readonly release: string;
  /** The version of each object. */
  readonly objects: Readonly<Record<string, number>>;
}

/** What became of a folder; `kept` are files that are no longer ours to write and were changed by hand. */
export interface Outcome {
  readonly written: number;
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

const sum = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** What is under a name: the sum of a file, nothing, or something else, which is never ours. */
function found(folder: string, name: string): string {
  const file = path.join(folder, name);
  const entry = lstatSync(file, { throwIfNoEntry: false });
  if (!entry) return 'nothing';
  return entry.isFile() ? sum(readFileSync(file)) : 'other';
}

function refuseUnlessFolder(folder: string): void {
  const entry = statSync(folder, { throwIfNoEntry: false });
  if (entry && !entry.isDirectory()) throw new Failure('INVALID_BODY', `“${folder}”不是一个目录`);
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && (value as Manifest).generator === MARK && 'files' in value;

/** The sums that each file of ours may have. */
function sumsOf(manifest: Manifest | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const { files = {}, pending = {} } = manifest ?? {};
  const all = [...Object.entries(files), ...Object.entries(pending)];
  const names = Map.groupBy(all, ([name]) => name);
  return new Map(Array.from(names, ([name, entries]) => [name, new Set(entries.map(([, one]) => one))]));
}

/** The manifest of a folder; undefined where nothing was written into it. @throws Failure where the file is another one */
function readManifest(folder: string): Manifest | undefined {
  const entry = lstatSync(path.join(folder, MANIFEST), { throwIfNoEntry: false });
  if (!entry) return undefined;
  let manifest: unknown;
  try {
    manifest = entry.isFile() ? JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8')) : undefined;
  } catch {
    manifest = undefined;
  }
  const names = isManifest(manifest) ? [...sumsOf(manifest).keys()] : [];
  if (!isManifest(manifest) || names.some((name) => !OWN_NAME.test(name) || name === MANIFEST))
    throw new Failure('INVALID_BODY', `“${path.join(folder, MANIFEST)}”不是本命令写的清单，请换一个目录或先移走它`);
  return manifest;
}

const listed = (names: readonly string[]): string => names.map((name) => `\n  ${name}`).join('');

/**
 * Brings a folder to a content, and never takes away what others wrote: where a file of the content is there and was not
 * written by this command, or was changed since, nothing is written at all. With `isForced` files that were written by it
 * and changed since are written again. @throws Failure naming these files
 */
export function writeOwnFolder(folder: string, content: Content, isForced: boolean): Outcome {
  refuseUnlessFolder(folder);
  const manifest = existsSync(folder) ? readManifest(folder) : undefined;
  const known = sumsOf(manifest);
  const [foreign, changed]: [string[], string[]] = [[], []];
  for (const [name, text] of content.files) {
    const there = found(folder, name);
    if (there === 'nothing' || there === sum(text) || known.get(name)?.has(there)) continue;
    (known.has(name) && there !== 'other' ? changed : foreign).push(name);
  }
  if (foreign.length > 0)
    throw new Failure('INVALID_BODY', `“${folder}”中的这些文件不是本命令写的，没有写入任何文件：${listed(foreign)}`);
  if (changed.length > 0 && !isForced)
    throw new Failure(
      'INVALID_BODY',
      `“${folder}”中的这些文件写出后被改动过，没有写入任何文件（加上 --force 覆盖它们）：${listed(changed)}`,
    );
  return writeAll(folder, content, manifest);
}

function writeAll(folder: string, content: Content, before: Manifest | undefined): Outcome {
  const known = sumsOf(before);
  const gone = [...known.keys()].filter((name) => !content.files.has(name));
  const removed = gone.filter((name) => known.get(name)?.has(found(folder, name)));
  const kept = gone.filter((name) => !removed.includes(name) && found(folder, name) !== 'nothing');
  const written = Object.fromEntries(Array.from(content.files, ([name, text]) => [name, sum(text)]));
  const left = Object.fromEntries(kept.map((name) => [name, before?.files[name] ?? '']));
  const { source, release, objects } = content;
  const manifest: Manifest = { generator: MARK, source, release, objects, files: { ...written, ...left } };
  try {
    mkdirSync(folder, { recursive: true });
    putFile(folder, MANIFEST, json({ ...manifest, files: before?.files ?? {}, pending: written }));
    for (const [name, text] of content.files) if (found(folder, name) !== sum(text)) putFile(folder, name, text);
    for (const name of removed) rmSync(path.join(folder, name));
    putFile(folder, MANIFEST, json(manifest));
  } catch (error) {
    throw new Failure('UNAVAILABLE', `无法写入“${folder}”：${fileTrouble(error)}`);
  }
  return { written: content.files.size, removed, kept };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a file whole or not at all. */
function putFile(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  const half = path.join(folder, `.${name}.${process.pid}.part`);
  writeFileSync(half, text, { flag: 'wx' });
  renameSync(half, file);
}

/** What differs between a folder and a content, by name: files that are missing, other, or no longer made. */
export function differingFiles(folder: string, content: Content): string[] {
  refuseUnlessFolder(folder);
  const known = existsSync(folder) ? [...sumsOf(readManifest(folder)).keys()] : [];
  const stale = [...content.files].filter(([name, text]) => found(folder, name) !== sum(text)).map(([name]) => name);
  const gone = known.filter((name) => !content.files.has(name) && found(folder, name) !== 'nothing');
  return [...stale, ...gone].toSorted();
}

/** The names and texts of the files that this command wrote into a folder. @throws Failure where it wrote none */
export function readOwnFolder(folder: string): ReadonlyMap<string, string> {
  refuseUnlessFolder(folder);
  const manifest = existsSync(folder) ? readManifest(folder) : undefined;
  if (!manifest)
    throw new Failure('INVALID_BODY', `“${folder}”中没有本命令写的文件：应是 npm run schemas -- --out 写出的目录`);
  const names = readdirSync(folder).filter((name) => Object.hasOwn(manifest.files, name));
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}
