import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Vault } from '#server/db/vault.ts';
import {
  CHUNK_BYTES,
  contentBytes,
  HEADER_BYTES,
  openChunks,
  openedBytes,
  readHeader,
  sealBytes,
  sealedRange,
} from '#server/platform/files/sealed-bytes.ts';

const ID = 'ab'.repeat(16);
const TAG = 16;
const vault = new Vault(Buffer.alloc(32, 1));
const some = (length: number) => randomBytes(length);

async function* inPieces(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function whole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const sealed = (content: Buffer, id = ID) => whole(sealBytes(inPieces(content), vault, id));
const opened = (bytes: Buffer, { by = vault, id = ID } = {}) => whole(openedBytes(inPieces(bytes), by, id));

describe('a sealed file', () => {
  it.each([0, 1, 100, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 7])(
    'of %i bytes opens to what it was, and says how much that is',
    async (length) => {
      const content = some(length);
      const bytes = await sealed(content);
      expect(await opened(bytes)).toEqual(content);
      expect(contentBytes(bytes.length)).toBe(length);
      expect(readHeader(bytes)?.keyId).toBe(vault.keyId);
    },
  );

  it('holds nothing of its content, and is another one each time', async () => {
    const content = Buffer.from('商业计划书'.repeat(1000));
    const [one, two] = [await sealed(content), await sealed(content)];
    expect(one.includes('商业')).toBe(false);
    expect(one.equals(two)).toBe(false);
  });

  it('opens as no other file and with no other key', async () => {
    const bytes = await sealed(some(1000));
    await expect(opened(bytes, { id: 'cd'.repeat(16) })).rejects.toThrow(Error);
    await expect(opened(bytes, { by: new Vault(Buffer.alloc(32, 2)) })).rejects.toThrow('is not here');
  });

  const size = CHUNK_BYTES + TAG;
  const chunk = (bytes: Buffer, index: number) =>
    bytes.subarray(HEADER_BYTES + index * size, HEADER_BYTES + (index + 1) * size);
  it.each([
    ['of which one bit is another', (bytes: Buffer) => bytes.fill((bytes[200] ?? 0) ^ 1, 200, 201)],
    [
      'whose chunks are in another order',
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, HEADER_BYTES), chunk(bytes, 1), chunk(bytes, 0), chunk(bytes, 2)]),
    ],
    [
      'of which a chunk is there twice',
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, HEADER_BYTES), chunk(bytes, 0), chunk(bytes, 0), chunk(bytes, 2)]),
    ],
    [
      'of which a chunk is missing',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, HEADER_BYTES), chunk(bytes, 0), chunk(bytes, 2)]),
    ],
    ['that was cut off behind a chunk', (bytes: Buffer) => bytes.subarray(0, HEADER_BYTES + 2 * size)],
    ['that was cut off within a chunk', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['of which the header alone is left', (bytes: Buffer) => bytes.subarray(0, HEADER_BYTES)],
    ['to which something was added', (bytes: Buffer) => Buffer.concat([bytes, chunk(bytes, 1)])],
    [
      'with the header of another',
      (bytes: Buffer, other: Buffer) => Buffer.concat([other.subarray(0, HEADER_BYTES), bytes.subarray(HEADER_BYTES)]),
    ],
  ])('%s does not open', async (_, change) => {
    const content = some(3 * CHUNK_BYTES);
    const changed = change(await sealed(content), await sealed(content));
    await expect(opened(Buffer.from(changed))).rejects.toThrow(Error);
  });

  it('opens from any byte to any other by the chunks between them alone', async () => {
    const content = some(5 * CHUNK_BYTES + 123);
    const bytes = await sealed(content);
    const header = readHeader(bytes) ?? { keyId: '', salt: Buffer.alloc(0) };
    for (const [start, end] of [
      [0, 0],
      [0, content.length - 1],
      [CHUNK_BYTES - 1, CHUNK_BYTES],
      [CHUNK_BYTES, 2 * CHUNK_BYTES - 1],
      [3 * CHUNK_BYTES + 5, 3 * CHUNK_BYTES + 9],
      [content.length - 1, content.length - 1],
    ] as const) {
      const range = sealedRange(bytes.length, start, end);
      const between = bytes.subarray(range.from, range.to + 1);
      expect(between.length).toBeLessThanOrEqual((Math.ceil((end - start) / CHUNK_BYTES) + 1) * size);
      const part = await whole(openChunks(inPieces(between), { vault, header, fileId: ID }, range));
      expect(part.subarray(range.skip, range.skip + end - start + 1)).toEqual(content.subarray(start, end + 1));
    }
  });
});

it('a file that is not sealed is given as it is', async () => {
  for (const content of [Buffer.alloc(0), Buffer.from('%PDF'), some(CHUNK_BYTES + 1)])
    expect(await opened(content)).toEqual(content);
});
