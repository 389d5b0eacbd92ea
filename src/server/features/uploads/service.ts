import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  MAX_PICTURE_BYTES,
  NOT_A_PICTURE,
  TOO_LARGE_FILE,
  type signUpload,
  type uploadFile,
  type UploadType,
  WRONG_FORMAT,
} from '#schemas/api/uploads.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Actor, Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Database } from '#server/db/database.ts';
import { fileKind, PDF_MIME } from '#server/platform/files/document-kind.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { HostedStorage } from '#server/platform/files/hosted-storage.ts';
import { contradictsType, nameOfType } from '#server/core/files/file-name.ts';
import { fileAddress } from '#server/core/files/own-files.ts';
import { writePictureAnew } from '#server/platform/files/picture.ts';
import { claimTicket, insertFile, noteTicketBytes } from '#server/platform/files/queries.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { Turns } from '#server/platform/limits/turns.ts';
import type { Watermark } from '#server/platform/watermark/watermark.ts';
import { digestOf, receiveFile, type ReceivedFile } from './receive-file.ts';
import { PolicySigner, readParam, refusedPolicy, type SignedPolicy, type UploadPolicy } from './upload-policy.ts';
import { refuseOverQuota } from './upload-quota.ts';

export interface UploadDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly store: FileStore;
  /** Where clients post files to. */
  readonly server: string;
  /** The hosted storage that takes the place of the folder for new files. */
  readonly hosted?: HostedStorage | undefined;
  readonly watermark: Pick<Watermark, 'check'>;
  readonly now: () => Date;
  readonly catalog: Pick<Catalog, 'storedObjects'>;
  /** A record as a user may read it. */
  readonly readRecord: (apiName: string, id: string, actor: Actor) => Promise<RecordReply>;
}

/** Pictures that are decoded at once: one may take some hundred megabytes of memory while it is. */
const PICTURES_AT_ONCE = 2;

const refuse = (message: string) => new Failure('INVALID_BODY', message, [{ field: 'file', message }]);

/** Uploads: a signature, and a file for it. */
export class Uploads {
  readonly #deps: UploadDeps;
  readonly #signer: PolicySigner;
  readonly #turns = new Turns(PICTURES_AT_ONCE);

  constructor(deps: UploadDeps) {
    this.#deps = deps;
    this.#signer = new PolicySigner(deps.database.vault);
  }

  /** @throws Failure INVALID_BODY for a `param` that says something else than is asked; TOO_MANY_REQUESTS over the quota. */
  async sign(param: string, type: UploadType, actor: Member): Promise<ReplyOf<typeof signUpload>> {
    const { database, now, server } = this.#deps;
    const accountId = actor.id;
    await refuseOverQuota(database.db, accountId, now());
    return { ...this.#signer.sign(readParam(param), type, accountId, now()), server, isHosted: false };
  }

  /** Takes the file of a request. @throws Failure with the words of SPEC §8 where it is not what was signed for. */
  async receive(request: FastifyRequest, actor: Member): Promise<ReplyOf<typeof uploadFile>> {
    const { store } = this.#deps;
    const { policy, received } = await receiveFile(request, {
      allow: (signed) => this.#claim(signed, actor.id),
      newPart: () => store.newPart(),
    });
    try {
      return await this.#keep(policy, received);
    } finally {
      await rm(received.part, { force: true });
    }
  }

  /** A signature is used up when its file begins to come, whatever becomes of that. */
  async #claim(signed: SignedPolicy, accountId: string): Promise<UploadPolicy> {
    const { database, now } = this.#deps;
    const policy = this.#signer.read(signed, accountId, now());
    await database.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, accountId);
      await refuseOverQuota(trx, accountId, now());
      if (!(await claimTicket(trx, policy.id, accountId, now()))) throw refusedPolicy();
    });
    return policy;
  }

  async #keep(policy: UploadPolicy, { part, bytes, name: called }: ReceivedFile) {
    const { database, store, now } = this.#deps;
    await noteTicketBytes(database.db, policy.id, bytes);
    const { mime, from } = await this.#judged(policy, { part, bytes, name: called });
    try {
      const name = nameOfType(called, mime);
      const file = { id: randomBytes(16).toString('hex'), bucket: policy.bucket };
      const pdf = policy.bucket === 'private' && mime === PDF_MIME ? await this.#checked(from) : undefined;
      const sha256 = await digestOf(createReadStream(from));
      // The bytes first: a row without them would be a file that cannot be had, bytes without a row are merely forgotten.
      await store.keep(from, file);
      const row = { ...file, owner_id: policy.account, mime, bytes: String(bytes), sha256, name, pdf: pdf ?? null };
      await insertFile(database.db, row, now()).catch(async (error: unknown) => {
        await store.remove(file);
        throw error;
      });
      return { url: fileAddress(file), name, size: bytes, ...(pdf && pdf !== 'open' && { pdf }) };
    } finally {
      await rm(from, { force: true });
    }
  }

  /** Whether marked copies can be made of a PDF: a plan is one of which they can. */
  async #checked(from: string) {
    return this.#deps.watermark.check(new Uint8Array(await readFile(from)));
  }

  /** What the bytes are, and where those are that are to be kept. */
  async #judged({ type }: UploadPolicy, { part, bytes, name }: ReceivedFile): Promise<{ mime: string; from: string }> {
    const found = await fileKind(part);
    if (found.kind === 'document' && type !== 'pic') {
      // Kept as it came, a document under the ending of another kind would be opened as that kind.
      if (contradictsType(name, found.mime)) throw refuse(WRONG_FORMAT);
      return { mime: found.mime, from: part };
    }
    if (found.kind !== 'picture') throw refuse(type === 'pic' ? NOT_A_PICTURE : WRONG_FORMAT);
    if (bytes > MAX_PICTURE_BYTES) throw new Failure('TOO_LARGE', TOO_LARGE_FILE);
    const anew = `${part}.anew`;
    const written = await this.#turns.take(() => writePictureAnew(part, anew));
    if ('mime' in written) return { mime: written.mime, from: anew };
    await rm(anew, { force: true });
    throw written.fault === 'huge' ? new Failure('TOO_LARGE', TOO_LARGE_FILE) : refuse(NOT_A_PICTURE);
  }
}
