import type { Readable } from 'node:stream';
import { UNFIT_PLAN } from '#schemas/api/plans.ts';
import { MAX_FILE_BYTES } from '#schemas/api/uploads.ts';
import { Failure } from '#shared/errors.ts';
import { hasDuty, type Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import type { FileRow } from '#server/core/files/queries.ts';
import type { Db } from '#server/db/database.ts';
import { bytesOf } from '#server/platform/files/file-bytes.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { HostedStorage } from '#server/platform/files/hosted-storage.ts';
import { isMarkableRow } from '#server/platform/files/markable.ts';
import { fileById, notePdf } from '#server/platform/files/queries.ts';
import type { MarkedCopies } from '#server/platform/watermark/marked-copies.ts';
import { maskedPhone, noteReading } from './plan-reader-queries.ts';
import type { Plans } from './plans.ts';

interface PlanFileDeps {
  readonly db: Db;
  readonly plans: Plans;
  readonly store: FileStore;
  readonly hosted: HostedStorage | undefined;
  readonly copies: MarkedCopies;
  readonly now: () => Date;
}

export interface OpenedPlan {
  readonly content: Readable | Buffer;
  readonly name: string;
}

const closed = () => new Failure('UNKNOWN_RECORD', '文件不存在');

/**
 * Gives plans to those who may open them, from here and not from a signed address, which would be good for minutes after
 * it was taken back. The company and staff have the file, every other reader a copy of their own with name and day in it.
 */
export class PlanFiles {
  readonly #deps: PlanFileDeps;

  constructor(deps: PlanFileDeps) {
    this.#deps = deps;
  }

  /**
   * @throws Failure UNKNOWN_RECORD, the same whether there is no plan or it is closed to the actor; CONFLICT for a file that
   * no copy can be made of.
   */
  async open(companyId: string, actor: Member): Promise<OpenedPlan> {
    const { db, plans, now } = this.#deps;
    const { file, isMember } = await plans.openFor(companyId, actor);
    const own = ownFile(file);
    const row = own && (await fileById(db, own.id));
    if (!row) throw closed();
    const { name } = file;
    if (isMember || hasDuty(actor, 'audit')) return { content: await this.#read(row), name };
    const content = await this.#copy(row, actor);
    await noteReading(db, companyId, actor.id, now());
    return { content, name };
  }

  async #copy(row: FileRow, actor: Member): Promise<Buffer> {
    const { db, copies, now } = this.#deps;
    if (!isMarkableRow(row)) throw unfit();
    const account = await maskedPhone(db, actor.id);
    const reader = { id: actor.id, name: actor.name, account, day: shanghaiDay(now()) };
    const copy = await copies.of(row.id, reader, async () => {
      const bytes = await bytesOf(await this.#read(row), MAX_FILE_BYTES);
      if (!bytes) throw unfit();
      return bytes;
    });
    if (copy.state === 'open') return Buffer.from(copy.bytes.buffer);
    // From now on the page of the company says so, and its members are asked for another file.
    await notePdf(db, row.id, copy.state);
    throw unfit();
  }

  async #read(row: FileRow): Promise<Readable> {
    const { store, hosted, now } = this.#deps;
    const stream =
      row.hosted_path === null
        ? await (await store.read(row))?.stream()
        : await hosted?.read({ bucket: row.bucket, path: row.hosted_path }, now());
    if (!stream) throw closed();
    return stream;
  }
}

const unfit = () => new Failure('CONFLICT', UNFIT_PLAN);
