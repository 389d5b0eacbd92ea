import {
  COMPANY_STATES,
  type ContactMove,
  type ContactPlan,
  INVESTOR_STATES,
  type PipelineState,
} from '#schemas/api/pipeline.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import { Failure } from '#shared/errors.ts';
import { toCny } from '#shared/money/rates.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { Database, Db } from '#server/db/database.ts';
import { isCompanyMember } from '#server/platform/parties/queries.ts';
import { moveTo } from './moves.ts';
import { changeContact, type ContactChange, type ContactRow, deleteContact, lastMove, lockContact } from './queries.ts';

export interface PipelineDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly reader: Pick<RecordReader, 'ids'>;
  readonly writer: Pick<RecordWriter, 'rates'>;
  readonly now: () => Date;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** An amount of at most 15 digits and two decimals. */
const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/;

export const refused = (field: string, message: string) => new Failure('INVALID_BODY', message, [{ field, message }]);

/** @throws Failure INVALID_BODY for a text that is no day of the calendar. */
export function refuseBadDay(day: string | null | undefined): void {
  if (day === undefined || day === null) return;
  const at = new Date(`${day}T00:00:00Z`);
  if (!DAY.test(day) || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw refused('nextOn', '请填写有效的日期');
}

/** What users do with the entries of their lists. Those who speak for a company share its list. */
export class Pipeline {
  readonly #deps: PipelineDeps;

  constructor(deps: PipelineDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD for an entry of others, as for none; CONFLICT where it has changed; INVALID_BODY. */
  async plan(id: string, { version, amount, nextStep, nextOn, note }: ContactPlan, actor: Member): Promise<null> {
    refuseBadDay(nextOn);
    return this.#act(id, version, actor, async (trx, row, at) => {
      if (amount === null && row.state === 'committed') throw refused('amount', '状态为“已承诺”时请保留意向金额');
      const change: ContactChange = {
        ...(await this.#amount(trx, amount, at)),
        ...(nextStep !== undefined && { next_step: nextStep?.trim() ?? '' }),
        ...(nextOn !== undefined && { next_on: nextOn }),
        ...(note !== undefined && { note: note?.trim() ?? '' }),
      };
      await changeContact(trx, row.id, change, at);
    });
  }

  /** @throws Failure as `plan` does. */
  async move(id: string, { version, state, reason = null, amount }: ContactMove, actor: Member): Promise<null> {
    return this.#act(id, version, actor, async (trx, row, at) => {
      const states: readonly PipelineState[] = row.side === 'company' ? COMPANY_STATES : INVESTOR_STATES;
      if (!states.includes(state)) throw refused('state', '请选择列出的状态');
      if (state === row.state && reason === row.reason && (amount ?? null) === null)
        throw refused('state', '已经是这个状态');
      if (state === 'declined' && reason === null) throw refused('reason', '请选择不投原因');
      const change = await this.#amount(trx, amount ?? undefined, at);
      if (state === 'committed' && row.amount === null && change.amount === undefined)
        throw refused('amount', '请填写意向金额');
      const kept = state === 'declined' ? reason : null;
      await moveTo(trx, row, { state, reason: kept, cause: 'hand', by: actor.id }, at, change);
    });
  }

  /** @throws Failure as `plan` does; CONFLICT where there is no move to take back. */
  async undo(id: string, version: number, actor: Member): Promise<null> {
    return this.#act(id, version, actor, async (trx, row, at) => {
      const last = await lastMove(trx, row.id);
      if (!last?.from_state || last.cause === 'undo') throw new Failure('CONFLICT', '没有可以撤销的更新');
      const move = { state: last.from_state, reason: last.from_reason, cause: 'undo', by: actor.id } as const;
      await moveTo(trx, row, move, at);
    });
  }

  /** @throws Failure as `plan` does. */
  async take(id: string, version: number, actor: Member): Promise<null> {
    return this.#act(id, version, actor, (trx, row, at) => changeContact(trx, row.id, { account_id: actor.id }, at));
  }

  /** @throws Failure as `plan` does. */
  async drop(id: string, version: number, actor: Member): Promise<null> {
    return this.#act(id, version, actor, (trx, row) => deleteContact(trx, row.id));
  }

  async #act(
    id: string,
    version: number,
    actor: Member,
    work: (trx: Db, row: ContactRow, at: Date) => Promise<void>,
  ): Promise<null> {
    const { database, now } = this.#deps;
    await database.db.transaction().execute(async (trx) => {
      const row = await lockContact(trx, id);
      if (!row || !(await isOwn(trx, row, actor))) throw new Failure('UNKNOWN_RECORD', '跟进记录不存在');
      if (row.version !== version)
        throw new Failure('CONFLICT', '这条跟进已有变化，请刷新后再试', [], { state: row.state });
      await work(trx, row, now());
    });
    return null;
  }

  /** The columns of an amount; none where it stays. */
  async #amount(trx: Db, value: CurrencyValue | null | undefined, at: Date): Promise<ContactChange> {
    if (value === undefined) return {};
    if (value === null) return { amount: null, amount_currency: null, amount_cny: null };
    const { num = '', currency = '' } = value;
    const known = CURRENCIES.find((each) => each === currency);
    if (!AMOUNT.test(num) || known === undefined) throw refused('amount', '请填写有效的金额和币种');
    const rates = await this.#deps.writer.rates.table(trx);
    return { amount: num, amount_currency: known, amount_cny: toCny(num, known, shanghaiDay(at), rates) ?? null };
  }
}

async function isOwn(trx: Db, row: ContactRow, actor: Member): Promise<boolean> {
  return row.side === 'investor'
    ? row.account_id === actor.id
    : row.company_id !== null && isCompanyMember(trx, row.company_id, actor.id);
}
