import { randomBytes } from 'node:crypto';
import {
  MAX_FILE_BYTES,
  type PdfState,
  type signUpload,
  type takeHostedFile,
  type UploadType,
} from '#schemas/api/uploads.ts';
import type { BodyOf, ReplyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { nameOfType, shownFileName } from '#server/core/files/file-name.ts';
import type { HostedFile, HostedStorage } from '#server/platform/files/hosted-storage.ts';
import { fileAddress } from '#server/core/files/own-files.ts';
import {
  claimTicket,
  fileById,
  insertHostedFile,
  isTicketOf,
  noteTicketBytes,
} from '#server/platform/files/queries.ts';
import { bytesOf } from '#server/platform/files/file-bytes.ts';
import { PDF_MIME } from '#server/platform/files/document-kind.ts';
import type { Watermark } from '#server/platform/watermark/watermark.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { longestSignature, readParam, refusedPolicy } from './upload-policy.ts';
import { refuseOverQuota } from './upload-quota.ts';

interface HostedDeps {
  readonly db: Db;
  readonly storage: HostedStorage;
  readonly watermark: Pick<Watermark, 'check'>;
  readonly now: () => Date;
}

/**
 * Uploads to a hosted storage: we sign for a file under an id of ours, the browser posts it there, and brings the storage’s
 * signed answer back, by which the file becomes known here. Its plain address is that of any file of ours.
 */
export class HostedUploads {
  readonly #deps: HostedDeps;

  constructor(deps: HostedDeps) {
    this.#deps = deps;
  }

  /** A signature counts as an upload, whatever becomes of it: what is posted elsewhere is not seen here. @throws Failure */
  async sign(text: string, type: UploadType, actor: Member): Promise<ReplyOf<typeof signUpload>> {
    const { db, storage, now } = this.#deps;
    const { bucket, expiration } = readParam(text);
    const file = { id: randomBytes(16).toString('hex'), bucket };
    const accountId = actor.id;
    await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, accountId);
      await refuseOverQuota(trx, accountId, now());
      await claimTicket(trx, file.id, accountId, now());
    });
    const until = longestSignature(expiration, now());
    return { ...storage.sign(file, type, until), server: storage.serverOf(bucket), isHosted: true };
  }

  /** Makes a file known that the storage took; again and again it is the same. @throws Failure INVALID_BODY for any other. */
  async take(body: BodyOf<typeof takeHostedFile>, actor: Member): Promise<ReplyOf<typeof takeHostedFile>> {
    const { db, storage, now } = this.#deps;
    const { name: called, size, ...reply } = body;
    const file = storage.fileOf(reply);
    const accountId = actor.id;
    if (!file || !(await isTicketOf(db, file.id, accountId))) throw refusedPolicy();
    const { id, bucket, path, mime } = file;
    const name = nameOfType(shownFileName(called), mime);
    const pdf = bucket === 'private' && mime === PDF_MIME ? await this.#checked(file) : undefined;
    const row = {
      id,
      bucket,
      owner_id: accountId,
      mime,
      name,
      bytes: String(size),
      hosted_path: path,
      pdf: pdf ?? null,
    };
    await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, accountId);
      if (await fileById(trx, id)) return;
      await insertHostedFile(trx, row, now());
      await noteTicketBytes(trx, id, size);
    });
    return { url: fileAddress(file), name, size, ...(pdf && pdf !== 'open' && { pdf }) };
  }

  /** The storage knows a PDF by its ending alone: what marked copies are made of is fetched from there once. */
  async #checked(file: HostedFile): Promise<PdfState> {
    const { storage, watermark, now } = this.#deps;
    const stream = await storage.read(file, now());
    if (!stream) throw new Failure('UNAVAILABLE');
    const bytes = await bytesOf(stream, MAX_FILE_BYTES);
    return bytes ? watermark.check(bytes) : 'damaged';
  }
}
