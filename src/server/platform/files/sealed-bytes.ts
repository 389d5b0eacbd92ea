import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '#server/db/vault.ts';
import { pieces } from '#server/platform/objects/pieces.ts';

/** How a sealed file begins; no picture and no document does. */
const MAGIC = Buffer.from('JTF1');
const KEY_ID_BYTES = 8;
const SALT_BYTES = 16;
/** Bytes before the first chunk: what it is, the name of its key, and chance that makes the key one of this file alone. */
export const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
/** Bytes of a file that are sealed together, and so read together. */
export const CHUNK_BYTES = 64 * 1024;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;

/** What the beginning of a sealed file says. */
export interface SealedHeader {
  readonly keyId: string;
  readonly salt: Buffer;
}

/** Where a part of the content is: which chunks, and what of them. */
export interface SealedRange {
  /** Bytes of the file from and to, both included; those of the chunks alone. */
  readonly from: number;
  readonly to: number;
  readonly firstChunk: number;
  readonly endsFile: boolean;
  /** Bytes of the opened chunks before the part. */
  readonly skip: number;
}

/** The key of one file: another file, or another use of the key, has another one. */
const keyOf = (vault: Vault, { keyId, salt }: SealedHeader, fileId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', vault.derive('files', keyId), salt, `file ${fileId}`, 32));

/**
 * The nonce of a chunk says which one it is and whether it is the last: chunks that are put in another order, repeated, left
 * out or cut off at the end do not open.
 */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** The header of a sealed file; undefined for one that is not sealed. */
export function readHeader(bytes: Buffer): SealedHeader | undefined {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const salt = Buffer.from(bytes.subarray(MAGIC.length + KEY_ID_BYTES, HEADER_BYTES));
  return { keyId: bytes.toString('latin1', MAGIC.length, MAGIC.length + KEY_ID_BYTES), salt };
}

/** Bytes of the content of a sealed file of so many bytes. */
export function contentBytes(fileBytes: number): number {
  const sealed = fileBytes - HEADER_BYTES;
  return Math.max(0, sealed - Math.ceil(sealed / SEALED_CHUNK_BYTES) * TAG_BYTES);
}

/** Which bytes of a sealed file hold a part of its content, `start` and `end` both included. */
export function sealedRange(fileBytes: number, start: number, end: number): SealedRange {
  const firstChunk = Math.floor(start / CHUNK_BYTES);
  const lastChunk = Math.floor(end / CHUNK_BYTES);
  const to = Math.min(fileBytes, HEADER_BYTES + (lastChunk + 1) * SEALED_CHUNK_BYTES) - 1;
  return {
    from: HEADER_BYTES + firstChunk * SEALED_CHUNK_BYTES,
    to,
    firstChunk,
    endsFile: to === fileBytes - 1,
    skip: start - firstChunk * CHUNK_BYTES,
  };
}

/** Seals a file chunk by chunk, under the key that seals now. */
export async function* sealBytes(source: AsyncIterable<Buffer>, vault: Vault, fileId: string): AsyncGenerator<Buffer> {
  const header = { keyId: vault.keyId, salt: randomBytes(SALT_BYTES) };
  const key = keyOf(vault, header, fileId);
  yield Buffer.concat([MAGIC, Buffer.from(header.keyId, 'latin1'), header.salt]);
  let index = 0;
  for await (const { bytes, isLast } of pieces(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
    index += 1;
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Opens chunks of a sealed file, from `firstChunk` on; `endsFile` when the last that comes is the last of the file. Nothing
 * of a chunk is given before the whole chunk is known to be right. @throws Error where one is not
 */
export async function* openChunks(
  source: AsyncIterable<Buffer>,
  { vault, header, fileId }: { readonly vault: Vault; readonly header: SealedHeader; readonly fileId: string },
  { firstChunk, endsFile }: Pick<SealedRange, 'firstChunk' | 'endsFile'>,
): AsyncGenerator<Buffer> {
  const key = keyOf(vault, header, fileId);
  let index = firstChunk;
  for await (const { bytes, isLast } of pieces(source, SEALED_CHUNK_BYTES)) {
    const tagAt = bytes.length - TAG_BYTES;
    if (tagAt < 0) throw new Error(`The sealed file ${fileId} was cut off.`);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast && endsFile));
    decipher.setAuthTag(bytes.subarray(tagAt));
    index += 1;
    yield Buffer.concat([decipher.update(bytes.subarray(0, tagAt)), decipher.final()]);
  }
}

/** The content of a file that may be sealed, from its first byte on. @throws Error where it is not as it was sealed */
export async function* openedBytes(
  source: AsyncIterable<Buffer>,
  vault: Vault,
  fileId: string,
): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  let begun = Buffer.alloc(0);
  while (begun.length < HEADER_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    begun = Buffer.concat([begun, next.value]);
  }
  const rest = async function* (from: Buffer): AsyncGenerator<Buffer> {
    if (from.length > 0) yield from;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  const header = readHeader(begun);
  if (!header) yield* rest(begun);
  else
    yield* openChunks(rest(begun.subarray(HEADER_BYTES)), { vault, header, fileId }, { firstChunk: 0, endsFile: true });
}
