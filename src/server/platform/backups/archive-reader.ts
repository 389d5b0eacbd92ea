import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { Failure } from '#shared/errors.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import { type Manifest, MANIFEST, type Member, readManifest } from './manifest.ts';
import { hashOfFirst, readTrailer } from './trailer.ts';

/** A manifest names every file; one that is larger is none of ours. */
const MOST_MANIFEST_BYTES = 512 * 2 ** 20;

const damaged = (what: string): Failure => new Failure('INVALID_BODY', `备份文件已损坏：${what}。`);

/** Reads an archive that is whole: to open it is to have looked at each of its bytes. */
export class ArchiveReader {
  readonly file: string;
  readonly manifest: Manifest;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #members: ReadonlyMap<string, Member>;

  private constructor(file: string, zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest) {
    this.file = file;
    this.#zip = zip;
    this.#entries = entries;
    this.manifest = manifest;
    this.#members = new Map(manifest.members.map((member) => [member.name, member]));
  }

  /**
   * Opens an archive, and looks at every byte of it first. @throws Failure that names what is wrong: not an archive, cut off, a
   * member left out, added or changed
   */
  static async open(file: string): Promise<ArchiveReader> {
    const trailer = await readTrailer(file).catch((error: unknown) => {
      throw new Failure('INVALID_BODY', `无法读取“${file}”：${fileTrouble(error)}`);
    });
    if (!trailer) throw new Failure('INVALID_BODY', `“${file}”不是完整的备份文件：它没有写完，或结尾已丢失。`);
    const isWhole = (await hashOfFirst(file, trailer.bytes)) === trailer.hash;
    const { zip, entries } = await readIndex(file).catch(() => {
      throw damaged('目录无法读取');
    });
    try {
      const manifest = await manifestOf(zip, entries);
      const reader = new ArchiveReader(file, zip, entries, manifest);
      reader.#refuseOtherMembers();
      for (const { name } of manifest.members) for await (const _ of reader.read(name));
      if (!isWhole) throw damaged('其中有字节与写入时不同');
      return reader;
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  #refuseOtherMembers(): void {
    const named = new Set([MANIFEST, ...this.#members.keys()]);
    const missing = [...named].find((name) => !this.#entries.has(name));
    if (missing !== undefined) throw damaged(`缺少 ${missing}`);
    const added = [...this.#entries.keys()].find((name) => !named.has(name));
    if (added !== undefined) throw damaged(`${added} 不属于这份备份`);
  }

  get names(): string[] {
    return [...this.#members.keys()];
  }

  /** The bytes of a member as they come. @throws Failure at the end, where they are not those that were written */
  async *read(name: string): AsyncGenerator<Buffer> {
    const member = this.#members.get(name);
    const entry = this.#entries.get(name);
    if (!member || !entry) throw damaged(`缺少 ${name}`);
    const hash = createHash('sha256');
    try {
      for await (const chunk of await streamOf(this.#zip, entry)) {
        hash.update(chunk as Buffer);
        yield chunk as Buffer;
      }
    } catch {
      throw damaged(`${name} 无法读取`);
    }
    if (hash.digest('hex') !== member.sha256) throw damaged(`${name} 的内容与写入时不同`);
  }

  async text(name: string): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.read(name)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  close(): void {
    this.#zip.close();
  }
}

async function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

async function readIndex(file: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    openZip(file, { autoClose: false, lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const entries = new Map<string, Entry>();
  zip.on('entry', (entry: Entry) => {
    entries.set(entry.fileName, entry);
    zip.readEntry();
  });
  zip.readEntry();
  await once(zip, 'end');
  return { zip, entries };
}

async function manifestOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST);
  if (!entry) throw damaged(`缺少 ${MANIFEST}`);
  if (entry.uncompressedSize > MOST_MANIFEST_BYTES) throw damaged(`${MANIFEST} 过大`);
  const bytes = await streamOf(zip, entry)
    .then(buffer)
    .catch(() => {
      throw damaged(`${MANIFEST} 无法读取`);
    });
  return readManifest(bytes.toString('utf8'));
}
