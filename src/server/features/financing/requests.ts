import { BINDINGS } from '#schemas/bindings.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { PlainRecord } from '#server/core/records/queries.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { dropDraft } from '#server/platform/drafts/queries.ts';
import { isCompanyMember } from '#server/platform/parties/queries.ts';
import { CLOSED, differs, inState, ownTerms, PAUSED, RAISING } from './project-values.ts';
import {
  changeRequest,
  type FinancingChange,
  type FinancingRow,
  insertRequest,
  lockByRecord,
  lockRequest,
} from './queries.ts';

export interface RequestDeps {
  readonly database: Database;
  readonly writer: RecordWriter;
  readonly now: () => Date;
}

const PROJECT = BINDINGS.project.object;

/** Changes the project of a request, if it has one, in the transaction of what the request went through. */
export async function changeProject(
  trx: Db,
  { writer, now }: Pick<RequestDeps, 'writer' | 'now'>,
  { id, project_id: projectId }: Pick<FinancingRow, 'id' | 'project_id'>,
  values: Record<string, unknown>,
): Promise<void> {
  if (projectId === null) return;
  const { version } = await writer.read(trx, PROJECT, projectId);
  // Founders may not write projects: the platform does, of what they said.
  const context = { actor: 'platform', roles: ['staff'], origin: `financing:${id}`, now: now() };
  await writer.update(PROJECT, projectId, version, values, context, trx);
}

/** What founders do with their requests. The record says what is asked for, and this what becomes of it. */
export class FinancingRequests {
  readonly #deps: RequestDeps;

  constructor(deps: RequestDeps) {
    this.#deps = deps;
  }

  /** A request was handed in: it waits for staff, and the draft that it was is there no longer. */
  async created(trx: Db, { id, values }: PlainRecord, actor: Member): Promise<void> {
    const { title = '', company, deadline = null } = boundValues(BINDINGS.financing, values);
    if (!company) throw new Failure('INVALID_BODY', '请选择融资企业');
    const request = { recordId: id, companyId: company.id, accountId: actor.id, title, deadline };
    await insertRequest(trx, request, this.#deps.now());
    await dropDraft(trx, { accountId: actor.id, objectApiName: BINDINGS.financing.object, companyId: company.id });
  }

  /**
   * A request was changed. One that was sent back is handed in again. Of a published one the terms wait for staff, and all
   * else is shown at once.
   * @throws Failure CONFLICT where it has ended; INVALID_BODY where it would be of another company.
   */
  async updated(trx: Db, { id, values }: PlainRecord): Promise<void> {
    const { writer, now } = this.#deps;
    const row = await lockByRecord(trx, id);
    if (!row) return;
    if (row.state === 'done' || row.state === 'closed')
      throw new Failure('CONFLICT', '这条融资需求已经结束，不能再修改；如需继续融资，请发布新的需求');
    const { title = '', company, deadline = null } = boundValues(BINDINGS.financing, values);
    if (company?.id !== row.company_id) throw new Failure('INVALID_BODY', '融资企业提交后不能更换');
    const change: FinancingChange = { title, deadline_on: deadline };
    if (row.project_id === null) {
      await changeRequest(trx, row.id, { ...change, state: 'pending', submitted_at: now().toISOString() });
      return;
    }
    await changeProject(trx, this.#deps, row, ownTerms(values));
    const project = await writer.read(trx, PROJECT, row.project_id);
    const isOther = differs(values, project.values);
    const terms = isOther ? ({ terms: 'pending', submitted_at: now().toISOString() } as const) : { terms: null };
    await changeRequest(trx, row.id, { ...change, ...terms });
  }

  /** @throws Failure CONFLICT where it is not raising. */
  async pause(id: string, version: number, actor: Member): Promise<null> {
    return this.#move(id, version, actor, async (trx, row) => {
      refuseOther(row, ['raising']);
      await changeProject(trx, this.#deps, row, inState(PAUSED, this.#today()));
      return { state: 'paused' };
    });
  }

  /** @throws Failure CONFLICT where it is not paused, or its deadline is over. */
  async resume(id: string, version: number, actor: Member): Promise<null> {
    return this.#move(id, version, actor, async (trx, row) => {
      refuseOther(row, ['paused']);
      if (row.deadline_on !== null && row.deadline_on < this.#today())
        throw new Failure('CONFLICT', '需求截止日期已过，请先在“修改”中更新截止日期，再恢复融资');
      await changeProject(trx, this.#deps, row, inState(RAISING, this.#today()));
      return { state: 'raising' };
    });
  }

  /** Ends a request without a deal; one that staff have not decided on is taken back. */
  async close(id: string, version: number, actor: Member): Promise<null> {
    return this.#move(id, version, actor, async (trx, row) => {
      refuseOther(row, ['pending', 'returned', 'raising', 'paused']);
      await changeProject(trx, this.#deps, row, inState(CLOSED, this.#today()));
      return { state: 'closed', terms: null, ended_at: this.#deps.now().toISOString() };
    });
  }

  #today(): string {
    return shanghaiDay(this.#deps.now());
  }

  async #move(
    id: string,
    version: number,
    actor: Member,
    work: (trx: Db, row: FinancingRow) => Promise<FinancingChange>,
  ): Promise<null> {
    await this.#deps.writer.together(async (trx) => {
      const row = await lockOwn(trx, id, version, actor);
      await changeRequest(trx, row.id, await work(trx, row));
    });
    return null;
  }
}

/** A request of a company that the actor speaks for, whichever member filed it. @throws Failure UNKNOWN_RECORD for any other, as for none; CONFLICT */
export async function lockOwn(trx: Db, id: string, version: number, actor: Member): Promise<FinancingRow> {
  const row = await lockRequest(trx, id);
  const isOwn = row !== undefined && (await isCompanyMember(trx, row.company_id, actor.id));
  return asRead(isOwn ? row : undefined, version);
}

/** The request, where it is still as it was read. @throws Failure UNKNOWN_RECORD, CONFLICT */
export function asRead(row: FinancingRow | undefined, version: number): FinancingRow {
  if (!row) throw new Failure('UNKNOWN_RECORD', '融资需求不存在');
  if (row.version !== version)
    throw new Failure('CONFLICT', '这条融资需求已有变化，请刷新后再试', [], { state: row.state });
  return row;
}

/** @throws Failure CONFLICT */
export function refuseOther({ state }: FinancingRow, wanted: readonly FinancingRow['state'][]): void {
  if (!wanted.includes(state)) throw new Failure('CONFLICT', '融资需求的状态已有变化，请刷新后再试', [], { state });
}
