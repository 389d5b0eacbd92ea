import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Member } from './manifest.ts';
import { sealTrailer } from './trailer.ts';

/** Owner alone. */
const MODE = 0o600;
const MEMBER_MODE = 0o100600;

/** Writes an archive member by member, each as it comes: none of them is in memory as a whole. */
export class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<never>;
  readonly #ended: Promise<void>;
  readonly #at: Date;
  readonly members: Member[] = [];

  /** @param file Must not exist. @param at What the members say when they were written. */
  constructor(file: string, at: Date) {
    this.#at = at;
    this.#ended = pipeline(
      this.#zip.outputStream as Readable,
      sealTrailer(),
      createWriteStream(file, { flags: 'wx', mode: MODE, flush: true }),
    );
    // Only its failure concerns those who add: nothing reads their bytes any more then.
    this.#written = this.#ended.then(() => new Promise<never>(() => undefined));
    this.#written.catch(() => undefined);
    this.#zip.on('error', () => undefined);
  }

  /**
   * Adds a member and waits until its bytes were taken. `compress` is for what is not compressed already, `content` the hash
   * of what is sealed in it.
   */
  async add(name: string, source: AsyncIterable<Buffer>, compress: boolean, content?: string): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const stream = Readable.from(counted(), { objectMode: false });
    this.#zip.addReadStream(stream, name, { compress, mtime: this.#at, mode: MEMBER_MODE });
    await Promise.race([finished(stream, { writable: false }), this.#written]);
    this.members.push({ name, bytes, sha256: hash.digest('hex'), ...(content !== undefined && { content }) });
  }

  /** Ends the archive with a last member that says what is in it. The file is on the disk then. */
  async end(name: string, content: string): Promise<void> {
    this.#zip.addBuffer(Buffer.from(content), name, { mtime: this.#at, mode: MEMBER_MODE });
    this.#zip.end();
    await this.#ended;
  }
}
