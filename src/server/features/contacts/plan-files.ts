import type { Readable } from 'node:stream';
import { Failure } from '#shared/errors.ts';
import { isStaff, type Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import type { Db } from '#server/db/database.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { HostedStorage } from '#server/platform/files/hosted-storage.ts';
import { fileById } from '#server/platform/files/queries.ts';
import { noteReading } from './plan-reader-queries.ts';
import type { Plans } from './plans.ts';

interface PlanFileDeps {
  readonly db: Db;
  readonly plans: Plans;
  readonly store: FileStore;
  readonly hosted: HostedStorage | undefined;
  readonly now: () => Date;
}

export interface OpenedPlan {
  readonly stream: Readable;
  readonly name: string;
  /** What the page draws over it: who reads it, and on which day; empty for those whose plan it is. */
  readonly mark: string;
}

const closed = () => new Failure('UNKNOWN_RECORD', '文件不存在');

/**
 * Gives plans to those who may open them, from here and not from a signed address, which would be good for minutes after
 * it was taken back.
 */
export class PlanFiles {
  readonly #deps: PlanFileDeps;

  constructor(deps: PlanFileDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD, the same whether there is no plan or it is closed to the actor. */
  async open(companyId: string, actor: Member): Promise<OpenedPlan> {
    const { db, plans, now } = this.#deps;
    const { file, isMember } = await plans.openFor(companyId, actor);
    const own = ownFile(file);
    const row = own && (await fileById(db, own.id));
    const stream = row && (await this.#read(row));
    if (!stream) throw closed();
    const isMarked = !isMember && !isStaff(actor);
    if (isMarked) await noteReading(db, companyId, actor.id, now());
    return {
      stream,
      name: file.name,
      mark: isMarked ? `${actor.name}（编号 ${actor.id}）${shanghaiDay(now())}` : '',
    };
  }

  async #read(row: NonNullable<Awaited<ReturnType<typeof fileById>>>): Promise<Readable | undefined> {
    const { store, hosted, now } = this.#deps;
    if (row.hosted_path === null) return (await store.read(row))?.stream;
    return hosted?.read({ bucket: row.bucket, path: row.hosted_path }, now());
  }
}
