import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES, TOO_LARGE_FILE } from '#schemas/api/uploads.ts';
import { Failure } from '#shared/errors.ts';
import { shownFileName } from '#server/core/files/file-name.ts';
import { FILE_MODE } from '#server/platform/objects/folder-objects.ts';
import type { UploadPolicy } from './upload-policy.ts';

/** Bytes of a multipart body that are not of its file. */
const ENVELOPE = 16 * 1024;
const FIELD_BYTES = 4096;

/** A file that arrived complete and is in a part; its content has not been examined yet. */
export interface ReceivedFile {
  readonly part: string;
  readonly bytes: number;
  readonly name: string;
}

interface Receiving {
  /** The policy that the fields before the file carry. @throws Failure */
  readonly allow: (fields: { policy: string; signature: string }) => Promise<UploadPolicy>;
  readonly newPart: () => Promise<string>;
}

const tooLarge = () => new Failure('TOO_LARGE', TOO_LARGE_FILE, [{ field: 'file', message: TOO_LARGE_FILE }]);
const incomplete = (message: string) => new Failure('INVALID_BODY', message, [{ field: 'file', message }]);

/**
 * Receives the one file of a multipart request, behind its signature and policy, straight to the disk. A file that says it
 * is too large is refused before it is read, one that turns out to be at the byte at which it does.
 * @throws Failure; nothing is left of the file then.
 */
export async function receiveFile(
  request: FastifyRequest,
  { allow, newPart }: Receiving,
): Promise<{ policy: UploadPolicy; received: ReceivedFile }> {
  if (!request.isMultipart()) throw incomplete('请以 multipart/form-data 上传一个文件');
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_FILE_BYTES + ENVELOPE) throw tooLarge();
  const fields = new Map<string, string>();
  const parts = request.parts({
    limits: { fileSize: MAX_FILE_BYTES + 1, files: 1, fields: 4, parts: 5, fieldSize: FIELD_BYTES, headerPairs: 50 },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        fields.set(part.fieldname, String(part.value));
        continue;
      }
      const policy = await allow({ policy: fields.get('policy') ?? '', signature: fields.get('signature') ?? '' });
      if (announced > policy.maxBytes + ENVELOPE) throw tooLarge();
      return { policy, received: await writeDown(part, await newPart(), policy.maxBytes) };
    }
  } catch (error) {
    throw asRefusal(error);
  }
  throw incomplete('没有收到文件');
}

async function writeDown(file: MultipartFile, part: string, maxBytes: number): Promise<ReceivedFile> {
  let bytes = 0;
  const writer = createWriteStream(part, { flags: 'wx', mode: FILE_MODE });
  try {
    await pipeline(
      file.file,
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw tooLarge();
          yield chunk;
        }
      },
      writer,
    );
    if (bytes === 0) throw incomplete('文件是空的');
    return { part, bytes, name: shownFileName(file.filename) };
  } catch (error) {
    // A stream that is given up while its file is being opened makes the file all the same.
    if (!writer.closed) await new Promise<void>((resolve) => writer.once('close', () => resolve()));
    await rm(part, { force: true });
    throw error;
  }
}

/** What the reader of multipart bodies says, in our words. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'ENOSPC') return new Failure('UNAVAILABLE', '服务器磁盘空间不足，暂时不能上传，请联系管理员');
  if (statusCode === 413) return tooLarge();
  return incomplete('上传没有完成或格式有误，请重新上传');
}

/** SHA-256 of a file, hex. */
export async function digestOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
