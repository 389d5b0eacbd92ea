import type { FastifyRequest } from 'fastify';
import { MAX_IMPORT_BYTES } from '#schemas/api/imports.ts';
import { Failure } from '#shared/errors.ts';
import { shownFileName } from '#server/core/files/file-name.ts';
import type { ImportFiles, Received } from './import-files.ts';

/** Bytes of a multipart body that are not of its file. */
const ENVELOPE = 64 * 1024;
const TOO_LARGE = '文件超过 1 GB，请压缩为 .gz 或拆分后再上传';

/**
 * Receives the one file of a multipart request, straight to the disk.
 * @throws Failure where there is none, it is too large, or it does not come whole; then nothing is left of it.
 */
export async function receiveUpload(
  request: FastifyRequest,
  files: ImportFiles,
): Promise<Received & { readonly fileName: string }> {
  if (!request.isMultipart()) throw new Failure('INVALID_BODY', '请以 multipart/form-data 上传一个文件');
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_IMPORT_BYTES + ENVELOPE) throw new Failure('TOO_LARGE', TOO_LARGE);
  await files.refuseFullDisk(announced);
  try {
    const part = await request.file({
      limits: { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 10, parts: 11, fieldSize: 1024, headerPairs: 50 },
      throwFileSizeLimit: false,
    });
    if (!part) throw new Failure('INVALID_BODY', '没有收到文件');
    const received = await files.receive(part.file, () => part.file.truncated);
    return { ...received, fileName: shownFileName(part.filename) };
  } catch (error) {
    if (error instanceof Failure) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new Failure('UNAVAILABLE', '服务器磁盘空间不足，暂时不能上传，请联系管理员');
    request.log.info({ err: error }, 'upload did not come whole');
    throw new Failure('INVALID_BODY', '上传没有完成或格式有误，请重新上传');
  }
}
