import type { RecordReply } from '#schemas/api/records.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType, isAutomatic } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { Drafts } from '#server/platform/drafts/drafts.ts';
import { isCompanyMember } from '#server/platform/parties/queries.ts';
import { type FinancingRow, lockRequest, openOf, requestById } from './queries.ts';
import { refuseOther, type RequestDeps } from './requests.ts';

export interface AgainDeps extends RequestDeps {
  readonly catalog: Catalog;
  /** A record as the user may read it. */
  readonly readRecord: (objectApiName: string, id: string, actor: Member) => Promise<RecordReply>;
}

const FINANCING = BINDINGS.financing;
const STATES = { pending: '审核中', returned: '已退回', raising: '融资中', paused: '已暂停' } as const;

/**
 * What a new request takes over of one that has ended: what the user may read of it, without days that are past. A file is
 * not handed in twice: it belongs to the record that it was handed in with.
 */
function takenOver(
  definition: ObjectDefinition,
  { record, locked }: Pick<RecordReply, 'record' | 'locked'>,
  today: string,
): Record<string, unknown> {
  const closed = new Set(locked);
  const isPast = (value: unknown) => typeof value === 'string' && value < today;
  return Object.fromEntries(
    liveFields(definition)
      .filter((field) => !isAutomatic(field) && !closed.has(field.apiName))
      .map((field) => [field, record[field.apiName]] as const)
      .filter(([field, value]) => {
        if (value === null || value === undefined || ownFile(value)) return false;
        return fieldType(field).kind !== 'date' || !isPast(value);
      })
      .map(([{ apiName }, value]) => [apiName, value]),
  );
}

/**
 * Begins a new request of the company with what an ended one said: a draft of the user, who completes it and hands it in.
 * @throws Failure UNKNOWN_RECORD for a request of another company; CONFLICT where it has not ended, another is open, or the user
 * has a draft for the company already.
 */
export async function beginAgain(deps: AgainDeps, id: string, actor: Member): Promise<null> {
  const { database, catalog, readRecord, now } = deps;
  const { definition } = catalog.object(FINANCING.object);
  const seen = await ofCompany(database.db, await requestById(database.db, id), actor);
  const reply = await readRecord(FINANCING.object, seen.record_id, actor).catch(goneWithItsFiler);
  const values = takenOver(definition, reply, shanghaiDay(now()));
  await database.db.transaction().execute(async (trx) => {
    const row = await ofCompany(trx, await lockRequest(trx, id), actor);
    refuseOther(row, ['done', 'closed']);
    await refuseWhereOpen(trx, row.company_id);
    const place = { accountId: actor.id, objectApiName: FINANCING.object, companyId: row.company_id };
    const form = { values, title: row.title, seen: null };
    await new Drafts(database, now).keep(place, form, trx).catch(saysWhatThereIs);
  });
  return null;
}

async function ofCompany(db: Db, row: FinancingRow | undefined, actor: Member): Promise<FinancingRow> {
  if (row && (await isCompanyMember(db, row.company_id, actor.id))) return row;
  throw new Failure('UNKNOWN_RECORD', '融资需求不存在');
}

async function refuseWhereOpen(trx: Db, companyId: string): Promise<void> {
  const open = await openOf(trx, companyId);
  if (!open) return;
  const state = STATES[open.state as keyof typeof STATES];
  throw new Failure(
    'CONFLICT',
    `这家企业已有融资需求“${open.title}”（${state}）：请先完成或关闭它，再次融资才能开始；也可以直接修改它`,
  );
}

function saysWhatThereIs(error: unknown): never {
  if (error instanceof Failure && error.failure === 'CONFLICT')
    throw new Failure('CONFLICT', '您已有这家企业的融资草稿：请在列表中“继续填写”，或删除后再次融资');
  throw error;
}

function goneWithItsFiler(error: unknown): never {
  if (error instanceof Failure && error.failure === 'UNKNOWN_RECORD')
    throw new Failure('CONFLICT', '这条需求的内容已随提交人的账号注销而删除，请点击“发布融资需求”重新填写');
  throw error;
}
