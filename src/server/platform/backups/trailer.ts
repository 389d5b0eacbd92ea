import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/**
 * The comment at the end of the archive: the SHA-256 of all that comes before it. Whatever byte is changed or lost, in the
 * index of the archive too, is noticed before anything is read from it.
 */
const WORD = 'jingtu-backup sha256:';
const HASH_CHARACTERS = 64;
const COMMENT_BYTES = WORD.length + HASH_CHARACTERS;
/** The record that ends a zip file, when it has no comment: its last two bytes are the length of the comment. */
const END_BYTES = 22;
const END_SIGNATURE = 0x06054b50;

/** Passes a zip file without a comment on, with the trailer. */
export function sealTrailer(): Transform {
  const hash = createHash('sha256');
  let last = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([last, chunk]);
      const passed = all.subarray(0, Math.max(0, all.length - END_BYTES));
      last = Buffer.from(all.subarray(passed.length));
      hash.update(passed);
      done(null, passed);
    },
    flush(done) {
      if (last.length !== END_BYTES || last.readUInt32LE(0) !== END_SIGNATURE)
        return done(new Error('The archive does not end as a zip file does.'));
      last.writeUInt16LE(COMMENT_BYTES, END_BYTES - 2);
      this.push(last);
      done(null, Buffer.from(`${WORD}${hash.update(last).digest('hex')}`));
    },
  });
}

/** What the trailer of a file says, and the bytes before it; undefined for a file that has none. */
export async function readTrailer(file: string): Promise<{ hash: string; bytes: number } | undefined> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = size - COMMENT_BYTES;
    if (bytes < END_BYTES) return undefined;
    const { buffer } = await handle.read(Buffer.alloc(COMMENT_BYTES), 0, COMMENT_BYTES, bytes);
    const text = buffer.toString('latin1');
    return text.startsWith(WORD) ? { hash: text.slice(WORD.length), bytes } : undefined;
  } finally {
    await handle.close();
  }
}

/** SHA-256 of the first bytes of a file, in hexadecimal digits. */
export async function hashOfFirst(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: bytes - 1, highWaterMark: 2 ** 20 }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}
